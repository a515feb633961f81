import { Inject, Injectable } from '@nestjs/common';
import { type SqlRunner, sqlStatements, Transactions } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { CHECKOUT_LIFE_MS } from '../rules/payment-attempts.js';
import { PROMPT_EXTRA_MS } from '../rules/payment-situation.js';

const [COUNT_WAITING, FINISH, OLDEST_TO_LIST, NOTE_LISTED, UNDECIDED] = sqlStatements(
  import.meta.url,
  './final-results.sql',
  'count-waiting-payments',
  'finish-results',
  'oldest-end-to-list',
  'note-listed',
  'undecided-after-final',
);
const RESULTS_EVERY_MS = 5_000;
const CONTESTS_PER_RUN = 200;
const REFUNDS_PER_RUN = 50;
/** A question that was put off because the provider gave no answer is not hurried. */
const PUT_OFF_MS = 60_000;
const HOUR_MS = 3_600_000;
/** An attempt begun longer ago is not waited for: its page has expired four times over. */
export const PAYABLE_BEFORE_END_MS = 2 * HOUR_MS;

/**
 * Contests that have ended are told how many payments they wait for, and get final results as soon as nothing can still count: no prompt can
 * be approved in time any more, the provider was asked about each attempt since, one by one or by its list of successes, no vote or payment is
 * held, and everything counted is in the tally (ADR 61). What is still to be asked about becomes due now.
 * @param deadlineHours so long after the end results become final whatever is undecided (`RESULT_DEADLINE_HOURS`)
 * @returns ids of contests whose results have become final
 */
export async function finishResults(db: Transactions, now: Date, deadlineHours: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string; ended_at: Date }>(
    `SELECT id, coalesce(ended_at, end_date) AS ended_at FROM contests
     WHERE status = 'ENDED' AND results_final_at IS NULL
     ORDER BY coalesce(ended_at, end_date) DESC LIMIT ${CONTESTS_PER_RUN}`,
  );
  const finished: string[] = [];
  // One by one: a statement over several contests could deadlock with a batch of votes that locks them in another order.
  for (const { id, ended_at: endedAt } of rows) {
    const payableUntil = new Date(+endedAt + PROMPT_EXTRA_MS);
    const payableSince = new Date(+endedAt - PAYABLE_BEFORE_END_MS);
    await db.query(COUNT_WAITING, [id, payableUntil, payableSince]);
    const isOverdue = +now >= +endedAt + deadlineHours * HOUR_MS;
    if (await finish(db, [id, now, payableUntil, payableSince, isOverdue])) finished.push(id);
    else if (now >= payableUntil) await hurryChecks(db, { id, endedAt, payableUntil }, now);
  }
  return finished;
}

/** Confirmation holds a share of the contest's lock while it counts after the end: what it counts is in the tally first. */
async function finish(db: Transactions, values: [string, ...unknown[]]): Promise<boolean> {
  return db.run(async ({ sql }) => {
    await sql.query('SELECT FROM contests WHERE id = $1 FOR NO KEY UPDATE', [values[0]]);
    return (await sql.query(FINISH, values)).rowCount === 1;
  });
}

async function hurryChecks(
  sql: SqlRunner,
  contest: { id: string; endedAt: Date; payableUntil: Date },
  now: Date,
): Promise<void> {
  const begunSince = new Date(+contest.endedAt - CHECKOUT_LIFE_MS);
  await sql.query(
    `UPDATE payments SET next_check_at = $2
     WHERE contest_id = $1 AND state NOT IN ('COMPLETED', 'DISPUTED') AND next_check_at > $3
       AND created_at > $4 AND coalesce(checked_at, '-infinity') < $5`,
    [contest.id, now, new Date(now.getTime() + PUT_OFF_MS), begunSince, contest.payableUntil],
  );
}

const PAYABLE_SECONDS = [PROMPT_EXTRA_MS / 1000, PAYABLE_BEFORE_END_MS / 1000];

/** @returns from when on the provider's list is to be read for results that wait for it; null: none do */
export async function listNeededSince(sql: SqlRunner, now: Date): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>(OLDEST_TO_LIST, [now, ...PAYABLE_SECONDS]);
  return rows[0]?.at ? new Date(+rows[0].at - PAYABLE_BEFORE_END_MS) : null;
}

/** The list of successes was read whole, beginning at `began`, of transactions begun since `from`. */
export async function noteListed(sql: SqlRunner, began: Date, from: Date): Promise<void> {
  await sql.query(NOTE_LISTED, [began, ...PAYABLE_SECONDS, from]);
}

/** References of held payments that were not decided before their contest's results had to be final; a few at a time. */
export async function undecidedAfterFinal(
  sql: SqlRunner,
  now: Date,
  deadlineHours: number,
): Promise<string[]> {
  const endedBefore = new Date(+now - deadlineHours * HOUR_MS);
  const { rows } = await sql.query<{ reference: string }>(UNDECIDED, [endedBefore, REFUNDS_PER_RUN]);
  return rows.map(({ reference }) => reference);
}

/** Marks results as final, and tells the viewers of the contest. */
@Injectable()
export class FinalResultsService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'RESULT_DEADLINE_HOURS'>,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly live: LivePublisher,
    sweeps: Sweeps,
  ) {
    sweeps.add('final results', RESULTS_EVERY_MS, () => this.finish());
  }

  private async finish(): Promise<void> {
    const { RESULT_DEADLINE_HOURS: hours } = this.env;
    for (const contestId of await finishResults(this.db, this.clock.now(), hours)) {
      this.log.info({ contestId }, 'results are final');
      await this.live.publish('contest', { contestId });
    }
  }
}
