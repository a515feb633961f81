import { sqlStatements, type SqlRunner } from '@abato/database';
import { statesOf } from '../rules/payment-state.js';
import { RECHECK_AFTER_FAILURE_SECONDS } from '../rules/payment-attempts.js';

const [CLAIM, CLAIM_DUE] = sqlStatements(
  import.meta.url,
  './claim-checks.sql',
  'claim-check',
  'claim-due-checks',
);

/** Longer than a call may take, its time-out and settlement included. */
const CALL_LIFE_MS = 15_000;
/** An answer of the provider is good for this long. */
export const FRESH_MS = 3_000;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** @returns whether the caller may (and now must) ask the provider about this reference */
export async function claimCheck(sql: SqlRunner, reference: string, now: Date): Promise<boolean> {
  const claimed = await sql.query(CLAIM, [reference, now, before(now, CALL_LIFE_MS), before(now, FRESH_MS)]);
  return claimed.rowCount === 1;
}

/** References that are due; the caller must ask about each of them. */
export async function claimDueChecks(sql: SqlRunner, now: Date, limit: number): Promise<string[]> {
  const claimed = await sql.query<{ reference: string }>(CLAIM_DUE, [
    now,
    before(now, CALL_LIFE_MS),
    limit,
    before(now, FRESH_MS),
  ]);
  return claimed.rows.map((row) => row.reference);
}

/** The provider was asked and its answer is settled. */
export async function finishCheck(sql: SqlRunner, reference: string, now: Date): Promise<void> {
  await sql.query(
    `UPDATE payments SET check_started_at = NULL, checked_at = $2, checks = checks + 1 WHERE reference = $1`,
    [reference, now],
  );
}

/**
 * The provider gave no answer: ask again soon, whatever the schedule says.
 * @param retryAfter seconds, when the provider named them
 */
export async function postponeCheck(
  sql: SqlRunner,
  reference: string,
  now: Date,
  retryAfter?: number,
): Promise<void> {
  const at = new Date(now.getTime() + 1000 * Math.max(retryAfter ?? 0, RECHECK_AFTER_FAILURE_SECONDS));
  await sql.query(
    `UPDATE payments SET check_started_at = NULL, checks = checks + 1,
       next_check_at = CASE WHEN next_check_at IS NULL THEN NULL ELSE $2::timestamptz END
     WHERE reference = $1`,
    [reference, at],
  );
}

/** Ask as soon as possible: a payer waits for the answer. */
export async function hurryCheck(sql: SqlRunner, reference: string, now: Date): Promise<void> {
  await sql.query(`UPDATE payments SET next_check_at = $2 WHERE reference = $1 AND next_check_at > $2`, [
    reference,
    now,
  ]);
}

/** States in which a proof of success changes something. */
const UNDECIDED = statesOf('open', 'soft-failed');

/** When the oldest attempt was begun that is still undecided, of those begun since; null when there is none. */
export async function oldestUndecided(sql: SqlRunner, since: Date): Promise<Date | null> {
  const { rows } = await sql.query<{ created_at: Date | null }>(
    `SELECT min(created_at) AS created_at FROM payments
     WHERE next_check_at IS NOT NULL AND created_at >= $1 AND method = 'PAYSTACK' AND state = ANY($2)`,
    [since, UNDECIDED],
  );
  return rows[0]?.created_at ?? null;
}

/** Those of the references that are ours and undecided. */
export async function undecidedOf(sql: SqlRunner, references: string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ reference: string }>(
    'SELECT reference FROM payments WHERE reference = ANY($1) AND state = ANY($2)',
    [references, UNDECIDED],
  );
  return new Set(rows.map((row) => row.reference));
}
