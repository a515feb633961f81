import { Injectable } from '@nestjs/common';
import { ControlError } from './errors.js';
import type { Payer } from './model.js';
import type { Script } from './script.js';
import { Store } from './store.js';

/** Every change writes the whole queue down; a loop that posts scripts for ever should hear about it. */
const MAX_WAITING = 1_000;

/** Scripts waiting for the payment they belong to. */
@Injectable()
export class Scripts {
  constructor(private readonly store: Store) {}

  /**
   * For the next payment without one, first come first served.
   * @param payer e-mail address, its part before the @, phone or label: only a payment with it takes the script, so that tests that run
   *   at once do not take each other's
   * @returns how many wait now
   */
  enqueue(script: Script, times: number, payer?: string): number {
    const { queue } = this.store.control;
    if (queue.length >= MAX_WAITING) {
      throw new ControlError(409, `${MAX_WAITING} scripts wait already; use "times" to repeat one`);
    }
    queue.push({ script, left: times, ...(payer && { payer }) });
    this.store.saveControl();
    return queue.reduce((sum, { left }) => sum + left, 0);
  }

  /** For one reference, whether it exists already or not. */
  assign(reference: string, script: Script): void {
    const transaction = this.store.transactions.get(reference);
    if (transaction) {
      transaction.script = { ...transaction.script, ...script };
      this.store.saveTransaction(transaction);
      return;
    }
    this.store.control.byReference[reference] = script;
    this.store.saveControl();
  }

  /** The script of a new payment: its own, else the next for this payer or for any, else the default. */
  take(reference: string, payer: Payer): Script {
    const { byReference, faults } = this.store.control;
    const own = Object.hasOwn(byReference, reference) ? byReference[reference] : undefined;
    const script = own ?? this.nextInLine(payer);
    if (!script) return faults.defaults;
    if (own) delete byReference[reference];
    this.store.saveControl();
    return { ...faults.defaults, ...script };
  }

  private nextInLine(payer: Payer): Script | undefined {
    const { queue } = this.store.control;
    const names = [payer.email, payer.email.split('@')[0], payer.phone, payer.label];
    const next =
      queue.find((waiting) => waiting.payer !== undefined && names.includes(waiting.payer)) ??
      queue.find((waiting) => waiting.payer === undefined);
    if (!next) return undefined;
    next.left -= 1;
    if (next.left === 0) queue.splice(queue.indexOf(next), 1);
    return next.script;
  }
}
