import { sqlStatements, type SqlRunner } from '@abato/database';
import { AppError } from '@abato/platform';
import { CHECKOUT_LIFE_MS, PROMPT_LIFE_MS } from '../rules/payment-attempts.js';

const [OPEN] = sqlStatements(import.meta.url, './attempts.sql', 'open-payment');
/** Namespace of the advisory lock: nothing else in this database uses it. */
const LOCK_SPACE = 4_413;

/**
 * Shortly before the end a phone has one open payment per contest: with many a payer could wait and complete those that the count asks for. Until
 * the transaction ends no other request decides about the same phone.
 * @param vote that is to be paid; its own attempts are no others
 * @param phone E.164
 * @throws AppError PAYMENT_OPEN
 */
export async function assertNoOpenPayment(
  sql: SqlRunner,
  vote: { id: string; contest_id: string },
  phone: string,
  now: Date,
): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, vote.contest_id + phone]);
  if (await hasOpenPayment(sql, vote, phone, now)) throw new AppError('PAYMENT_OPEN');
}

/** @returns whether a payment for another vote of the contest is open on this phone */
export async function hasOpenPayment(
  sql: Pick<SqlRunner, 'query'>,
  vote: { id: string; contest_id: string },
  phone: string,
  now: Date,
): Promise<boolean> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const values = [vote.contest_id, phone, vote.id, before(CHECKOUT_LIFE_MS), before(PROMPT_LIFE_MS)];
  return (await sql.query(OPEN, values)).rows.length > 0;
}
