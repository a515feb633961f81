import type pg from 'pg';
import { inTransaction } from '@abato/database';
import { tryEach } from '@abato/jobs';
import { issueContest, issueMonth, type Issuing } from './issue-statement.js';
import { monthAfter, monthOf, monthsBetween, startOf } from './months.js';

/** Transactions that began in the old month have ended by then. */
const MONTH_IS_OVER_AFTER_MS = 3_600_000;
const CONTESTS_PER_RUN = 100;

/**
 * Issue what is due: for each month that has ended, of every host whose money has moved in it, and for each contest whose results are final.
 * Repeating it issues nothing twice.
 */
export async function issueDue(pool: pg.Pool, issuing: Issuing): Promise<void> {
  await issueMonths(pool, issuing);
  await issueContests(pool, issuing);
}

async function issueMonths(pool: pg.Pool, issuing: Issuing): Promise<void> {
  const current = monthOf(new Date(issuing.now.getTime() - MONTH_IS_OVER_AFTER_MS));
  for (const month of monthsBetween(await firstMonth(pool, current), current)) {
    const { rows } = await pool.query<{ host_id: string }>(
      `SELECT DISTINCT host_id FROM journal WHERE at >= $1 AND at < $2 AND host_id IS NOT NULL ORDER BY host_id`,
      [startOf(month), startOf(monthAfter(month))],
    );
    // The next month counts from this one: nothing of it is issued before this one is complete.
    await tryEach(rows, ({ host_id: hostId }) =>
      inTransaction(pool, (sql) => issueMonth(sql, { hostId, month }, issuing)),
    );
    await finish(pool, month, issuing.now);
  }
}

/** The first month that is not complete. */
async function firstMonth(pool: pg.Pool, current: string): Promise<string> {
  const { rows } = await pool.query<{ month: string | null }>(
    `SELECT max(subject) AS month FROM statement_runs WHERE subject ~ '^\\d{4}-\\d{2}$'`,
  );
  if (rows[0]?.month) return monthAfter(rows[0].month);
  const first = await pool.query<{ at: Date | null }>('SELECT min(at) AS at FROM journal');
  return first.rows[0]?.at ? monthOf(first.rows[0].at) : current;
}

async function issueContests(pool: pg.Pool, issuing: Issuing): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM contests c WHERE results_final_at <= $1
       AND NOT EXISTS (SELECT FROM statement_runs r WHERE r.subject = c.id::text)
     ORDER BY results_final_at LIMIT ${CONTESTS_PER_RUN}`,
    [issuing.now],
  );
  await tryEach(rows, async ({ id: contestId }) => {
    const hosts = await pool.query<{ host_id: string }>(
      `SELECT DISTINCT j.host_id FROM payments p JOIN journal j ON j.payment_id = p.id AND j.step = 1
       WHERE p.contest_id = $1 ORDER BY j.host_id`,
      [contestId],
    );
    for (const { host_id: hostId } of hosts.rows)
      await inTransaction(pool, (sql) => issueContest(sql, { hostId, contestId }, issuing));
    await finish(pool, contestId, issuing.now);
  });
}

async function finish(pool: pg.Pool, subject: string, now: Date): Promise<void> {
  await pool.query(
    'INSERT INTO statement_runs (subject, finished_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [subject, now],
  );
}
