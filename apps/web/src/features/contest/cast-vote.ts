import type { CastVotePayload, CastVoteResult } from '@abato/contracts';
import { ApiError } from '@/lib/api';
import { loadCode } from '@/lib/load-code';
import { postVote } from './api';
import { browserToken, tokenBeingSolved } from './browser-token';
import { deviceId } from './device-id';
import { voterTokens } from './voter-tokens';

/**
 * Casts a vote. When the server asks for a person check, it is solved here and the vote sent again with the same key.
 * @param onCheck told when a check begins and when it has ended
 */
export async function castVote(
  payload: CastVotePayload,
  idempotencyKey: string,
  onCheck: (checking: boolean) => void,
): Promise<CastVoteResult> {
  const send = (challenge?: string) =>
    postVote(
      { ...payload, deviceId: deviceId(), browserToken: browserToken(), challenge },
      idempotencyKey,
      voterTokens(payload.contestId),
    );
  const solving = tokenBeingSolved();
  if (solving) {
    onCheck(true);
    await solving.finally(() => onCheck(false));
  }
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHALLENGE_REQUIRED') throw error;
  }
  onCheck(true);
  try {
    const { solvePersonCheck } = await loadCode(() => import('./person-check'));
    return await send(await solvePersonCheck(payload.contestId, idempotencyKey));
  } finally {
    onCheck(false);
  }
}
