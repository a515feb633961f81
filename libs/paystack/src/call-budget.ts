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
export interface PayerPace {
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

/** The calls of the last minute in this process's memory; what `take-call.lua` does for all processes. */
export class CallWindow {
  private readonly seconds = new Map<number, Record<CallPurpose, number>>();

  constructor(private readonly budget: CallBudget) {}

  /** @returns milliseconds to wait; 0 when the call was counted and may be made */
  take(purpose: CallPurpose, nowMs: number): number {
    const used = this.usedAt(nowMs);
    const sum = CALL_PURPOSES.reduce((total, one) => total + used[one], 0);
    const { total, reserved } = this.budget;
    const owed = CALL_PURPOSES.filter((other) => other !== purpose).reduce(
      (left, other) => left + Math.max(0, reserved[other] - used[other]),
      0,
    );
    if (used[purpose] >= reserved[purpose] && sum + owed >= total) return this.waitAt(nowMs);
    this.note(purpose, nowMs);
    return 0;
  }

  /** Count a call that was made anyway. */
  note(purpose: CallPurpose, nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    const counts = this.seconds.get(second) ?? noCalls();
    counts[purpose] += 1;
    this.seconds.set(second, counts);
  }

  private usedAt(nowMs: number): Record<CallPurpose, number> {
    const used = noCalls();
    const oldest = Math.floor(nowMs / 1000) - WINDOW_SECONDS;
    for (const [second, counts] of this.seconds) {
      if (second <= oldest) this.seconds.delete(second);
      else for (const one of CALL_PURPOSES) used[one] += counts[one];
    }
    return used;
  }

  private waitAt(nowMs: number): number {
    const oldest = Math.min(...this.seconds.keys());
    return Math.max(1, (oldest + WINDOW_SECONDS) * 1000 + 1000 - nowMs);
  }
}

function noCalls(): Record<CallPurpose, number> {
  return { begin: 0, answer: 0, books: 0, refunds: 0 };
}
