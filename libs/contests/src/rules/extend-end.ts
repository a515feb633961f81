import type { EntityManager } from 'typeorm';
import { AppError } from '@abato/platform';
import { assertMayChangeResult, resultPhase } from './result-guard.js';
import type { Contest } from '../contests/contest.entity.js';

/**
 * Whether a change extends an end that has passed, which only an amendment with a reason may do (ADR 125).
 * @param reason why, for the public; without one nothing that has ended is opened again
 * @throws AppError INVALID_TRANSITION when this end is for good: a contest that was ended by hand, a new end that has passed too;
 *   RESULT_CLOSED when results are final
 */
export function extendsPassedEnd(
  contest: Contest,
  endDate: Date,
  reason: string | undefined,
  now: Date,
): boolean {
  if (resultPhase(contest, now) === 'OPEN' || !reason || endDate.getTime() === contest.endDate.getTime())
    return false;
  const refuse = (message: string): never => {
    throw new AppError('INVALID_TRANSITION', { message });
  };
  assertMayChangeResult(contest, 'extend-end', now);
  if (contest.endedAt && contest.endedAt < contest.endDate)
    refuse('This contest was ended by hand; its end can no longer change.');
  if (endDate <= now) refuse('The new end date must be in the future.');
  return true;
}

/**
 * What was counted after the end that has passed is not set apart any more: the public counts have it again. For the transaction that extends the
 * end. The version grows, so that every process reads the counts anew.
 */
export async function forgetPassedEnd(manager: EntityManager, contestId: string): Promise<void> {
  await manager.query(
    'UPDATE contest_tallies SET version = version + 1, version_at_end = NULL WHERE contest_id = $1',
    [contestId],
  );
  await manager.query(
    `UPDATE contestant_tallies c SET votes_after_end = 0, version = t.version
     FROM contest_tallies t WHERE t.contest_id = $1 AND c.contest_id = t.contest_id AND c.votes_after_end <> 0`,
    [contestId],
  );
}
