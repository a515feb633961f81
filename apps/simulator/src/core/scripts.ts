import { Injectable } from '@nestjs/common';
import { ControlError } from './errors.js';
import type { Script } from './script.js';
import { Store } from './store.js';

/** Every change writes the whole queue down; a loop that posts scripts for ever should hear about it. */
const MAX_WAITING = 1_000;

/** Scripts waiting for the payment they belong to. */
@Injectable()
export class Scripts {
  constructor(private readonly store: Store) {}

  /** For the next payment without one, first come first served. @returns how many wait now */
  enqueue(script: Script, times: number): number {
    const { queue } = this.store.control;
    if (queue.length >= MAX_WAITING) {
      throw new ControlError(409, `${MAX_WAITING} scripts wait already; use "times" to repeat one`);
    }
    queue.push({ script, left: times });
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

  /** The script of a new payment: its own, else the next of the queue, else the default of everybody. */
  take(reference: string): Script {
    const { byReference, faults } = this.store.control;
    const own = Object.hasOwn(byReference, reference) ? byReference[reference] : undefined;
    const script = own ?? this.nextInLine();
    if (!script) return faults.defaults;
    if (own) delete byReference[reference];
    this.store.saveControl();
    return { ...faults.defaults, ...script };
  }

  private nextInLine(): Script | undefined {
    const { queue } = this.store.control;
    const first = queue[0];
    if (!first) return undefined;
    first.left -= 1;
    if (first.left === 0) queue.shift();
    return first.script;
  }
}
