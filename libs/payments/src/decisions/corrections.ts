import { type CorrectionKind, type Page, type PaymentCorrection } from '@abato/contracts';
import { asView, readPage, sqlFile, type SqlRunner } from '@abato/database';
import { newId } from '@abato/platform';
import { type RefundAnswer, refundDecisionMail } from '@abato/messages';
import { joinCountedNow } from '@abato/voting';
import type { ConfirmingTransaction } from '../confirm/confirmation.service.js';
import { mailPerson } from '../mail-people.js';
import { PAYMENT_STATES, type PaymentState } from '../rules/payment-state.js';
import { votesBack } from '../rules/refundable.js';

/** SQL: the last request about a payment that another person decides, as lists show it, of `joinLastRequest`; the reason only of a rejection. */
export const LAST_REQUEST = `CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('state', coalesce(k.decision, 'WAITING'),
  'decisionReason', CASE k.decision WHEN 'REJECTED' THEN k.decision_reason END) END AS "refundRequest"`;

/** SQL: joins it. @param of SQL of the payment's id, and further conditions */
export const joinLastRequest = (of: string): string =>
  `LEFT JOIN LATERAL (
     SELECT id, decision, decision_reason FROM payment_corrections
     WHERE payment_id = ${of} ORDER BY entered_at DESC, id DESC LIMIT 1) k ON true`;

const WAITING = sqlFile(import.meta.url, './waiting-corrections.sql').replace(
  '/* counted now */',
  joinCountedNow('p.vote_id'),
);

/**
 * A confirmed request is ORDERED: a release that does not know such requests cannot confirm one (ADR 13). Only requests are WITHDRAWN.
 */
export type CorrectionDecision = 'CONFIRMED' | 'REJECTED' | 'ORDERED' | 'WITHDRAWN';

/** What is said about a payment's money. */
export interface Correction {
  paymentId: string;
  kind: CorrectionKind;
  amountPesewas: number;
  reason: string;
  /** Of the kind DISPUTE: the provider's id of the dispute that is to be accepted. */
  disputeId?: string | null;
}

/** Whether one person asks that money is given back and another decides, whatever the amount. */
export const isRequest = (kind: CorrectionKind): kind is RequestKind =>
  kind === 'REFUND' || kind === 'DISPUTE';
export type RequestKind = Extract<CorrectionKind, 'REFUND' | 'DISPUTE'>;

export interface LockedCorrection extends Correction {
  enteredBy: string;
  decision: CorrectionDecision | null;
}

/** Keep a correction until a second person confirms it. @returns its id; null when one about this payment waits already */
export async function insertCorrection(
  sql: SqlRunner,
  correction: Correction,
  enteredBy: string,
  now: Date,
): Promise<string | null> {
  const { paymentId, kind, amountPesewas, reason, disputeId = null } = correction;
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO payment_corrections (id, payment_id, kind, amount_pesewas, reason, entered_by, entered_at, dispute_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (payment_id) WHERE decision IS NULL DO NOTHING RETURNING id`,
    [newId(), paymentId, kind, amountPesewas, reason, enteredBy, now, disputeId],
  );
  return rows[0]?.id ?? null;
}

/** Two decisions about it follow one after the other. */
export async function lockCorrection(sql: SqlRunner, id: string): Promise<LockedCorrection | null> {
  const { rows } = await sql.query<LockedCorrection>(
    `SELECT payment_id AS "paymentId", kind, amount_pesewas AS "amountPesewas", reason, dispute_id::text AS "disputeId", entered_by AS "enteredBy", decision
     FROM payment_corrections WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
}

export async function decideCorrection(
  sql: SqlRunner,
  id: string,
  decided: { decision: CorrectionDecision; actorUserId: string; at: Date; reason: string | null },
): Promise<void> {
  await sql.query(
    `UPDATE payment_corrections SET decision = $2, decided_by = $3, decided_at = $4, decision_reason = $5 WHERE id = $1`,
    [id, decided.decision, decided.actorUserId, decided.at, decided.reason],
  );
}

interface WaitingRow {
  kind: CorrectionKind;
  amountPesewas: number;
  votes: { cast: number; counted: number; taken: number; returned: number };
}

/** Those that wait, newest first. */
export function waitingCorrections(
  sql: SqlRunner,
  page: Page,
): Promise<{ items: PaymentCorrection[]; total: number }> {
  return readPage(sql, WAITING, [], page, ({ votes, ...row }: WaitingRow) =>
    asView<PaymentCorrection>({
      ...row,
      returnedPesewas: votes.returned,
      votesBack: row.kind === 'KEPT' ? 0 : votesBack(votes, row.amountPesewas),
    }),
  );
}

type Asked = Pick<ConfirmingTransaction, 'sql' | 'now' | 'publicUrl'>;

/** Which open request of a payment is meant. */
export interface RequestOf {
  paymentId: string;
  kind: RequestKind;
  /** Of the kind DISPUTE. */
  disputeId?: string | null;
}

/** Mail the organiser who asked for money to be given back what became of it; super admins see it on their screen. */
export async function notifyAsker(
  { sql, now, publicUrl }: Asked,
  { paymentId, kind, enteredBy }: RequestOf & { enteredBy: string },
  isOrdered: boolean,
): Promise<void> {
  const { rows } = await sql.query<{ reference: string; state: PaymentState; returned: number }>(
    'SELECT reference, state, returned_pesewas AS returned FROM payments WHERE id = $1',
    [paymentId],
  );
  const [payment] = rows;
  if (!payment) return;
  const isDispute = kind === 'DISPUTE';
  const ordered = isDispute ? 'accepted' : 'ordered';
  const answer = isOrdered ? ordered : rejectionOf(payment, isDispute);
  await mailPerson(sql, refundDecisionMail(payment.reference, answer, publicUrl), now, enteredBy);
}

/** A request may be rejected because the money went back in another way. */
function rejectionOf(
  { state, returned }: { state: PaymentState; returned: number },
  isDispute: boolean,
): RefundAnswer {
  if (PAYMENT_STATES[state].kind !== 'counted') return 'returned';
  if (isDispute) return 'not-accepted';
  return returned > 0 ? 'returned-in-part' : 'refused';
}

/** Lock the open request about a payment, before the payment is locked as a confirmation does it. */
export async function lockOpenRequest(
  sql: SqlRunner,
  { paymentId, kind, disputeId = null }: RequestOf,
): Promise<{ id: string; enteredBy: string; amountPesewas: number } | null> {
  const { rows } = await sql.query<{ id: string; enteredBy: string; amountPesewas: number }>(
    `SELECT id, entered_by AS "enteredBy", amount_pesewas AS "amountPesewas" FROM payment_corrections
     WHERE payment_id = $1 AND kind = $2 AND dispute_id IS NOT DISTINCT FROM $3::bigint AND decision IS NULL FOR UPDATE`,
    [paymentId, kind, disputeId],
  );
  return rows[0] ?? null;
}

/**
 * What a person has done about a payment answers the open request for it. One of the same person is withdrawn: what a person asks for, another
 * confirms.
 * @param asked with the transaction in which it was done
 */
export async function answerRequest(
  asked: Asked,
  of: RequestOf,
  actorUserId: string,
  decision: 'ORDERED' | 'REJECTED',
): Promise<void> {
  const request = await lockOpenRequest(asked.sql, of);
  if (!request) return;
  const isOwn = request.enteredBy === actorUserId;
  await decideCorrection(asked.sql, request.id, {
    decision: isOwn ? 'WITHDRAWN' : decision,
    actorUserId,
    at: asked.now,
    reason: null,
  });
  if (!isOwn) await notifyAsker(asked, { ...of, enteredBy: request.enteredBy }, decision === 'ORDERED');
}
