import { Inject, Injectable } from '@nestjs/common';
import { sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, smallestIdAt } from '@abato/platform';
import { Sweeps } from '@abato/jobs';
import { statesOf } from '../rules/payment-state.js';

const EXPIRE = sqlFile(import.meta.url, './expire-unpaid-votes.sql');
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

const EVERY_MS = 30_000;
/** One statement's rows; more are taken in the same run. */
const MOST = 1_000;

/** Lets votes expire that were cast and not paid in time. */
@Injectable()
export class UnpaidVotesService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    sweeps: Sweeps,
  ) {
    sweeps.add('unpaid votes', EVERY_MS, (stopping) => this.expire(stopping));
  }

  private async expire(stopping: AbortSignal): Promise<void> {
    const after = this.env.UNPAID_VOTE_MINUTES * 60_000;
    let expired = MOST;
    while (expired === MOST && !stopping.aborted) {
      expired = await expireUnpaidVotes(this.db, after, this.clock.now(), MOST);
    }
  }
}
