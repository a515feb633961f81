import type { Actor, AuditAction } from '@abato/accounts';
import { cedisFromPesewas, type CorrectionKind, formatCedis } from '@abato/contracts';
import type { SqlRunner } from '@abato/database';
import { AppError, type Environment } from '@abato/platform';
import type { ConfirmingTransaction } from '../confirm/confirmation.service.js';

/** Namespace of the advisory lock: nothing else in this database uses it. */
const LOCK_SPACE = 4_413;
const DAY_MS = 86_400_000;

/** The beginning of a day in UTC, which is Ghana's time all year. */
export const dayOf = (now: Date): Date => new Date(Math.floor(+now / DAY_MS) * DAY_MS);

/**
 * Until the transaction ends no other one decides about the money of this contest by a sum, so that many at once are counted too. Every
 * threshold for a second person or factor is one of the sum per contest and day: a sum in parts needs them as the whole does.
 */
export async function lockDaySums(sql: SqlRunner, contestId: string): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, contestId]);
}

/** The same for the contest of a payment. Taken before any lock of a payment. @returns the contest @throws AppError PAYMENT_NOT_FOUND */
export async function lockDaySumsOf(sql: SqlRunner, paymentId: string): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('SELECT contest_id AS id FROM payments WHERE id = $1', [
    paymentId,
  ]);
  if (!rows[0]) throw new AppError('PAYMENT_NOT_FOUND');
  await lockDaySums(sql, rows[0].id);
  return rows[0].id;
}

/**
 * What persons have decided today about money of the payments of a contest, by the audit log: its rows of these actions name kind and amount.
 * Locks as `lockDaySumsOf`, which the caller has called before it locked a payment.
 * @param of.paymentId its contest is summed
 * @returns pesewas
 * @throws AppError PAYMENT_NOT_FOUND
 */
export async function decidedToday(
  sql: SqlRunner,
  of: { paymentId: string; actions: readonly AuditAction[]; kinds: readonly CorrectionKind[] },
  now: Date,
): Promise<number> {
  const contestId = await lockDaySumsOf(sql, of.paymentId);
  const { rows } = await sql.query<{ pesewas: number }>(
    `SELECT coalesce(sum((a.detail ->> 'amountPesewas')::bigint * CASE a.action WHEN 'payment.refund-withdraw' THEN -1 ELSE 1 END), 0)::bigint
       AS pesewas
     FROM audit_log a JOIN payments p ON p.id = a.subject_id
     WHERE a.at >= $2 AND a.subject_type = 'payment' AND a.action = ANY($3) AND a.detail ->> 'kind' = ANY($4) AND p.contest_id = $1`,
    [contestId, dayOf(now), of.actions, of.kinds],
  );
  return rows[0]?.pesewas ?? 0;
}

const PESEWAS = 100;

/** What the audit log has of each step of a refund. */
const STEPS = {
  ask: ['payment.refund-request', 'payment.refund-withdraw'],
  order: ['payment.refund', 'payment.correction-confirm'],
  account: ['payment.refund-account'],
  dispute: ['dispute.resolve'],
} as const;

interface Asked {
  step: keyof typeof STEPS;
  paymentId: string;
  amountPesewas: number;
}

/** Whether this money, with what was decided today in the contest by the same step, is above a limit in pesewas. */
export async function sumAbove(
  { sql, now }: Pick<ConfirmingTransaction, 'sql' | 'now'>,
  { step, paymentId, amountPesewas }: Asked,
  limit: number,
): Promise<boolean> {
  const before = await decidedToday(
    sql,
    { paymentId, actions: STEPS[step], kinds: ['REFUND', 'DISPUTE'] },
    now,
  );
  return before + amountPesewas > limit;
}

/**
 * Asking for refunds of much money, or ordering them, needs an account with a second factor; such an account has confirmed itself within five
 * minutes before it gets here. What counts is the sum of the contest and day: many small refunds are a large one.
 * @throws AppError SECOND_FACTOR_REQUIRED
 */
export async function assertSecondFactor(
  transaction: Pick<ConfirmingTransaction, 'sql' | 'now'>,
  actor: Actor,
  asked: Asked,
  env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
): Promise<void> {
  const limit = env.REFUND_SECOND_FACTOR_ABOVE * PESEWAS;
  if (actor.secondFactor || !(await sumAbove(transaction, asked, limit))) return;
  throw secondFactorRequired(asked.amountPesewas, limit);
}

/** @param limit that the amount, or the sum with the others of the day, is above; pesewas */
export function secondFactorRequired(amountPesewas: number, limit: number): AppError {
  const isAlone = amountPesewas > limit;
  const what = isAlone ? 'A refund of more than' : 'Refunds of a contest and day of together more than';
  return new AppError(
    'SECOND_FACTOR_REQUIRED',
    `${what} ${formatCedis(cedisFromPesewas(limit))} ${isAlone ? 'needs' : 'need'} a second factor. Set it up in your profile.`,
  );
}
