import type { CastVotePayload } from '@abato/contracts';
import { newUuid } from './uuid';

/**
 * The idempotency key of one attempt to vote: pressing the button again after a lost connection is the same attempt, changing
 * anything or voting again after a success is a new one.
 */
export class VoteAttempt {
  private body = '';
  private key = '';

  keyFor(payload: CastVotePayload): string {
    const body = JSON.stringify(payload);
    if (body !== this.body) {
      this.body = body;
      this.key = newUuid();
    }
    return this.key;
  }

  /** The next press is a new attempt. */
  done(): void {
    this.body = '';
  }
}
