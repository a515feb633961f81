import type { CastVoteResult, SuccessBody } from '@abato/contracts';
import { ApiError, NetworkError } from '@/lib/api';
import { askAbout, LostAnswerError } from '@/lib/writes/write';

/**
 * The vote after a failure that does not say whether it was taken.
 * @returns undefined while that is not known: the same is sent again with the same key
 * @throws ApiError when nothing was taken; NetworkError when the vote never arrived
 */
export async function voteAfter(
  error: unknown,
  key: string,
  signal: AbortSignal,
): Promise<CastVoteResult | undefined> {
  const isUnknown =
    error instanceof LostAnswerError ||
    (error instanceof ApiError && error.status >= 500 && error.code !== 'OVERLOADED');
  if (!isUnknown) throw error;
  const outcome = await askAbout(key, signal);
  if (outcome === null) throw error instanceof LostAnswerError ? new NetworkError() : error;
  return (outcome?.answer as SuccessBody<CastVoteResult> | undefined)?.data;
}
