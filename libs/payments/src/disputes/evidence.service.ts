import { Inject, Injectable } from '@nestjs/common';
import { type Actor, recordBy } from '@abato/accounts';
import { maskEmail, maskPhone, type PaymentEvidence } from '@abato/contracts';
import { asView, sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { closeReturns } from '../reconcile/differences.js';
import { PublishedLog } from '@abato/transparency';
import { DisputesService } from './disputes.service.js';
import { type EvidenceProof, evidencePdf } from './evidence-pdf.js';

const PROOF = sqlFile(import.meta.url, './evidence-proof.sql');
const EVIDENCE = sqlFile(import.meta.url, './evidence.sql');

/** A row of evidence.sql: PaymentEvidence, with people not yet masked and amounts in pesewas. */
type EvidenceRow = Omit<PaymentEvidence, 'history' | 'madeAt'> & {
  history: (Omit<PaymentEvidence['history'][number], 'detail'> & { detail: object })[];
};

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
  const { payment, vote, history } = row;
  return asView<PaymentEvidence>({
    madeAt: now,
    ...row,
    payment: { ...payment, phoneNumber: payment.phoneNumber && maskPhone(payment.phoneNumber) },
    vote: {
      ...vote,
      voterEmail: vote.voterEmail && maskEmail(vote.voterEmail),
      voterPhone: vote.voterPhone && maskPhone(vote.voterPhone),
    },
    history: history.map((event) => ({ ...event, detail: JSON.stringify(event.detail) })),
  });
}
