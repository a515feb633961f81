import { sqlFile, type SqlRunner } from '@abato/database';
import { smallestIdAt } from '@abato/platform';
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
