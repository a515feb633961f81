import { sqlFile, type SqlRunner, sqlStatements } from '@abato/database';
import { AppError } from '@abato/platform';
import { refusalTexts } from '@abato/contracts';
import { CHECKOUT_LIFE_MS, PROMPT_LIFE_MS } from '../rules/payment-attempts.js';
import { PROMPT_LIMITS, secondsUntilNextPrompt, UNAPPROVED_STATES } from '../rules/prompt-limit.js';

const [OPEN] = sqlStatements(import.meta.url, './attempts.sql', 'open-payment');
/** Namespaces of advisory locks. */
const [PROMPTS_OF_PHONE, PAYMENTS_OF_PHONE] = [4_412, 4_413];

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
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    PAYMENTS_OF_PHONE,
    vote.contest_id + phone,
  ]);
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

const t = refusalTexts.payment;
const UNAPPROVED = sqlFile(import.meta.url, './unapproved-prompts.sql');
const MOST = Math.max(...PROMPT_LIMITS.map(({ prompts }) => prompts));
const LONGEST_MS = Math.max(...PROMPT_LIMITS.map(({ withinMs }) => withinMs));

/**
 * A visitor must not make many prompts appear on another person's phone. Until the transaction ends no other request decides about the same
 * phone, so that many at once are counted too.
 * @param phone E.164
 * @throws AppError RATE_LIMITED with the time to wait
 */
export async function limitPrompts(sql: SqlRunner, phone: string, now: Date): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [PROMPTS_OF_PHONE, phone]);
  const seconds = await secondsUntilPrompt(sql, phone, now, false);
  if (seconds === 0) return;
  const message = t.prompts(Math.ceil(seconds / 60));
  throw new AppError('RATE_LIMITED', { message, retryAfter: seconds });
}

/**
 * The same limit for the prompts that USSD sessions of a phone have announced. Its network vouches for the number there, so prompts that others
 * have asked for do not count. Asked before the vote, because what a session has announced is sent.
 * @param phone E.164
 * @returns whole seconds until a session may announce another; 0: now
 */
export function secondsUntilVouchedPrompt(
  sql: Pick<SqlRunner, 'query'>,
  phone: string,
  now: Date,
): Promise<number> {
  return secondsUntilPrompt(sql, phone, now, true);
}

async function secondsUntilPrompt(
  sql: Pick<SqlRunner, 'query'>,
  phone: string,
  now: Date,
  onlyVouched: boolean,
): Promise<number> {
  const since = new Date(now.getTime() - LONGEST_MS);
  const values = [phone, since, UNAPPROVED_STATES, MOST, onlyVouched];
  const { rows } = await sql.query<{ created_at: Date }>(UNAPPROVED, values);
  return secondsUntilNextPrompt(
    rows.map((row) => row.created_at),
    now,
  );
}
