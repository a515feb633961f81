import { Inject, Injectable } from '@nestjs/common';
import { recordAudit } from '@abato/accounts';
import { sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { eraseSalts } from '@abato/transparency';

const ERASE_VOTERS = sqlFile(import.meta.url, './erase-voters.sql');
const ERASE_MESSAGES = sqlFile(import.meta.url, './erase-messages.sql');

/** Reads a small index; no request waits for it. */
const EVERY_MS = 10_000;
/** Votes of one statement: a bound on its locks, so that a reveal or an export waits for milliseconds. */
const BATCH = 2_000;
const CONTESTS_PER_RUN = 100;
/** What says of a contest's voters more than its votes, which stay. */
const FORGET = [
  // The network of a phone, and codes that were ordered a moment ago.
  'DELETE FROM ussd_charges WHERE vote_id IN (SELECT id FROM votes WHERE contest_id = $1)',
  'DELETE FROM phone_verifications WHERE contest_id = $1',
  // Entries of cash that were never decided.
  `UPDATE cash_entries SET voter_name = NULL, voter_email = NULL, voter_phone = NULL, request_digest = '' WHERE contest_id = $1`,
  // Who was listed, and whose vote each was.
  'DELETE FROM electors WHERE contest_id = $1',
  'DELETE FROM ballots WHERE contest_id = $1',
  'DELETE FROM ballot_guesses WHERE contest_id = $1',
];
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Erases the personal data of voters when a contest has been over for as many months as its organiser chose. Counts, books and the
 * ledger stay. Broken off anywhere, the next run goes on; two workers at once only share the work.
 */
@Injectable()
export class RetentionService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    sweeps: Sweeps,
  ) {
    sweeps.add('retention', EVERY_MS, (stopping) => this.eraseDue(stopping));
  }

  private async eraseDue(stopping: AbortSignal): Promise<void> {
    const { rows } = await this.db.query<{ id: string }>(
      `SELECT id FROM contests
       WHERE status = 'ENDED' AND voters_erased_at IS NULL AND ended_at + make_interval(months => retention_months) <= $1
       ORDER BY ended_at LIMIT ${CONTESTS_PER_RUN}`,
      [this.clock.now()],
    );
    await tryEach(rows, ({ id }) => this.erase(id, stopping), { stopping });
  }

  private async erase(contestId: string, stopping: AbortSignal): Promise<void> {
    let votes = 0;
    for (let last: string | null = LOWEST_ID; last !== null;) {
      if (stopping.aborted) return;
      const after: string = last;
      const { rows } = await this.db.run(({ sql }) =>
        sql.query<{ last: string | null; erased: number }>(ERASE_VOTERS, [contestId, after, BATCH]),
      );
      last = rows[0]?.last ?? null;
      votes += rows[0]?.erased ?? 0;
    }
    const messages = await this.db.run(async ({ sql }) => {
      await sql.query('SET LOCAL statement_timeout = 0');
      return (await sql.query(ERASE_MESSAGES, [contestId])).rowCount ?? 0;
    });
    const done = await this.db.run(({ sql }) => this.finish(sql, contestId, { votes, messages }));
    if (done) this.log.info({ contestId, ...done }, 'voters erased: kept as long as the contest says');
  }

  /** @returns what was erased; null when another worker was faster, and has written it down */
  private async finish(
    sql: SqlRunner,
    contestId: string,
    erased: { votes: number; messages: number },
  ): Promise<Record<string, number> | null> {
    const now = this.clock.now();
    // Before the mark: a batch of the public log that is under way has made its salts by then, the next one makes none.
    await eraseSalts(sql, { contestId });
    const marked = await sql.query(
      'UPDATE contests SET voters_erased_at = $2 WHERE id = $1 AND voters_erased_at IS NULL',
      [contestId, now],
    );
    if (!marked.rowCount) return null;
    // Money rows stay, without the number that was asked to pay.
    const payments = await sql.query(
      'UPDATE payments SET phone_number = NULL WHERE contest_id = $1 AND phone_number IS NOT NULL',
      [contestId],
    );
    for (const statement of FORGET) await sql.query(statement, [contestId]);
    const detail = { ...erased, payments: payments.rowCount ?? 0 };
    await recordAudit(sql, {
      at: now,
      actorUserId: null,
      action: 'contest.erase-voters',
      subjectType: 'contest',
      subjectId: contestId,
      detail: { by: 'retention', ...detail },
    });
    return detail;
  }
}
