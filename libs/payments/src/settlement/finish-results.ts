import type pg from 'pg';
import { sqlStatements } from '@abato/database';
import { CHECKOUT_LIFE_MS } from '../rules/payment-attempts.js';
import { PAYMENT_GRACE_MS } from '../rules/payment-situation.js';

const [COUNT_WAITING, FINISH] = sqlStatements(
  import.meta.url,
  './final-results.sql',
  'count-waiting-payments',
  'finish-results',
);
const CONTESTS_PER_RUN = 200;
/** A question that was put off because the provider gave no answer is not hurried. */
const PUT_OFF_MS = 60_000;

/**
 * Contests that have ended are told how many payments they wait for. Those whose grace for paying is over get final results as soon as
 * their books are clean: every attempt that could have been paid in time has been asked about since, nothing is held for review, and
 * everything counted is in the tally. What is still to be asked about becomes due now.
 * @returns ids of contests whose results have become final
 */
export async function finishResults(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; ended_at: Date }>(
    `SELECT id, coalesce(ended_at, end_date) AS ended_at FROM contests
     WHERE status = 'ENDED' AND results_final_at IS NULL
     ORDER BY coalesce(ended_at, end_date) DESC LIMIT ${CONTESTS_PER_RUN}`,
  );
  const finished: string[] = [];
  // One by one: a statement over several contests could deadlock with a batch of votes that locks them in another order.
  for (const { id, ended_at: endedAt } of rows) {
    const graceEnd = new Date(endedAt.getTime() + PAYMENT_GRACE_MS);
    const payableSince = new Date(endedAt.getTime() - CHECKOUT_LIFE_MS);
    await pool.query(COUNT_WAITING, [id, graceEnd, payableSince]);
    if (now < graceEnd) continue;
    const { rowCount } = await pool.query(FINISH, [id, now, graceEnd, payableSince]);
    if (rowCount) finished.push(id);
    else await hurryChecks(pool, { id, graceEnd, payableSince }, now);
  }
  return finished;
}

async function hurryChecks(
  pool: pg.Pool,
  contest: { id: string; graceEnd: Date; payableSince: Date },
  now: Date,
): Promise<void> {
  await pool.query(
    `UPDATE payments SET next_check_at = $2
     WHERE contest_id = $1 AND state NOT IN ('COMPLETED', 'DISPUTED') AND next_check_at > $3
       AND created_at > $4 AND coalesce(checked_at, '-infinity') < $5`,
    [contest.id, now, new Date(now.getTime() + PUT_OFF_MS), contest.payableSince, contest.graceEnd],
  );
}
