import { Inject, Injectable } from '@nestjs/common';
import { UNDECIDED_HELD_REASON } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  Secrets,
} from '@abato/platform';
import { decideHeldVotes } from './release-held-votes.js';

const EVERY_MS = 10_000;
const CONTESTS_PER_RUN = 100;
const PER_TRANSACTION = 500;

/**
 * Rejects the votes that are still held when results have to become final (`RESULT_DEADLINE_HOURS` after the end, ADR 42). They count in no result, so that it
 * does not matter which of the two comes first.
 */
@Injectable()
export class HeldDeadlineService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly secrets: Secrets,
    sweeps: Sweeps,
  ) {
    sweeps.add('held votes at the deadline', EVERY_MS, (stopping) => this.rejectDue(stopping));
  }

  private async rejectDue(stopping: AbortSignal): Promise<void> {
    const { rows } = await this.db.query<{ id: string }>(
      `SELECT c.id FROM contests c
       WHERE c.status = 'ENDED' AND coalesce(c.ended_at, c.end_date) + make_interval(hours => $2) <= $1
         AND EXISTS (SELECT FROM held_votes h WHERE h.contest_id = c.id AND h.decision IS NULL)
       LIMIT ${CONTESTS_PER_RUN}`,
      [this.clock.now(), this.env.RESULT_DEADLINE_HOURS],
    );
    await tryEach(rows, ({ id }) => this.reject(id, stopping), { stopping });
  }

  private async reject(contestId: string, stopping: AbortSignal): Promise<void> {
    const choice = { contestId, alsoArchived: true };
    const decision = { decision: 'REJECTED', reason: UNDECIDED_HELD_REASON, actorUserId: null } as const;
    let rejected = 0;
    for (let done = PER_TRANSACTION; done === PER_TRANSACTION && !stopping.aborted; rejected += done) {
      const now = this.clock.now();
      done = await this.db.run(async ({ sql }) => {
        const settings = { now, atMost: PER_TRANSACTION, secrets: this.secrets };
        return (await decideHeldVotes(sql, choice, decision, settings)).length;
      });
    }
    if (rejected) this.log.info({ contestId, rejected }, 'held votes rejected: undecided at the deadline');
  }
}
