import { refusalTexts as t } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { type FreeVote, type Verdict, WINDOW_MINUTES } from './free-vote.js';

/** What a voter is told whose free vote the limits do not let through; null for one that is written. */
export function refusedBy(verdict: Verdict, vote: FreeVote, at: Date): AppError | null {
  if (verdict.kind === 'refused') return limitRefusal(verdict, vote, at);
  if (verdict.kind === 'proof')
    return new AppError('PHONE_NOT_VERIFIED', {
      message: verdict.isSurge ? t.proveInSurge : t.proveAtAddress,
    });
  return verdict.kind === 'challenge' ? new AppError('CHALLENGE_REQUIRED') : null;
}

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
  const texts = t.limit[per];
  if (nextMinute === null) {
    return AppError.validation([{ field: 'voteCount', message: texts.never(limit) }]);
  }
  const again = new Date(nextMinute * 60_000);
  const retryAfter = Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000));
  const time = again.toISOString().slice(11, 16);
  const message = left > 0 ? texts.left(left, vote.votes, time) : texts.used(limit, time);
  return new AppError('VOTE_LIMIT_REACHED', { message, retryAfter });
}

export type Allowance =
  | { allowed: true }
  /** @property left votes that fit now; `nextMinute` when the wanted number fits, null when it never does */
  | { allowed: false; left: number; nextMinute: number | null };

/**
 * Whether `wanted` more votes fit, by what PostgreSQL knows; charge-free-votes.lua reckons the same while Redis is there.
 * @param used votes of the last hour by minute since 1970; older minutes are ignored
 */
export function allowance(
  used: ReadonlyMap<number, number>,
  wanted: number,
  limit: number,
  minute: number,
): Allowance {
  const live = [...used].filter(([at]) => at > minute - WINDOW_MINUTES).sort(([a], [b]) => a - b);
  let sum = live.reduce((total, [, votes]) => total + votes, 0);
  if (sum + wanted <= limit) return { allowed: true };
  const left = Math.max(0, limit - sum);
  for (const [at, votes] of live) {
    sum -= votes;
    if (sum + wanted <= limit) return { allowed: false, left, nextMinute: at + WINDOW_MINUTES };
  }
  return { allowed: false, left, nextMinute: null };
}
