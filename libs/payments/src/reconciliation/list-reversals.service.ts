import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER, smallestIdAt } from '@abato/platform';
import { exclusively } from '../checks/exclusive.js';
import { ProviderError } from '../paystack/errors.js';
import type { ProviderTransaction } from '../paystack/parse-transaction.js';
import { FIRST_PAGE, type ListPosition } from '../paystack/paging.js';
import { PaystackClient } from '../paystack/paystack-client.js';
import { Settlement } from '../settlement/settlement.service.js';
import { recordReversal } from './differences.js';

const EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/**
 * Which payments are asked about, by their age, and how often. The young ones twice an hour, so that a reversal is known within the
 * hour; a card payment can be charged back for about four months.
 */
const READINGS = [
  { spanMs: 48 * HOUR_MS, everyMs: HOUR_MS / 2 },
  { spanMs: 120 * 24 * HOUR_MS, everyMs: 24 * HOUR_MS },
] as const;
/** Clocks differ; the provider's may be behind ours. */
const SLACK_MS = 60_000;
/** Reversals are rare: more in one reading is a mistake in the answer. */
const MOST_PAGES = 50;

interface Reading {
  from: Date;
  at: ListPosition;
}

/**
 * Counted payments are never asked about one by one. This reads the provider's list of reversed ones, for money that went back without a
 * dispute and without a webhook, takes the votes back and shows each case to super admins (ADR 76).
 */
@Injectable()
export class ListReversalsService {
  private readonly readAt: number[] = READINGS.map(() => 0);
  /** What was interrupted: by the limit of calls, or by a database that was away. */
  private rest: Reading | null = null;

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly settlement: Settlement,
    sweeps: Sweeps,
  ) {
    sweeps.add('list of reversals', EVERY_MS, (stopping) => this.read(stopping));
  }

  /** Read what is due and settle it, unless another process is doing so. */
  async read(stopping?: AbortSignal): Promise<void> {
    await exclusively(this.pool, 'list-reversals', async () => {
      const reading = this.rest ?? (await this.due());
      this.rest = null;
      if (reading) await this.readFrom(reading, stopping);
    });
  }

  /** @returns null when nothing is due, or no payment of that age counts */
  private async due(): Promise<Reading | null> {
    const now = this.clock.now().getTime();
    // The longest first: it includes the others.
    for (let index = READINGS.length - 1; index >= 0; index--) {
      const { spanMs, everyMs } = READINGS[index] as (typeof READINGS)[number];
      if (now - (this.readAt[index] ?? 0) < everyMs) continue;
      for (let shorter = 0; shorter <= index; shorter++) this.readAt[shorter] = now;
      const oldest = await this.oldestCounted(now - spanMs);
      return oldest && { from: new Date(oldest.getTime() - SLACK_MS), at: FIRST_PAGE };
    }
    return null;
  }

  /** When the oldest payment was begun that counts and was begun since. Ids grow with time. */
  private async oldestCounted(sinceMs: number): Promise<Date | null> {
    const { rows } = await this.pool.query<{ created_at: Date }>(
      `SELECT created_at FROM payments
       WHERE id >= $1 AND method = 'PAYSTACK' AND state IN ('COMPLETED', 'DISPUTED') ORDER BY id LIMIT 1`,
      [smallestIdAt(sinceMs)],
    );
    return rows[0]?.created_at ?? null;
  }

  private async readFrom({ from, at: first }: Reading, stopping?: AbortSignal): Promise<void> {
    let at = first;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      if (stopping?.aborted) return;
      try {
        const { items, next } = await this.client.list({ status: 'reversed', from, at });
        await this.settleAll(items);
        if (!next) return;
        at = next;
      } catch (error) {
        this.rest = { from, at };
        if (!(error instanceof ProviderError)) throw error;
        this.log.warn(
          { failure: error.failure, reason: error.message, at },
          'reading the list of reversals was interrupted; the next reading goes on there',
        );
        return;
      }
    }
    this.log.error({ pages: MOST_PAGES }, 'the list of reversals is longer than believable');
  }

  private async settleAll(transactions: ProviderTransaction[]): Promise<void> {
    const proofs = new Map(
      transactions.flatMap(({ reference, proof }) => (reference ? [[reference, proof]] : [])),
    );
    const { rows } = await this.pool.query<{ reference: string }>(
      `SELECT reference FROM payments WHERE reference = ANY($1) AND state IN ('COMPLETED', 'DISPUTED', 'REVIEW')`,
      [[...proofs.keys()]],
    );
    for (const { reference } of rows) {
      const proof = proofs.get(reference);
      if (!proof) continue;
      await this.settlement.transaction(async ({ sql, now, settle }) => {
        const result = await settle({ reference, proof, source: 'list' });
        if (result?.takenBack) await recordReversal(sql, result.paymentId, now);
      });
    }
  }
}
