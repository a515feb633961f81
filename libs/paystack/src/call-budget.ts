/**
 * Why we call the provider. A payer waits at `begin` (a page or a prompt) and at `answer` (the return page); `books` are the
 * sweeps and lists that settle payments without a browser; `refunds` come last, because the money is safe while they wait.
 */
export type CallPurpose = 'begin' | 'answer' | 'books' | 'refunds';
export const CALL_PURPOSES: readonly CallPurpose[] = ['begin', 'answer', 'books', 'refunds'];

/**
 * Calls that may be made in any 60 s. What is reserved for a purpose cannot be used up by another, so starting a payment and
 * finding out about one never starve each other; the rest belongs to the first request that takes it.
 */
export interface CallBudget {
  total: number;
  reserved: Record<CallPurpose, number>;
}

export const WINDOW_SECONDS = 60;
/** Clocks differ, and a call that timed out here may have arrived there later: a tenth is never used. */
const USABLE = 0.9;
const RESERVED: Record<CallPurpose, number> = { begin: 0.4, answer: 0.25, books: 0.25, refunds: 0 };
/** Part of the budget that payers leave to refunds also on the busiest evening. */
const LEFT_TO_REFUNDS = 0.05;
/** Part of a minute's payments that may be begun at once; the rest is handed out evenly. */
const BURST = 1 / 6;

/**
 * @param callsPerMinute what the account is allowed, all endpoints together (whether the provider counts each by itself is not
 *   documented)
 * @param share of it that is ours, above 0 and at most 1
 */
export function budgetOf(callsPerMinute: number, share = 1): CallBudget {
  const total = Math.max(3, Math.floor(callsPerMinute * USABLE * share));
  const part = (purpose: CallPurpose): number => Math.max(1, Math.floor(total * RESERVED[purpose]));
  return {
    total,
    reserved: { begin: part('begin'), answer: part('answer'), books: part('books'), refunds: 0 },
  };
}

/** How fast payments may be begun: `burst` at once, then `perMinute`. */
interface PayerPace {
  burst: number;
  perMinute: number;
}

/**
 * The pace at which the waiting room lets payers through. Burst and a minute's pace together stay within what starting a payment
 * can have of the budget, so that an estimate given to a waiting payer is kept.
 */
export function payerPace({ total, reserved }: CallBudget): PayerPace {
  const most = Math.max(2, Math.floor(total * (1 - LEFT_TO_REFUNDS)) - reserved.answer - reserved.books);
  const burst = Math.max(1, Math.floor(most * BURST));
  return { burst, perMinute: most - burst };
}
