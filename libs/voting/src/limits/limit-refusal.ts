import { AppError } from '@abato/platform';
import type { FreeVote, Verdict } from './free-vote.js';

/**
 * Says when one may vote again (429), or that so many votes at once are never possible (400): waiting would not help then.
 * Times are Ghana's (UTC).
 */
export function limitRefusal(
  answer: Verdict & { kind: 'refused' },
  vote: Pick<FreeVote, 'votes' | 'limit' | 'deviceLimit'>,
  now: Date,
): AppError {
  const { per, left, nextMinute } = answer;
  const limit = per === 'phone' ? vote.limit : vote.deviceLimit;
  if (nextMinute === null) {
    const message = `This contest allows ${count(limit)} per ${per} and hour. Please choose a smaller number.`;
    return AppError.validation([{ field: 'voteCount', message }]);
  }
  const again = new Date(nextMinute * 60_000);
  const retryAfter = Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000));
  const time = again.toISOString().slice(11, 16);
  const whose = per === 'phone' ? 'You have' : 'This device has';
  const message =
    left > 0
      ? `${whose} ${count(left)} left right now. You can cast ${vote.votes} again at ${time}.`
      : `${whose} used ${per === 'phone' ? 'your' : 'its'} ${count(limit)} for this hour. You can vote again at ${time}.`;
  return new AppError('VOTE_LIMIT_REACHED', { message, retryAfter });
}

function count(votes: number): string {
  return votes === 1 ? '1 free vote' : `${votes.toLocaleString('en-US')} free votes`;
}
