import { Inject, Injectable } from '@nestjs/common';
import { type Actor, type AuditAction, ownerScope, recordBy } from '@abato/accounts';
import {
  cedisFromPesewas,
  type DisputeView,
  localPhone,
  type Page,
  type PaymentCorrectionResult,
} from '@abato/contracts';
import { asView, readPage, type SqlRunner, Transactions } from '@abato/database';
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
import { answerRequest, joinLastRequest, LAST_REQUEST } from '../decisions/corrections.js';
import { RefundRequestsService } from '../decisions/refund-requests.service.js';
import { secondFactorRequired, sumAbove } from '../decisions/day-sums.js';
import { recordDispute, returnedBefore } from './record-dispute.js';

type Shown = 'id' | 'reference' | 'contestId' | 'contestTitle' | 'contestantName' | 'voteCount' | 'state';

/** A dispute as it is shown, with amounts in pesewas, and what is needed to answer it. */
interface DisputeRow extends Pick<DisputeView, Shown> {
  amountPesewas: number;
  paidPesewas: number;
  own: {
    paymentId: string;
    evidenceId: string | null;
    attachment: string | null;
    voteId: string;
    voterName: string | null;
    voterEmail: string | null;
    voterPhone: string | null;
  };
}

/** Input: $1 owner of the contests (null: all), $2 dispute (null: all), $3 rows to skip, $4 rows to take. */
const DISPUTES = `SELECT d.id::text, p.reference, d.contest_id AS "contestId", coalesce(c.title, '') AS "contestTitle",
    coalesce(n.name, '') AS "contestantName", v.vote_count AS "voteCount", d.amount_pesewas AS "amountPesewas",
    payment_received(p) AS "paidPesewas", ${returnedBefore('p.id', 'd.id')} AS "returnedBeforePesewas",
    CASE WHEN d.status = 'resolved' THEN 'resolved' WHEN d.evidence_id IS NOT NULL THEN 'answered' ELSE 'open' END AS state,
    d.resolution, d.due_at AS "dueAt", d.resolved_at AS "resolvedAt", d.attachment IS NOT NULL AS "hasFile", ${LAST_REQUEST},
    jsonb_build_object('paymentId', d.payment_id, 'evidenceId', d.evidence_id::text, 'attachment', d.attachment, 'voteId', v.id,
      'voterName', v.voter_name, 'voterEmail', v.voter_email, 'voterPhone', v.voter_phone) AS own,
    count(*) OVER ()::int AS total
  FROM disputes d
  JOIN payments p ON p.id = d.payment_id
  JOIN votes v ON v.id = p.vote_id
  LEFT JOIN contests c ON c.id = d.contest_id
  LEFT JOIN contestants n ON n.id = v.contestant_id
  ${joinLastRequest(`p.id AND kind = 'DISPUTE' AND dispute_id = d.id`)}
  WHERE ($1::uuid IS NULL OR c.user_id = $1) AND ($2::bigint IS NULL OR d.id = $2)
  ORDER BY d.status = 'resolved', d.due_at NULLS LAST, d.id DESC OFFSET $3 LIMIT $4`;
const viewOf = ({ own: _, ...row }: DisputeRow) => asView<DisputeView>(row);

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
    return readPage(this.db, DISPUTES, [ownerScope(actor), null], page, viewOf);
  }

  /** One dispute, resolved or not. @throws AppError PAYMENT_NOT_FOUND for an unknown one and another organiser's */
  async view(actor: Actor, id: string): Promise<{ dispute: DisputeView; paymentId: string }> {
    const row = await this.read(actor, id);
    return { dispute: viewOf(row), paymentId: row.own.paymentId };
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
    const { voteId, voterName, voterEmail, voterPhone } = dispute.own;
    const attachment = file ? await this.ask(() => this.client.disputes.upload(id, file)) : null;
    const evidenceId = await this.ask(() =>
      this.client.disputes.addEvidence(id, {
        customerEmail: payerEmail({ voteId, voterEmail }, this.env),
        customerName: voterName ?? 'Voter',
        customerPhone: voterPhone ? localPhone(voterPhone) : 'not given',
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
    const { amountPesewas, reference, own } = dispute;
    const { paymentId } = own;
    const request = { paymentId, kind: 'DISPUTE', disputeId: id } as const;
    if (answer === 'accept' && (await this.needsAnother(actor, dispute)))
      return this.requests.askToAccept(actor, { ...request, amountPesewas, reason: message }, reference);
    // The provider demands a file for both answers.
    const uploadedFilename =
      own.attachment ??
      (await this.ask(() => this.client.disputes.upload(id, statementOf(dispute, message))));
    const isAccepted = answer === 'accept';
    const resolved = await this.ask(() =>
      this.client.disputes.resolve(id, {
        resolution: isAccepted ? 'merchant-accepted' : 'declined',
        message,
        refundAmount: isAccepted ? amountPesewas : 0,
        uploadedFilename,
        evidence: own.evidenceId ?? undefined,
      }),
    );
    const { contestId: contest_id, paidPesewas: amount_pesewas } = dispute;
    const payment = { id: paymentId, contest_id, reference, amount_pesewas };
    const told = { ...resolved, refundAmount: amountPesewas };
    const resolution = {
      answer,
      message,
      ...(isAccepted && { kind: 'DISPUTE', amountPesewas }),
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
    { amountPesewas, own: { paymentId } }: DisputeRow,
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
      await recordBy(sql, actor, now, action, ['payment', dispute.own.paymentId], {
        dispute: dispute.id,
        ...detail,
      });
    });
  }

  private async read(actor: Actor, id: string): Promise<DisputeRow> {
    const one = [ownerScope(actor), id, 0, 1];
    const known = /^[1-9]\d{0,17}$/.test(id) ? await this.db.query<DisputeRow>(DISPUTES, one) : null;
    const dispute = known?.rows[0];
    if (!dispute) throw new AppError('PAYMENT_NOT_FOUND', 'Dispute not found');
    return dispute;
  }

  private async find(actor: Actor, id: string): Promise<DisputeRow> {
    const dispute = await this.read(actor, id);
    if (dispute.state === 'resolved') throw new AppError('CONFLICT', 'This dispute is resolved already.');
    return dispute;
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
    `Paid: GHS ${cedisFromPesewas(dispute.paidPesewas).toFixed(2)}`,
    `For: ${dispute.voteCount} votes for ${dispute.contestantName} in ${dispute.contestTitle}`,
    `Answer: ${message}`,
  ];
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  return { name: `statement-${dispute.reference}.txt`, contentType: 'text/plain', bytes };
}
