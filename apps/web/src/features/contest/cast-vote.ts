import type { CastVoteRequest, CastVoteResult } from '@abato/contracts';
import { api, ApiError } from '@/lib/api';
import { deviceId } from './device-id';
import { newUuid } from './uuid';

/**
 * POST /votes/cast. The same key with the same body is counted once, however often it is sent. When the server wants to know that
 * a person is voting, the check is solved here and the vote sent again.
 * @param onCheck told when a check begins and when it has ended
 */
export async function castVote(
  payload: CastVoteRequest,
  idempotencyKey: string,
  onCheck: (checking: boolean) => void,
): Promise<CastVoteResult> {
  const send = (challenge?: string) =>
    api.post<CastVoteResult>(
      '/votes/cast',
      { ...payload, deviceId: deviceId(), challenge },
      { headers: { 'Idempotency-Key': idempotencyKey } },
    );
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHALLENGE_REQUIRED') throw error;
  }
  onCheck(true);
  try {
    const { solvePersonCheck } = await import('./person-check');
    return await send(await solvePersonCheck(payload.contestId, idempotencyKey));
  } finally {
    onCheck(false);
  }
}

/**
 * The key of one attempt to vote: pressing the button again after a lost connection is the same attempt, changing
 * anything or voting again after a success is a new one.
 */
export class VoteAttempt {
  private body = '';
  private key = '';

  keyFor(payload: CastVoteRequest): string {
    const body = JSON.stringify(payload);
    if (body !== this.body) {
      this.body = body;
      this.key = newUuid();
    }
    return this.key;
  }

  done(): void {
    this.body = '';
  }
}
