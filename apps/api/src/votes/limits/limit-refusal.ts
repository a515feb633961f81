import { AppError } from '@abato/domain';
import type { Allowance } from './free-vote-window.js';

/** Says when one may vote again. Times are Ghana's (UTC). */
export function limitRefusal(
  answer: Allowance & { allowed: false },
  wanted: number,
  limit: number,
  now: Date,
): AppError {
  if (answer.nextMinute === null || wanted > limit) {
    return new AppError('VOTE_LIMIT_REACHED', {
      message: `This contest allows ${count(limit)} per phone and hour. Please choose a smaller number.`,
      retryAfter: 1,
    });
  }
  const again = new Date(answer.nextMinute * 60_000);
  const retryAfter = Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000));
  const time = again.toISOString().slice(11, 16);
  const message =
    answer.left > 0
      ? `You have ${count(answer.left)} left right now. You can cast ${wanted} again at ${time}.`
      : `You have used your ${count(limit)} for this hour. You can vote again at ${time}.`;
  return new AppError('VOTE_LIMIT_REACHED', { message, retryAfter });
}

function count(votes: number): string {
  return votes === 1 ? '1 free vote' : `${votes.toLocaleString('en-US')} free votes`;
}
