import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { ProviderError, PaystackClient } from '@abato/paystack';
import { Confirmation } from '../confirm/confirmation.service.js';
import { RefundReading } from './refund.service.js';
import { confirmReturns } from './returns.js';

const EVERY_MS = 2_000;
/** Their refunds are read at once. */
const PAYMENTS_PER_SWEEP = 500;
/** A reading that failed, or whose process died over it, is repeated after this long. */
const PUT_OFF_MS = 60_000;
/** While a refund that is not ours is under way: its webhook may be lost. */
const UNDER_WAY_MS = 30 * 60_000;

interface DueReading {
  reference: string;
  /** The provider's id; null when no proof of this payment has come yet. */
  transaction: string | null;
  /** When the payment was begun. */
  begunAt: Date;
  putOffUntil: Date;
}

/** Reads the provider's refunds of one payment when a webhook or a list has told of one, and settles each by itself (ADR 13). */
@Injectable()
export class ReadReturnsService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
    sweeps: Sweeps,
  ) {
    sweeps.add('refunds told of', EVERY_MS, (stopping) => this.readDue(stopping));
  }

  /** @param stopping ends it after the payment in hand */
  async readDue(stopping?: AbortSignal): Promise<void> {
    const all = await this.takeDue();
    const named = all.flatMap(({ transaction, begunAt }) => (transaction ? [{ transaction, begunAt }] : []));
    const reading = new RefundReading(this.client, this.clock, named);
    await tryEach(all, (due) => this.readOne(due, reading), { stopping });
  }

  private async readOne(due: DueReading, reading: RefundReading): Promise<void> {
    try {
      const transaction = due.transaction ?? (await this.askTransaction(due.reference));
      const of =
        due.transaction === null && transaction !== null
          ? new RefundReading(this.client, this.clock, [{ transaction, begunAt: due.begunAt }])
          : reading;
      const read =
        transaction === null ? { refunds: [], askedAt: this.clock.now() } : await of.of({ transaction });
      const money = await confirmReturns(this.confirmation, this.db, due.reference, read);
      await this.finish(due, money !== null && money.underWayPesewas > 0);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.log.warn(
        { failure: error.failure, reason: error.message },
        'reading the refunds of a payment failed',
      );
    }
  }

  /** A refund of a payment that nothing has told of: the lists name its transaction only. */
  private async askTransaction(reference: string): Promise<string | null> {
    const { proof } = await this.client.verify(reference, 'books');
    await this.confirmation.confirm({ reference, proof, source: 'sweep' });
    return proof.transactionId ?? null;
  }

  private async takeDue(): Promise<DueReading[]> {
    const now = this.clock.now();
    const putOffUntil = new Date(now.getTime() + PUT_OFF_MS);
    const { rows } = await this.db.query<Omit<DueReading, 'putOffUntil'>>(
      `UPDATE payments SET returns_check_at = $2
       WHERE id = ANY(ARRAY(
         SELECT id FROM payments WHERE returns_check_at <= $1 ORDER BY returns_check_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING reference, provider_transaction_id::text AS transaction, created_at AS "begunAt"`,
      [now, putOffUntil, PAYMENTS_PER_SWEEP],
    );
    return rows.map((row) => ({ ...row, putOffUntil }));
  }

  /** Unless a webhook has asked for another reading meanwhile. */
  private async finish({ reference, putOffUntil }: DueReading, underWay: boolean): Promise<void> {
    const next = underWay ? new Date(this.clock.now().getTime() + UNDER_WAY_MS) : null;
    await this.db.query(
      'UPDATE payments SET returns_check_at = $3 WHERE reference = $1 AND returns_check_at = $2',
      [reference, putOffUntil, next],
    );
  }
}
