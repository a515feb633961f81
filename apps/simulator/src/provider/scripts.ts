import { NoAnswer, serverError } from '../core/errors.js';
import type { AcceptMode, Script } from '../core/script.js';
import type { Simulator } from '../core/simulator.js';

/** Scripts that wait for their payment, and the failures of calls that they ask for. */

/** Fail before anything is done, when the script wants that. @throws ProviderError or NoAnswer */
export function failBefore(mode: AcceptMode | undefined): void {
  if (mode === 'drop') throw new NoAnswer();
  if (mode === 'error-500') throw serverError();
}

/** Lose the answer after everything was done, when the script wants that. @throws NoAnswer */
export function failAfter(mode: AcceptMode | undefined): void {
  if (mode === 'drop-after-accept') throw new NoAnswer();
}

/**
 * A script for the next payment without one, first come first served.
 * @param payer e-mail address, its part before the @, phone or label: only a payment with it takes the script, so that tests that run
 *   at once do not take each other's
 * @returns how many wait now
 */
export function enqueueScript({ store }: Simulator, script: Script, times: number, payer?: string): number {
  const { queue } = store.control;
  queue.push({ script, left: times, ...(payer && { payer }) });
  store.saveControl();
  return queue.reduce((sum, { left }) => sum + left, 0);
}

/** The script of a new payment: its own, else the next for this payer or for any, else the default. */
export function takeScript(
  { store }: Simulator,
  reference: string,
  names: (string | null | undefined)[],
): Script {
  const { byReference, faults, queue } = store.control;
  const own = Object.hasOwn(byReference, reference) ? byReference[reference] : undefined;
  const next =
    queue.find(({ payer }) => payer !== undefined && names.includes(payer)) ??
    queue.find(({ payer }) => payer === undefined);
  if (own) delete byReference[reference];
  else if (next && --next.left === 0) queue.splice(queue.indexOf(next), 1);
  if (own || next) store.saveControl();
  return { ...faults.defaults, ...(own ?? next?.script) };
}
