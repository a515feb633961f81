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

/** The script of a new payment: the next for one of the names of its payer or for any, on top of the default. */
export function takeScript({ store }: Simulator, names: (string | null | undefined)[]): Script {
  const { faults, queue } = store.control;
  const next =
    queue.find(({ payer }) => payer !== undefined && names.includes(payer)) ??
    queue.find(({ payer }) => payer === undefined);
  if (next && --next.left === 0) queue.splice(queue.indexOf(next), 1);
  if (next) store.saveControl();
  return { ...faults.defaults, ...next?.script };
}
