import { Inject, Injectable } from '@nestjs/common';
import { type PaymentProof, PaystackClient, ProviderError, type Provider } from '@abato/paystack';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER, smallestIdAt } from '@abato/platform';
import { Confirmation } from '../confirm/confirmation.service.js';
import { recordListed } from '../disputes/record-dispute.js';
import { recordDifference } from './differences.js';
import { statesOf } from '../rules/payment-state.js';

/**
 * Have the refunds read of payments whose refund is not written down yet.
 * Input: arrays of equal length, one element per refund: $1 the provider's transaction, $2 id, $3 source; $4 now.
 */
export const readSoonSql = `UPDATE payments SET returns_check_at = $4
  WHERE (state NOT IN ('REFUNDED', 'REVERSED') OR returned_pesewas > 0) AND provider_transaction_id IN (
    SELECT n.transaction FROM unnest($1::bigint[], $2::text[], $3::text[]) AS n (transaction, id, source)
    WHERE NOT EXISTS (SELECT FROM money_returns r WHERE r.source = n.source AND r.source_id = n.id)
      AND NOT EXISTS (SELECT FROM payment_events e JOIN payments o ON o.id = e.payment_id AND o.provider_transaction_id = n.transaction
        WHERE e.detail ->> 'situation' = 'return-named' AND e.detail ->> 'return' = n.source || ' ' || n.id))`;

/**
 * What disputes prove, oldest first: each lost one, and of the others only a payment's newest. An old dispute that was won says nothing
 * about a new one.
 */
export function newestProofs(disputes: readonly Provider.DisputeProof[]): Provider.DisputeProof[] {
  const inOrder = [...disputes].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  const newest = new Map(inOrder.map((dispute) => [dispute.reference, dispute]));
  return inOrder.filter(
    (dispute) => dispute.proof.status === 'reversed' || newest.get(dispute.reference) === dispute,
  );
}

const EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/**
 * What is asked about, by its age, and how often. The young ones twice an hour, so that a reversal is known within the hour; a card
 * payment can be charged back for about four months.
 */
const READINGS = [
  { spanMs: 48 * HOUR_MS, everyMs: HOUR_MS / 2 },
  { spanMs: 120 * 24 * HOUR_MS, everyMs: 24 * HOUR_MS },
] as const;
/** In this order. */
const LISTS = ['reversed', 'refunds', 'disputes'] as const;
/** Clocks differ; the provider's may be behind ours. */
const SLACK_MS = 60_000;
/** Reversals are rare: more in one reading is a mistake in the answer. */
const MOST_PAGES = 50;

const MONEY_LEFT = statesOf('counted', 'held', 'refund').filter((state) => state !== 'REFUNDED');

interface Reading {
  list: number;
  from: Date;
  /** Of the list of reversed payments: when the oldest payment was begun that counts. Null: none of that age. */
  payments: Date | null;
  /** Absent: the first page. */
  at?: Provider.ListPosition;
}

/**
 * Counted payments are never asked about one by one. This reads the provider's lists of reversed payments, refunds and disputes, for money
 * that went back without a webhook, takes the votes back and shows each case to super admins (ADR 10).
 */
@Injectable()
export class ListReversalsService {
  private readonly readAt: number[] = READINGS.map(() => 0);
  /** What was interrupted: by the limit of calls, or by a database that was away. */
  private rest: Reading | null = null;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
    sweeps: Sweeps,
  ) {
    sweeps.add('list of reversals', EVERY_MS, (stopping) => this.read(stopping));
  }

  /** Read what is due and settle it, unless another process is doing so. */
  async read(stopping?: AbortSignal): Promise<void> {
    await this.db.tryLock('list-reversals', async () => {
      let reading = this.rest ?? (await this.due());
      this.rest = null;
      while (reading && (await this.readList(reading, stopping)))
        reading =
          reading.list + 1 < LISTS.length ? { ...reading, list: reading.list + 1, at: undefined } : null;
    });
  }

  /** @returns null when nothing is due, or no payment counts that could still be reversed */
  private async due(): Promise<Reading | null> {
    const now = this.clock.now().getTime();
    // The longest first: it includes the others.
    for (let index = READINGS.length - 1; index >= 0; index--) {
      const { spanMs, everyMs } = READINGS[index] as (typeof READINGS)[number];
      if (now - (this.readAt[index] ?? 0) < everyMs) continue;
      for (let shorter = 0; shorter <= index; shorter++) this.readAt[shorter] = now;
      if (!(await this.oldestCounted(now - Math.max(...READINGS.map((one) => one.spanMs))))) return null;
      const oldest = await this.oldestCounted(now - spanMs);
      const payments = oldest && new Date(oldest.getTime() - SLACK_MS);
      return { list: 0, from: new Date(now - spanMs), payments };
    }
    return null;
  }

  /** When the oldest payment was begun that counts and was begun since. Ids grow with time. */
  private async oldestCounted(sinceMs: number): Promise<Date | null> {
    const { rows } = await this.db.query<{ created_at: Date }>(
      `SELECT created_at FROM payments
       WHERE id >= $1 AND method = 'PAYSTACK' AND state IN ('COMPLETED', 'DISPUTED') ORDER BY id LIMIT 1`,
      [smallestIdAt(sinceMs)],
    );
    return rows[0]?.created_at ?? null;
  }

  /** @returns whether the next list may be read */
  private async readList(reading: Reading, stopping?: AbortSignal): Promise<boolean> {
    const list = LISTS[reading.list] as (typeof LISTS)[number];
    let { at } = reading;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      if (stopping?.aborted) return false;
      try {
        const next = await this.readPage(list, { ...reading, at });
        if (!next) return true;
        at = next;
      } catch (error) {
        const isLimit =
          !(error instanceof ProviderError) || !['rejected', 'not-found'].includes(error.failure);
        // What is refused for good is asked for again when the next reading is due.
        if (isLimit) this.rest = { ...reading, at };
        if (!(error instanceof ProviderError)) throw error;
        const { failure, message: reason } = error;
        this.log.warn(
          { failure, reason, list, at },
          'reading a list of money that went back was interrupted',
        );
        return !isLimit;
      }
    }
    this.log.error({ pages: MOST_PAGES, list }, 'a list of money that went back is longer than believable');
    return true;
  }

  /** @returns where the next page begins; null after the last */
  private async readPage(
    list: (typeof LISTS)[number],
    { from, payments, at }: Reading,
  ): Promise<Provider.ListPosition | null> {
    if (list === 'refunds') {
      const { items, next } = await this.client.refunds.since({ from, at });
      await this.readSoon(items);
      return next;
    }
    if (list === 'disputes') {
      const { items, next } = await this.client.disputes.since({ from, at });
      await this.confirmDisputes(items);
      return next;
    }
    if (!payments) return null;
    const { items, next } = await this.client.list({ status: 'reversed', from: payments, at });
    await this.confirmPaid(
      items.flatMap(({ reference, proof }) => (reference ? [{ reference, proof }] : [])),
    );
    return next;
  }

  /** The refunds of these payments are read one payment after the other, where each is compared with all others of its payment. */
  private async readSoon(refunds: readonly Provider.Refund[]): Promise<void> {
    const ended = refunds.filter(({ status, id }) => status === 'processed' && id !== null);
    await this.db.query(readSoonSql, [
      ended.map(({ transactionId }) => transactionId),
      ended.map(({ id, disputeId }) => disputeId ?? id),
      ended.map(({ disputeId }) => (disputeId ? 'DISPUTE' : 'REFUND')),
      this.clock.now(),
    ]);
  }

  private async confirmDisputes(disputes: readonly Provider.Dispute[]): Promise<void> {
    await recordListed(this.confirmation, this.db, disputes).catch((error: Error) =>
      this.log.error(error, 'a dispute could not be written down'),
    );
    const proofs = newestProofs(disputes.flatMap((dispute) => dispute.proves ?? []));
    const closed = await this.closedByHand(proofs.map(({ reference }) => reference));
    return this.confirmPaid(
      proofs.filter(({ reference, proof }) => proof.status !== 'disputed' || !closed.has(reference)),
    );
  }

  /** A dispute that a super admin has closed is not opened again by a list that still shows it; a new webhook opens it. */
  private async closedByHand(references: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.db.query<{ reference: string }>(
      `SELECT reference FROM payments p WHERE reference = ANY($1) AND EXISTS (
         SELECT FROM payment_events e WHERE e.payment_id = p.id AND e.from_state = 'DISPUTED' AND e.source = 'manual')`,
      [references],
    );
    return new Set(rows.map(({ reference }) => reference));
  }

  /**
   * Only payments that are known to be paid and have money left: others are asked about one by one. A dispute that was lost and is not written
   * down is settled wherever the money is: it may be gone a second time.
   */
  private async confirmPaid(proofs: readonly { reference: string; proof: PaymentProof }[]): Promise<void> {
    const { rows } = await this.db.query<{ reference: string }>(
      `SELECT p.reference FROM payments p JOIN unnest($1::text[], $3::text[], $4::text[]) AS n (reference, source, id) USING (reference)
       WHERE p.state = ANY($2) OR p.returned_pesewas > 0 AND n.id IS NOT NULL
         AND NOT EXISTS (SELECT FROM money_returns r WHERE r.source = n.source AND r.source_id = n.id)`,
      [
        proofs.map(({ reference }) => reference),
        MONEY_LEFT,
        proofs.map(({ proof }) => proof.back?.source ?? null),
        proofs.map(({ proof }) => proof.back?.id ?? null),
      ],
    );
    const ours = new Set(rows.map(({ reference }) => reference));
    const confirmOne = ({ reference, proof }: { reference: string; proof: PaymentProof }): Promise<void> =>
      this.confirmation.transaction(async ({ sql, now, confirm }) => {
        const result = await confirm({ reference, proof, source: 'list' });
        if (result?.takenBack) await recordDifference(sql, result.paymentId, 'reversed', now);
      });
    // A payment that cannot be settled keeps neither its page nor the pages after it from being read; the next reading tries it again.
    await tryEach(
      proofs.filter(({ reference }) => ours.has(reference)),
      confirmOne,
    ).catch((error: Error) => this.log.error(error, 'money that went back could not be settled'));
  }
}
