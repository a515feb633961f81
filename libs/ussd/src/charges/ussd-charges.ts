import { Inject, Injectable } from '@nestjs/common';
import type { MobileNetwork } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK } from '@abato/platform';

/** The network shows one thing at a time: the session has to be off the screen before the prompt comes. */
const AFTER_SESSION_MS = 3_000;

/** Mobile-money prompts that sessions have announced. */
@Injectable()
export class UssdCharges {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Order the prompt for a vote, once however often it is ordered. */
  async order(voteId: string, network: MobileNetwork): Promise<void> {
    const now = this.clock.now();
    await this.db.query(
      `INSERT INTO ussd_charges (vote_id, network, next_attempt_at, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (vote_id) DO NOTHING`,
      [voteId, network, new Date(now.getTime() + AFTER_SESSION_MS), now],
    );
  }
}
