import type { CastVoteRequest, CastVoteResult } from '@abato/contracts';
import { api } from '@/lib/api';

/** POST /votes/cast. The same key with the same body is counted once, however often it is sent. */
export function castVote(payload: CastVoteRequest, idempotencyKey: string): Promise<CastVoteResult> {
  return api.post<CastVoteResult>('/votes/cast', payload, { headers: { 'Idempotency-Key': idempotencyKey } });
}

/** A UUID also where `crypto.randomUUID` is missing: browsers offer it only over https. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
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
      this.key = newKey();
    }
    return this.key;
  }

  done(): void {
    this.body = '';
  }
}
