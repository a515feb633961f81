import { Inject, Injectable } from '@nestjs/common';
import { type Actor, type AuditAction, ownerScope, recordBy } from '@abato/accounts';
import {
  cedisFromPesewas,
  type DisputeView,
  localPhone,
  type Page,
  type PaymentCorrectionResult,
} from '@abato/contracts';
import { readPage, type SqlRunner, Transactions } from '@abato/database';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
} from '@abato/platform';
import { payerEmail } from '../attempts/begin-call.js';
import { ProviderError, PaystackClient, type Provider } from '@abato/paystack';
import {
  joinLastRequest,
  LAST_REQUEST,
  type LastRequest,
  requestOf,
  answerRequest,
} from '../decisions/corrections.js';
import { RefundRequestsService } from '../decisions/refund-requests.service.js';
import { secondFactorRequired, sumAbove } from '../decisions/day-sums.js';
import { recordDispute, returnedBefore } from './record-dispute.js';

interface DisputeRow extends LastRequest {
  id: string;
  payment_id: string;
  contest_id: string;
  reference: string;
  title: string;
  contestant: string;
  vote_count: number;
  status: string;
  resolution: string | null;
  amount_pesewas: number;
  paid_pesewas: number;
  returned_before: number;
  due_at: Date | null;
  evidence_id: string | null;
  attachment: string | null;
  resolved_at: Date | null;
  vote_id: string;
  voter_name: string | null;
  voter_email: string | null;
  voter_phone: string | null;
  total: number;
}

/** What an organiser answers to a dispute. The provider passes it on to the payer's bank. */
@Injectable()
export class DisputesService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly requests: RefundRequestsService,
  ) {}

  /** Of own contests, for super admins of all: open ones first, by the date an answer is due. */
  async list(actor: Actor, page: Page): Promise<{ items: DisputeView[]; total: number }> {
    const { rows, total } = await readPage(page, (skip, take) => this.rows(actor, null, skip, take));
    return { items: rows.map(viewOf), total };
  }

  /** One dispute, resolved or not. @throws AppError PAYMENT_NOT_FOUND for an unknown one and another organiser's */
  async view(actor: Actor, id: string): Promise<{ dispute: DisputeView; paymentId: string }> {
    const row = await this.read(actor, id);
    return { dispute: viewOf(row), paymentId: row.payment_id };
  }

  /**
   * Tell the payer's bank what was paid for. Who paid is taken from the vote, so that no organiser has to see it.
   * @throws AppError PAYMENT_NOT_FOUND for an unknown dispute and another organiser's; CONFLICT when it is resolved; PROVIDER_…
   */
  async addEvidence(
    actor: Actor,
    id: string,
    { serviceDetails, file }: { serviceDetails: string; file?: Provider.EvidenceFile },
  ): Promise<void> {
    const dispute = await this.find(actor, id);
    const attachment = file ? await this.ask(() => this.client.disputes.upload(id, file)) : null;
    const evidenceId = await this.ask(() =>
      this.client.disputes.addEvidence(id, {
        customerEmail: payerEmail({ voteId: dispute.vote_id, voterEmail: dispute.voter_email }, this.env),
        customerName: dispute.voter_name ?? 'Voter',
        customerPhone: dispute.voter_phone ? localPhone(dispute.voter_phone) : 'not given',
        serviceDetails,
      }),
    );
    await this.write(
      actor,
      dispute,
      'dispute.evidence',
      { evidenceId, withFile: Boolean(file) },
      async (sql, now) => {
        await sql.query(
          `UPDATE disputes SET evidence_id = $2, attachment = coalesce($3, attachment), updated_at = $4 WHERE id = $1`,
          [id, evidenceId, attachment, now],
        );
      },
    );
  }

  /**
   * Accept or contest a dispute. What becomes of the money and the votes is settled by the provider's webhook, as for every dispute. An organiser's
   * acceptance of much money is a request, which a super admin decides as one for a refund. The answer of either closes such a request.
   * @throws AppError as `addEvidence`; SECOND_FACTOR_REQUIRED as for a refund; CONFLICT when a request waits already
   */
  async resolve(
    actor: Actor,
    id: string,
    answer: 'accept' | 'decline',
    message: string,
  ): Promise<PaymentCorrectionResult> {
    const dispute = await this.find(actor, id);
    const { payment_id: paymentId, amount_pesewas: amountPesewas, reference } = dispute;
    const request = { paymentId, kind: 'DISPUTE', disputeId: id } as const;
    if (answer === 'accept' && (await this.needsAnother(actor, dispute)))
      return this.requests.askToAccept(actor, { ...request, amountPesewas, reason: message }, reference);
    // The provider demands a file for both answers.
    const uploadedFilename =
      dispute.attachment ??
      (await this.ask(() => this.client.disputes.upload(id, statementOf(dispute, message))));
    const isAccepted = answer === 'accept';
    const resolved = await this.ask(() =>
      this.client.disputes.resolve(id, {
        resolution: isAccepted ? 'merchant-accepted' : 'declined',
        message,
        refundAmount: isAccepted ? dispute.amount_pesewas : 0,
        uploadedFilename,
        evidence: dispute.evidence_id ?? undefined,
      }),
    );
    const payment = { ...dispute, id: dispute.payment_id, amount_pesewas: dispute.paid_pesewas };
    const told = { ...resolved, refundAmount: dispute.amount_pesewas };
    const resolution = {
      answer,
      message,
      ...(isAccepted && { kind: 'DISPUTE', amountPesewas: dispute.amount_pesewas }),
    };
    await this.write(actor, dispute, 'dispute.resolve', resolution, async (sql, now) => {
      const asked = { sql, now, publicUrl: this.env.PUBLIC_URL };
      await answerRequest(asked, request, actor.id, isAccepted ? 'ORDERED' : 'REJECTED');
      await recordDispute(sql, payment, told, { now });
    });
    return { awaitsConfirmation: false, correctionId: null };
  }

  /**
   * Accepting gives the money back, as a refund does: above the setting, by itself or with what was accepted in the contest today, it is the
   * decision of a super admin with a second factor.
   * @returns whether the actor may only ask for it
   * @throws AppError SECOND_FACTOR_REQUIRED
   */
  private async needsAnother(
    actor: Actor,
    { payment_id: paymentId, amount_pesewas: amountPesewas }: DisputeRow,
  ): Promise<boolean> {
    const limit = this.env.REFUND_SECOND_FACTOR_ABOVE * 100;
    return this.db.run(async ({ sql }) => {
      const asked = { step: 'dispute', paymentId, amountPesewas } as const;
      const above = await sumAbove({ sql, now: this.clock.now() }, asked, limit);
      if (above && actor.role !== 'SUPER_ADMIN') return true;
      if (above && !actor.secondFactor) throw secondFactorRequired(amountPesewas, limit);
      return false;
    });
  }

  private async write(
    actor: Actor,
    dispute: DisputeRow,
    action: AuditAction,
    detail: Record<string, unknown>,
    change: (sql: SqlRunner, now: Date) => Promise<void>,
  ): Promise<void> {
    const now = this.clock.now();
    await this.db.run(async ({ sql }) => {
      await change(sql, now);
      await recordBy(sql, actor, now, action, ['payment', dispute.payment_id], {
        dispute: dispute.id,
        ...detail,
      });
    });
  }

  private async read(actor: Actor, id: string): Promise<DisputeRow> {
    const [dispute] = /^[1-9]\d{0,17}$/.test(id) ? await this.rows(actor, id, 0, 1) : [];
    if (!dispute) throw new AppError('PAYMENT_NOT_FOUND', 'Dispute not found');
    return dispute;
  }

  private async find(actor: Actor, id: string): Promise<DisputeRow> {
    const dispute = await this.read(actor, id);
    if (dispute.status === 'resolved') throw new AppError('CONFLICT', 'This dispute is resolved already.');
    return dispute;
  }

  private async rows(actor: Actor, id: string | null, skip: number, take: number): Promise<DisputeRow[]> {
    const { rows } = await this.db.query<DisputeRow>(
      `SELECT d.id::text, d.payment_id, d.contest_id, p.reference, coalesce(c.title, '') AS title,
         coalesce(n.name, '') AS contestant, v.vote_count, d.status, d.resolution, d.amount_pesewas,
         payment_received(p) AS paid_pesewas, ${returnedBefore('p.id', 'd.id')} AS returned_before, d.due_at, d.evidence_id::text, d.attachment, d.resolved_at,
         ${LAST_REQUEST}, v.id AS vote_id, v.voter_name, v.voter_email, v.voter_phone, count(*) OVER ()::int AS total
       FROM disputes d
       JOIN payments p ON p.id = d.payment_id
       JOIN votes v ON v.id = p.vote_id
       LEFT JOIN contests c ON c.id = d.contest_id
       LEFT JOIN contestants n ON n.id = v.contestant_id
       ${joinLastRequest(`p.id AND kind = 'DISPUTE' AND dispute_id = d.id`)}
       WHERE ($1::uuid IS NULL OR c.user_id = $1) AND ($2::bigint IS NULL OR d.id = $2)
       ORDER BY d.status = 'resolved', d.due_at NULLS LAST, d.id DESC OFFSET $3 LIMIT $4`,
      [ownerScope(actor), id, skip, take],
    );
    return rows;
  }

  private async ask<T>(call: () => Promise<T>): Promise<T> {
    return call().catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      this.log.warn({ failure: error.failure, reason: error.message }, 'answering a dispute failed');
      if (error.failure === 'rejected' || error.failure === 'not-found')
        throw new AppError('CONFLICT', {
          message: `The provider refused this: ${error.message}`,
          cause: error,
        });
      throw new AppError('PROVIDER_UNAVAILABLE', {
        message: 'The payment provider did not answer. Please try again in a moment.',
        cause: error,
      });
    });
  }
}

/** What is known of the sale, for a dispute that is answered without a file. */
function statementOf(dispute: DisputeRow, message: string): Provider.EvidenceFile {
  const lines = [
    `Payment: ${dispute.reference}`,
    `Paid: GHS ${cedisFromPesewas(dispute.paid_pesewas).toFixed(2)}`,
    `For: ${dispute.vote_count} votes for ${dispute.contestant} in ${dispute.title}`,
    `Answer: ${message}`,
  ];
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  return { name: `statement-${dispute.reference}.txt`, contentType: 'text/plain', bytes };
}

function viewOf(row: DisputeRow): DisputeView {
  return {
    id: row.id,
    reference: row.reference,
    contestId: row.contest_id,
    contestTitle: row.title,
    contestantName: row.contestant,
    voteCount: row.vote_count,
    amount: cedisFromPesewas(row.amount_pesewas),
    paid: cedisFromPesewas(row.paid_pesewas),
    returnedBefore: cedisFromPesewas(row.returned_before),
    state: row.status === 'resolved' ? 'resolved' : row.evidence_id ? 'answered' : 'open',
    resolution: row.resolution,
    dueAt: row.due_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    hasFile: row.attachment !== null,
    refundRequest: requestOf(row),
  };
}
