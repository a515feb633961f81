import type { Clock } from '@abato/platform';

/** How handing one row over ended. */
export type Delivery =
  | { kind: 'sent' }
  /** The message was not taken, and may be later. With `retryAfter` (seconds) its turn has not come yet: that is no failure and uses no attempt. */
  | { kind: 'later'; reason: string; retryAfter?: number }
  /** The message was not taken, and never will be. */
  | { kind: 'refused'; reason: string }
  /** No usable answer: it may have been taken. */
  | { kind: 'unsure'; reason: string }
  /** The operator has switched this way of sending off. */
  | { kind: 'off'; reason: string };

/** What one table does differently from the others. */
export interface OutboxRules<Row extends { attempts: number }> {
  /** Most rows that are taken and handed over at the same time. */
  batch: number;
  /** A process that died over a row: the row is looked at again after this long. Longer than handing over may take. */
  claimMs: number;
  /** Wait after the first failure; each further wait is twice as long, up to `longestRetryMs`. */
  firstRetryMs: number;
  longestRetryMs: number;
  /** Failures after which a row is given up; without it none is. Rows that wait for their turn are given up by `deliver`. */
  mostAttempts?: number;
  /** How many rows the receiver would take now; without it any number. While it is 0 none is taken from the table. */
  room?(): number;
  /** After a batch with a failure: `stop` until the next sweep, or `continue` with what else is due. */
  afterFailure: 'stop' | 'continue';
  /**
   * Take due rows and commit that, so that no other process takes them before `until`. `attempts` includes this one.
   * @param only the id of a single row, or null for whatever is due
   */
  claim(now: Date, until: Date, limit: number, only: string | null): Promise<Row[]>;
  /** Hand one row over. Never throws. */
  deliver(row: Row): Promise<Delivery>;
  /** Write down how it ended. @param retryAt when it is due again; null: it is sent or nothing more is tried */
  record(row: Row, delivery: Delivery, now: Date, retryAt: Date | null): Promise<void>;
  /** Message of the error for a row that was not sent. */
  describe(delivery: Exclude<Delivery, { kind: 'sent' | 'off' }>): string;
}

/**
 * Hands over what waits in a table: claim, deliver, retry with growing waits, give up. The rows are written by the transaction of what
 * they tell of, so nothing is lost; whether a row is sent at least or at most once is decided by what `deliver` answers and `claim` takes.
 */
export class Outbox<Row extends { attempts: number }> {
  constructor(
    private readonly clock: Clock,
    private readonly rules: OutboxRules<Row>,
  ) {}

  /** Send one row if it is still due. @throws Error when it was not sent although sending is switched on; the table then knows when to try again */
  async send(id: string): Promise<void> {
    for (const row of await this.claim(id, 1)) await this.handOver(row);
  }

  /**
   * Send everything that is due, whatever the queue says.
   * @param stopping ends it after the rows in hand; the rest stays due for another process
   * @throws Error the first failure, after every row that was taken has been tried
   */
  async sendDue(stopping: AbortSignal): Promise<void> {
    const { batch, afterFailure } = this.rules;
    let failure: PromiseRejectedResult | undefined;
    await inBatches(batch, stopping, async () => {
      const most = Math.min(batch, this.rules.room?.() ?? batch);
      if (most === 0) return 0;
      const rows = await this.claim(null, most);
      const results = await Promise.allSettled(rows.map((row) => this.handOver(row)));
      failure ??= results.find((result) => result.status === 'rejected');
      const isEnd = rows.length < most || (failure && afterFailure === 'stop');
      return isEnd ? 0 : batch;
    });
    if (failure) throw failure.reason;
  }

  private claim(only: string | null, most: number): Promise<Row[]> {
    const now = this.clock.now();
    return this.rules.claim(now, new Date(now.getTime() + this.rules.claimMs), most, only);
  }

  private async handOver(row: Row): Promise<void> {
    const { firstRetryMs, longestRetryMs, mostAttempts = Infinity } = this.rules;
    const delivery = await this.rules.deliver(row);
    const now = this.clock.now();
    const turnMs = turnAfterMs(delivery);
    const again = turnMs !== null || (delivery.kind === 'later' && row.attempts < mostAttempts);
    const waitMs = turnMs ?? retryDelayMs(row.attempts, firstRetryMs, longestRetryMs);
    await this.rules.record(row, delivery, now, again ? new Date(now.getTime() + waitMs) : null);
    if (turnMs !== null) return;
    if (delivery.kind !== 'sent' && delivery.kind !== 'off') throw new Error(this.rules.describe(delivery));
  }
}

/** @returns milliseconds until a row's turn, where the receiver has told it; else null */
export function turnAfterMs(delivery: Delivery): number | null {
  if (delivery.kind !== 'later' || delivery.retryAfter === undefined) return null;
  return delivery.retryAfter * 1000;
}

/**
 * How long to wait before the next attempt: twice as long after each failure, up to a bound.
 * @param attempts made so far, at least 1
 * @returns milliseconds
 */
export function retryDelayMs(attempts: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}

/**
 * Repeat while a whole batch was taken, because more may wait then.
 * @param take does one batch. @returns how many rows it took
 */
export async function inBatches(
  size: number,
  stopping: AbortSignal | undefined,
  take: () => Promise<number>,
): Promise<void> {
  const goesOn = (): boolean => !stopping?.aborted;
  while (goesOn()) {
    if ((await take()) < size) return;
  }
}
