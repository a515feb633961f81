import type { CastVoteRequest, CastVoteResult } from '@abato/contracts';
import { api } from '@/lib/api';

export interface ManualVoteInput extends CastVoteRequest {
  reason: string;
}

/**
 * POST /votes/manual: votes received in cash; they count at once.
 * @param key one per opened form, so that a lost answer and a second press never count twice
 */
export function enterManualVote(input: ManualVoteInput, key: string): Promise<CastVoteResult> {
  return api.post('/votes/manual', input, { headers: { 'Idempotency-Key': key } });
}
