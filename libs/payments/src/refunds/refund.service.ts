import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { PaystackClient, ProviderError, type Provider } from '@abato/paystack';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { Confirmation } from '../confirm/confirmation.service.js';
import {
  ASK_AGAIN_AFTER_MS,
  type DueRefund,
  dueRefunds,
  REFUND_LIFE_MS,
  refundAccepted,
  refundAsked,
  refundNeverHeard,
  refundPutOff,
  refundsToPoll,
  type RefundToPoll,
  type RefundToSend,
} from './refunds.js';
import { isOurs, type MoneyLeft, noteOf, confirmReturns } from './returns.js';

/**
 * A reading is repeated when it ended longer ago than this, and than it took: refunds may be made at the provider meanwhile. However long the list,
 * at most half of the time goes into reading it.
 */
const VALID_MS = 30_000;

interface Reading {
  askedAt: Date;
  refunds: Promise<ReadonlyMap<string, Provider.Refund[]>>;
  /** Epoch milliseconds; not while it is under way. */
  validUntil: number;
}

/**
 * The provider's refunds of all payments that are due, read once for all of them: its list has no filter by transaction, so that reading it
 * for each would cost the square of their number.
 */
export class RefundReading {
  private last: Reading | null = null;

  constructor(
    private readonly client: Pick<PaystackClient, 'refunds'>,
    private readonly clock: Clock,
    private readonly due: readonly Omit<DueRefund, 'reference'>[],
  ) {}

  /** @returns the refunds of one of these payments, and when the provider was asked @throws ProviderError, for all while a reading has failed */
  async of({
    transaction,
  }: Pick<DueRefund, 'transaction'>): Promise<{ refunds: Provider.Refund[]; askedAt: Date }> {
    if (!this.due.some((one) => one.transaction === transaction))
      throw new Error('a payment that is not due');
    if (!this.last || +this.clock.now() > this.last.validUntil) this.last = this.read();
    const { askedAt, refunds } = this.last;
    return { refunds: (await refunds).get(transaction) ?? [], askedAt };
  }

  private read(): Reading {
    const askedAt = this.clock.now();
    const begunAt = new Date(Math.min(...this.due.map((one) => +one.begunAt)));
    const transactions = this.due.map((one) => one.transaction);
    const refunds = this.client.refunds.list(transactions, begunAt);
    const reading = { askedAt, refunds, validUntil: Infinity };
    const ended = (): void => {
      const now = +this.clock.now();
      reading.validUntil = now + Math.max(VALID_MS, now - +askedAt);
    };
    refunds.then(ended, ended);
    return reading;
  }
}

const EVERY_MS = 2_000;
/** Refunds that are sent in a sweep: the provider's list is read once for all of them. */
const SENT_PER_SWEEP = 500;
/** Refunds that are asked about in a sweep, each by its id. */
const POLLED_PER_SWEEP = 20;
/** Refunds that a person asked for at the provider are under way: ours waits for their end. */
const WAIT_FOR_OTHERS_SECONDS = 30 * 60;

/** Gives money back: duplicates and late payments by itself, others by order. Exactly what is left, and never twice (ADR 13). */
@Injectable()
export class RefundService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
    sweeps: Sweeps,
  ) {
    sweeps.add('refunds to send', EVERY_MS, (stopping) => this.sendDue(stopping));
    sweeps.add('refunds under way', EVERY_MS, (stopping) => this.poll(stopping));
  }

  private async sendDue(stopping: AbortSignal): Promise<void> {
    const due = await dueRefunds(this.db, this.clock.now(), SENT_PER_SWEEP);
    const reading = new RefundReading(this.client, this.clock, due);
    const take = async ({ reference, transaction }: DueRefund): Promise<void> => {
      const refund = await this.confirmation.takeRefund(reference);
      if (refund) await this.send({ ...refund, transaction }, reading);
    };
    await tryEach(due, take, { stopping });
  }

  private async send(refund: RefundToSend, reading: RefundReading): Promise<void> {
    try {
      // Refunds made at the provider count too: only what they leave is asked for.
      const { refunds: known, askedAt } = await reading.of(refund);
      const money = await this.confirmKnown(refund.reference, known, askedAt);
      if (money?.refund?.status !== 'SENT') return;
      const earlier = known.find((other) => other.status !== 'failed' && isNew(other, money));
      if (earlier) return await this.accept(refund, earlier);
      if (refund.lookFirst && !(await this.wasNeverHeard(refund))) {
        await this.putOff(refund, { heard: true, error: 'the provider shows no refund yet' });
        return;
      }
      await this.askForRest(refund, money);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await this.recover(refund, error);
    }
  }

  private async askForRest(
    refund: RefundToSend,
    money: MoneyLeft & { underWayPesewas: number },
  ): Promise<void> {
    const amount = money.takenPesewas - money.returnedPesewas - money.underWayPesewas;
    if (amount <= 0) {
      const error = 'other refunds of this payment are under way';
      await this.putOff(refund, { heard: false, error, retryAfter: WAIT_FOR_OTHERS_SECONDS });
      return;
    }
    // Committed before the call: by this amount a refund with a lost answer is found again.
    if (!(await refundAsked(this.db, refund.id, amount, this.clock.now()))) return;
    const { transaction, currency } = refund;
    const accepted = await this.client.refunds.send({
      transaction,
      amount,
      currency,
      note: noteOf(refund.id),
    });
    await this.accept(refund, accepted);
  }

  /** What became of an earlier call with an unknown end. @returns whether it was certainly not heard */
  private async wasNeverHeard(refund: RefundToSend): Promise<boolean> {
    const now = this.clock.now();
    if (refund.sentAt && now.getTime() - refund.sentAt.getTime() < ASK_AGAIN_AFTER_MS) return false;
    await refundNeverHeard(this.db, refund.id, now);
    return true;
  }

  private async accept(refund: RefundToSend, accepted: Provider.Refund): Promise<void> {
    // Without its id it could not be told apart from others: it is looked for in the list.
    if (accepted.id === null)
      return await this.putOff(refund, { heard: true, error: 'the provider gave the refund no id' });
    await refundAccepted(this.db, refund.id, accepted.id, this.clock.now());
    await this.confirmKnown(refund.reference, [accepted], this.clock.now());
  }

  private async recover(refund: RefundToSend, error: ProviderError): Promise<void> {
    const { failure, message, details } = error;
    this.log.warn({ refundId: refund.id, failure, reason: message }, 'a refund call failed');
    if (failure !== 'rejected' && failure !== 'not-found') {
      const heard = failure === 'unknown' || refund.lookFirst;
      await this.putOff(refund, { heard, error: message, retryAfter: details.retryAfter });
      return;
    }
    // "Already reversed" is a refusal too: a refund made elsewhere, perhaps our own lost one. The list says how much is left.
    const askedAt = this.clock.now();
    const known = await this.listed(refund).catch(() => []);
    const money = await this.confirmKnown(refund.reference, known, askedAt);
    if (money?.refund?.status !== 'SENT') return;
    const earlier = known.find((other) => other.status !== 'failed' && isNew(other, money));
    if (earlier) return await this.accept(refund, earlier);
    const left = money.takenPesewas - money.returnedPesewas - money.underWayPesewas;
    // Another refund came between our reading and our call: ask for what it leaves.
    if (left !== money.refund.amountPesewas) await this.putOff(refund, { heard: false, error: message });
    else await this.settleRefused(refund, message);
  }

  /** A bank may have taken the money back without telling us: then nothing is left to give back. */
  private async settleRefused(refund: RefundToSend, reason: string): Promise<void> {
    const { reference } = refund;
    const proof = await this.client.verify(reference, 'books').then(
      (transaction) => transaction.proof,
      (error: unknown) => {
        if (error instanceof ProviderError) return null;
        throw error;
      },
    );
    if (!proof) await this.putOff(refund, { heard: refund.lookFirst, error: reason });
    else if (proof.status === 'reversed')
      await this.confirmation.confirm({ reference, proof, source: 'refund' });
    else await this.stuck(reference, 'refund_failed');
  }

  private async stuck(reference: string, providerStatus: string, askedAt?: Date): Promise<void> {
    const proof = { status: 'refund-stuck', providerStatus, askedAt } as const;
    await this.confirmation.confirm({ reference, proof, source: 'refund' });
  }

  private async putOff(
    refund: RefundToSend,
    outcome: { heard: boolean; error: string; retryAfter?: number },
  ): Promise<void> {
    const now = this.clock.now();
    // Neither a provider that gives no answer nor another refund that never ends keeps the money waiting without a person.
    if (now.getTime() - refund.since.getTime() > REFUND_LIFE_MS)
      await this.stuck(refund.reference, 'refund_overdue');
    else await refundPutOff(this.db, refund.id, outcome, now);
  }

  private async poll(stopping: AbortSignal): Promise<void> {
    const due = await refundsToPoll(this.db, this.clock.now(), POLLED_PER_SWEEP);
    await tryEach(due, (refund) => this.ask(refund), { stopping });
  }

  private async ask(due: RefundToPoll): Promise<void> {
    const askedAt = this.clock.now();
    try {
      const refund = await this.client.refunds.fetch(due.providerRefundId, due.transaction);
      await this.confirmKnown(due.reference, [refund], askedAt);
      const isOver = this.clock.now().getTime() - due.acceptedAt.getTime() > REFUND_LIFE_MS;
      if (isOver && (refund.status === 'pending' || refund.status === 'processing'))
        await this.stuck(due.reference, 'refund_overdue', askedAt);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.log.warn({ failure: error.failure, reason: error.message }, 'asking about a refund failed');
    }
  }

  /** Read for this refund alone. @throws ProviderError */
  private async listed({ transaction, begunAt }: RefundToSend): Promise<Provider.Refund[]> {
    return (await this.client.refunds.list([transaction], begunAt)).get(transaction) ?? [];
  }

  private confirmKnown(
    reference: string,
    refunds: readonly Provider.Refund[],
    askedAt: Date,
  ): ReturnType<typeof confirmReturns> {
    return confirmReturns(this.confirmation, this.db, reference, { refunds, askedAt });
  }
}

/** Ours, and not one that went through before. */
const isNew = (refund: Provider.Refund, money: MoneyLeft): boolean =>
  isOurs(refund, money) && refund.id !== null && !money.known.includes(refund.id);
