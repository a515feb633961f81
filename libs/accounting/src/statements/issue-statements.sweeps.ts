import { Inject, Injectable } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { type SqlRunner, Transactions } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, METRICS } from '@abato/platform';
import {
  issueContest,
  issueMonth,
  type Issuing,
  monthAfter,
  monthOf,
  monthsBetween,
} from './issue-statement.js';

/** Transactions that began in the old month have ended by then. */
const MONTH_IS_OVER_AFTER_MS = 3_600_000;
const CONTESTS_AT_ONCE = 100;
/** Named in the error of a run; the rest is a number. */
const NAMED_FAILURES = 5;

/** What of a run has failed, as texts without personal data. */
type Failures = string[];

/**
 * Issue what is due: for each month that has ended, of every host whose money has moved in it, and for each contest whose results are final.
 * Repeating it issues nothing twice. A statement that cannot be made keeps no other host, month or contest from theirs.
 * @throws Error naming what failed, when everything has been tried
 */
export async function issueDue(db: Transactions, issuing: Issuing): Promise<void> {
  const failures: Failures = [];
  await attempt(failures, 'months', () => issueMonths(db, issuing, failures));
  await attempt(failures, 'contests', () => issueContests(db, issuing, failures));
  if (!failures.length) return;
  const named = failures.slice(0, NAMED_FAILURES).join('; ');
  throw new Error(`statements were not issued (${failures.length}): ${named}`);
}

/** @returns whether it succeeded */
async function attempt(failures: Failures, what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    failures.push(`${what}: ${(error as Error).message}`);
    return false;
  }
}

async function issueMonths(db: Transactions, issuing: Issuing, failures: Failures): Promise<void> {
  const current = monthOf(new Date(issuing.now.getTime() - MONTH_IS_OVER_AFTER_MS));
  // A host's next month counts from this one: nothing of it is issued before this one is.
  const failed = new Set<string>();
  for (const month of monthsBetween(await firstMonth(db, current), current)) {
    const { rows } = await db.query<{ host_id: string }>(
      // A month in which one host fails is looked at with every run: the others have theirs.
      `SELECT DISTINCT host_id FROM host_sums h WHERE month = $1
         AND NOT EXISTS (SELECT FROM statements s WHERE s.host_id = h.host_id AND s.month >= $1)
       ORDER BY host_id`,
      [month],
    );
    for (const { host_id: hostId } of rows) {
      if (failed.has(hostId)) continue;
      const issue = () => db.run(({ sql }) => issueMonth(sql, { hostId, month }, issuing));
      if (!(await attempt(failures, `${month} of host ${hostId}`, issue))) failed.add(hostId);
    }
    // The next run begins with the first month that is not complete.
    if (!failed.size) await finish(db, month, issuing.now);
  }
}

/** The first month that is not complete. */
async function firstMonth(sql: SqlRunner, current: string): Promise<string> {
  const { rows } = await sql.query<{ month: string | null }>(
    `SELECT max(subject) AS month FROM statement_runs WHERE subject ~ '^\\d{4}-\\d{2}$'`,
  );
  if (rows[0]?.month) return monthAfter(rows[0].month);
  const first = await sql.query<{ month: string | null }>('SELECT min(month) AS month FROM host_sums');
  return first.rows[0]?.month ?? current;
}

async function issueContests(db: Transactions, issuing: Issuing, failures: Failures): Promise<void> {
  const tried: string[] = [];
  for (;;) {
    const { rows } = await db.query<{ id: string }>(
      `SELECT id FROM contests c WHERE results_final_at <= $1 AND id <> ALL($2)
         AND NOT EXISTS (SELECT FROM statement_runs r WHERE r.subject = c.id::text)
       ORDER BY results_final_at LIMIT ${CONTESTS_AT_ONCE}`,
      [issuing.now, tried],
    );
    if (!rows.length) return;
    for (const { id: contestId } of rows) {
      const before = failures.length;
      const what = `contest ${contestId}`;
      await attempt(failures, what, () => issueHosts(db, contestId, issuing, failures));
      if (failures.length === before) await attempt(failures, what, () => finish(db, contestId, issuing.now));
      // Those that succeeded have a run.
      if (failures.length > before) tried.push(contestId);
    }
  }
}

/** The statements of one contest: one for each host that it has had while money moved. */
async function issueHosts(
  db: Transactions,
  contestId: string,
  issuing: Issuing,
  failures: Failures,
): Promise<void> {
  const { rows } = await db.query<{ host_id: string }>(
    'SELECT DISTINCT host_id FROM host_sums WHERE contest_id = $1 ORDER BY host_id',
    [contestId],
  );
  for (const { host_id: hostId } of rows)
    await attempt(failures, `contest ${contestId} of host ${hostId}`, () =>
      db.run(({ sql }) => issueContest(sql, { hostId, contestId }, issuing)),
    );
}

async function finish(db: Transactions, subject: string, now: Date): Promise<void> {
  await db.query('INSERT INTO statement_runs (subject, finished_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    subject,
    now,
  ]);
}

const EVERY_MS = 60_000;

/** Issues statements of months that have ended and of contests whose results are final. */
@Injectable()
export class IssueStatementsService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'FEE_INVOICE_ISSUER'>,
    @Inject(METRICS) metrics: Registry,
    sweeps: Sweeps,
  ) {
    const failed = new Counter({
      name: 'abato_statement_runs_failed_total',
      help: 'Runs that could not issue every statement that was due',
      registers: [metrics],
    });
    sweeps.add('statements', EVERY_MS, async () => {
      try {
        await this.issue();
      } catch (error) {
        failed.inc();
        throw error;
      }
    });
  }

  private async issue(): Promise<void> {
    await this.db.tryLock('statements', () =>
      issueDue(this.db, {
        now: this.clock.now(),
        issuer: this.env.FEE_INVOICE_ISSUER,
      }),
    );
  }
}
