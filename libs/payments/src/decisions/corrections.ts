import type pg from 'pg';
import { cedisFromPesewas, type CorrectionKind, type Page, type PaymentCorrection } from '@abato/contracts';
import { readPage, sqlFile, type SqlRunner } from '@abato/database';
import { newId } from '@abato/platform';
import { type CountedNow, joinCountedNow } from '../checks/counted-now.js';
import { votesBack } from '../rules/refundable.js';

const WAITING = sqlFile(import.meta.url, './waiting-corrections.sql').replace(
  '/* counted now */',
  joinCountedNow('p.vote_id'),
);

/**
 * A confirmed request is ORDERED: a release that does not know such requests cannot confirm one (ADR 96). Only requests are WITHDRAWN.
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

interface WaitingRow extends CountedNow {
  id: string;
  payment_id: string;
  reference: string;
  title: string;
  contestant: string;
  kind: CorrectionKind;
  amount_pesewas: number;
  reason: string;
  entered_by: string;
  name: string | null;
  entered_at: Date;
  vote_count: number;
  taken: number;
  returned: number;
  total: number;
}

/** Those that wait, newest first. */
export async function waitingCorrections(
  pool: pg.Pool,
  page: Page,
): Promise<{ items: PaymentCorrection[]; total: number }> {
  const { rows, total } = await readPage(
    page,
    async (skip, take) => (await pool.query<WaitingRow>(WAITING, [skip, take])).rows,
  );
  const items = rows.map((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    reference: row.reference,
    contest: { title: row.title },
    contestant: { name: row.contestant },
    kind: row.kind,
    amount: cedisFromPesewas(row.amount_pesewas),
    returned: cedisFromPesewas(row.returned),
    votesBack: votesBackOf(row),
    reason: row.reason,
    enteredBy: { id: row.entered_by, name: row.name ?? '' },
    enteredAt: row.entered_at.toISOString(),
  }));
  return { items, total };
}

function votesBackOf({
  kind,
  vote_count: cast,
  counted_votes: counted,
  taken,
  returned,
  ...row
}: WaitingRow): number {
  return kind === 'KEPT' ? 0 : votesBack({ cast, counted, taken, returned }, row.amount_pesewas);
}
