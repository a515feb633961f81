import { Inject, Injectable } from '@nestjs/common';
import { type Actor, recordBy } from '@abato/accounts';
import { cedisFromPesewas, maskEmail, maskPhone, type PaymentEvidence } from '@abato/contracts';
import { sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { closeReturns } from '../reconcile/differences.js';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { PublishedLog } from '@abato/transparency';
import { DisputesService } from './disputes.service.js';
import { type EvidenceProof, evidencePdf } from './evidence-pdf.js';

const PROOF = sqlFile(import.meta.url, './evidence-proof.sql');
const EVIDENCE = sqlFile(import.meta.url, './evidence.sql');

type Text = string | null;
type Times<T> = Omit<T, 'amount'> & { amount: number };

/** One row of evidence.sql: times as PostgreSQL writes them into JSON, money in pesewas. */
interface EvidenceRow {
  payment: Record<'id' | 'reference' | 'method' | 'flow' | 'state' | 'currency' | 'created_at', string> &
    Record<
      | 'channel'
      | 'network'
      | 'phone_number'
      | 'provider_status'
      | 'provider_message'
      | 'provider_currency'
      | 'paid_at'
      | 'settled_at',
      Text
    > & {
      amount_pesewas: number;
      provider_amount_pesewas: number | null;
      fees_pesewas: number | null;
    };
  provider_transaction_id: Text;
  vote: Record<'id' | 'status' | 'source' | 'created_at', string> &
    Record<'voter_name' | 'voter_email' | 'voter_phone' | 'counted_at', Text> &
    Record<'vote_count' | 'multiplier' | 'price_pesewas' | 'amount_pesewas', number>;
  contest: string;
  category: string;
  contestant: string;
  receipt: PaymentEvidence['receipt'];
  history: (Omit<PaymentEvidence['history'][number], 'detail'> & { detail: object })[];
  provider_events: PaymentEvidence['providerEvents'];
  ledger: Times<PaymentEvidence['ledger'][number]>[];
  refund: Times<NonNullable<PaymentEvidence['refund']>> | null;
  other_attempts: PaymentEvidence['otherAttempts'];
  notes: PaymentEvidence['notes'];
}

/** What a super admin needs to answer a chargeback: notes, and everything about one payment in one file. */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'PUBLIC_URL'>,
    private readonly disputes: DisputesService,
    private readonly published: PublishedLog,
  ) {}

  /** As `addNote`. */
  async addNote(actor: Actor, paymentId: string, note: string): Promise<void> {
    await this.db.run(({ sql }) => addNote(sql, { actor, paymentId, note }, this.clock.now()));
  }

  /** Who took the file with them is written down. @throws AppError PAYMENT_NOT_FOUND */
  async collect(actor: Actor, paymentId: string): Promise<PaymentEvidence> {
    const now = this.clock.now();
    return this.db.run(async ({ sql }) => {
      const row = (await sql.query<EvidenceRow>(EVIDENCE, [paymentId])).rows[0];
      if (!row) throw new AppError('PAYMENT_NOT_FOUND');
      await recordBy(sql, actor, now, 'payment.evidence', ['payment', paymentId]);
      return evidenceFrom(row, now);
    });
  }

  /**
   * Of own contests, for super admins of all; resolved disputes too. Who took it is written down.
   * @throws AppError PAYMENT_NOT_FOUND for an unknown dispute and another organiser's
   */
  async pdf(actor: Actor, disputeId: string): Promise<{ name: string; bytes: Buffer }> {
    const { dispute, paymentId } = await this.disputes.view(actor, disputeId);
    const { contestId, reference } = dispute;
    // Entries are told only of a log that is public: their places tell how many votes there are.
    const isPublic = await this.published.isPublic(contestId);
    const { rows } = await this.db.query<Omit<EvidenceProof, 'checkpoint'>>(PROOF, [paymentId, isPublic]);
    const { log, rules } = rows[0] ?? { log: null, rules: null };
    const checkpoint = log && (await this.published.checkpoint(contestId));
    const evidence = await this.collect(actor, paymentId);
    const bytes = await evidencePdf(dispute, evidence, {
      proof: { log, rules, checkpoint },
      publicUrl: this.env.PUBLIC_URL,
    });
    return { name: `evidence-${reference}.pdf`, bytes };
  }
}

/** A note also closes the case of money that went back without a word. @throws AppError PAYMENT_NOT_FOUND */
export async function addNote(
  sql: SqlRunner,
  { actor, paymentId, note }: { actor: Pick<Actor, 'id'>; paymentId: string; note: string },
  now: Date,
): Promise<void> {
  const known = await sql.query('SELECT FROM payments WHERE id = $1', [paymentId]);
  if (!known.rowCount) throw new AppError('PAYMENT_NOT_FOUND');
  await closeReturns(sql, paymentId, now);
  await recordBy(sql, actor, now, 'payment.note', ['payment', paymentId], { note });
}

function evidenceFrom(row: EvidenceRow, now: Date): PaymentEvidence {
  const { payment, vote, receipt, refund } = row;
  return {
    madeAt: now.toISOString(),
    payment: {
      id: payment.id,
      reference: payment.reference,
      method: payment.method as PaymentEvidence['payment']['method'],
      channel: payment.channel,
      flow: payment.flow,
      network: payment.network,
      state: payment.state,
      amount: cedisFromPesewas(payment.amount_pesewas),
      currency: payment.currency,
      takenAmount: money(payment.provider_amount_pesewas),
      takenCurrency: payment.provider_currency,
      fees: money(payment.fees_pesewas),
      phoneNumber: payment.phone_number && maskPhone(payment.phone_number),
      providerTransactionId: row.provider_transaction_id,
      providerStatus: payment.provider_status,
      providerMessage: payment.provider_message,
      createdAt: iso(payment.created_at),
      paidAt: maybeIso(payment.paid_at),
      settledAt: maybeIso(payment.settled_at),
    },
    vote: {
      id: vote.id,
      contest: row.contest,
      category: row.category,
      contestant: row.contestant,
      voteCount: vote.vote_count,
      boughtVotes: vote.vote_count / vote.multiplier,
      price: cedisFromPesewas(vote.price_pesewas),
      amount: cedisFromPesewas(vote.amount_pesewas),
      status: vote.status as PaymentEvidence['vote']['status'],
      source: vote.source,
      voterName: vote.voter_name,
      voterEmail: vote.voter_email && maskEmail(vote.voter_email),
      voterPhone: vote.voter_phone && maskPhone(vote.voter_phone),
      castAt: iso(vote.created_at),
      countedAt: maybeIso(vote.counted_at),
    },
    receipt: receipt && {
      ...receipt,
      madeAt: iso(receipt.madeAt),
      smsSentAt: maybeIso(receipt.smsSentAt),
    },
    history: row.history.map((event) => ({
      ...event,
      at: iso(event.at),
      detail: JSON.stringify(event.detail),
    })),
    providerEvents: row.provider_events.map((event) => ({
      ...event,
      receivedAt: iso(event.receivedAt),
      processedAt: maybeIso(event.processedAt),
    })),
    ledger: row.ledger.map((entry) => ({
      ...entry,
      amount: cedisFromPesewas(entry.amount),
      at: iso(entry.at),
    })),
    refund: refund && {
      ...refund,
      amount: cedisFromPesewas(refund.amount),
      orderedAt: iso(refund.orderedAt),
    },
    otherAttempts: row.other_attempts.map((other) => ({ ...other, createdAt: iso(other.createdAt) })),
    notes: row.notes.map((note) => ({ ...note, at: iso(note.at) })),
  };
}

const iso = (time: string): string => new Date(time).toISOString();
const maybeIso = (time: Text): Text => time && iso(time);
const money = (pesewas: number | null): number | null =>
  pesewas === null ? null : cedisFromPesewas(pesewas);
