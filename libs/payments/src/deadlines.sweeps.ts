import { Inject, Injectable } from '@nestjs/common';
import { sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, smallestIdAt } from '@abato/platform';
import { Confirmation } from './confirm/confirmation.service.js';
import { undecidedAfterFinal } from './confirm/final-results.sweeps.js';
import { remindOfDisputes } from './disputes/record-dispute.js';
import { statesOf } from './rules/payment-state.js';

const EXPIRE = sqlFile(import.meta.url, './attempts/expire-unpaid-votes.sql');
const PENDING_STATES = statesOf('PENDING');
/** Clocks of processes differ: a vote that one of them still takes a payment for is not given up by another. */
const SLACK_MS = 60_000;

/**
 * Let unpaid votes expire: they leave the figures of what is pending.
 * @param unpaidVoteMs how long a vote may wait for its payment
 * @param most rows of one run
 * @returns how many expired
 */
export async function expireUnpaidVotes(
  sql: SqlRunner,
  unpaidVoteMs: number,
  now: Date,
  most: number,
): Promise<number> {
  const before = smallestIdAt(now.getTime() - unpaidVoteMs - SLACK_MS);
  const { rowCount } = await sql.query(EXPIRE, [before, PENDING_STATES, most]);
  return rowCount ?? 0;
}

const MINUTE_MS = 60_000;
/** Votes that one statement lets expire; more are taken in the same run. */
const MOST = 1_000;
type Settings = Pick<Environment, 'UNPAID_VOTE_MINUTES' | 'PUBLIC_URL' | 'RESULT_DEADLINE_HOURS'>;

/**
 * What time alone brings: votes expire that were not paid in time, disputes are reminded of whose answer is due within a day, and held payments go
 * back that no person has decided before results had to be final.
 */
@Injectable()
export class PaymentDeadlines {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Settings,
    private readonly confirmation: Confirmation,
    sweeps: Sweeps,
  ) {
    sweeps.add('unpaid votes', MINUTE_MS / 2, (stopping) => this.expire(stopping));
    sweeps.add('dispute reminders', 15 * MINUTE_MS, () =>
      db.run(({ sql }) => remindOfDisputes(sql, { now: clock.now(), publicUrl: env.PUBLIC_URL })),
    );
    sweeps.add('undecided payments', MINUTE_MS, () => this.giveBack());
  }

  private async expire(stopping: AbortSignal): Promise<void> {
    let expired = MOST;
    while (expired === MOST && !stopping.aborted) {
      const after = this.env.UNPAID_VOTE_MINUTES * MINUTE_MS;
      expired = await expireUnpaidVotes(this.db, after, this.clock.now(), MOST);
    }
  }

  /** Orders the refunds; sending them is the refund job's. */
  private async giveBack(): Promise<void> {
    const { RESULT_DEADLINE_HOURS: hours } = this.env;
    const references = await undecidedAfterFinal(this.db, this.clock.now(), hours);
    const proof = { status: 'refund-ordered' } as const;
    await tryEach(references, (reference) =>
      this.confirmation.confirm({ reference, proof, source: 'sweep' }),
    );
  }
}
