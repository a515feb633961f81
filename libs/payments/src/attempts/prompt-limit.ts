import { refusalTexts } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import { AppError } from '@abato/platform';
import { PROMPT_LIMITS, secondsUntilNextPrompt, UNAPPROVED_STATES } from '../rules/prompt-limit.js';

const t = refusalTexts.payment;
const UNAPPROVED = sqlFile(import.meta.url, './unapproved-prompts.sql');
const MOST = Math.max(...PROMPT_LIMITS.map(({ prompts }) => prompts));
const LONGEST_MS = Math.max(...PROMPT_LIMITS.map(({ withinMs }) => withinMs));
/** Namespace of the advisory lock: nothing else in this database uses it. */
const LOCK_SPACE = 4_412;

/**
 * A visitor must not make many prompts appear on another person's phone. Until the transaction ends no other request decides about the same
 * phone, so that many at once are counted too.
 * @param phone E.164
 * @throws AppError RATE_LIMITED with the time to wait
 */
export async function limitPrompts(sql: SqlRunner, phone: string, now: Date): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, phone]);
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
