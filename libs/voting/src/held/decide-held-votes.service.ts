import { Inject, Injectable } from '@nestjs/common';
import { type Actor, FOREIGN, refusalForForeign } from '@abato/accounts';
import { ContestDirectory, ContestSignals, guardResult } from '@abato/contests';
import type { DecideHeldVotes, HeldVotesDecided } from '@abato/contracts';
import { type SqlRunner, Transactions } from '@abato/database';
import { type Clock, CLOCK, Secrets } from '@abato/platform';
import { decideHeldVotes, type LockedHeldVote, readIntakeFigures } from './release-held-votes.js';

/** Votes decided by one transaction: a bound on its locks and on the size of its record. */
const PER_TRANSACTION = 500;
/** Transactions of one call; a client with more to decide calls again. */
const MAX_TRANSACTIONS = 10;

/** Releases or rejects held votes. A vote is decided once, also when several requests for it arrive together. */
@Injectable()
export class DecideHeldVotesService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly signals: ContestSignals,
  ) {}

  /**
   * Votes that do not wait in this contest (decided before, unknown, of another contest) are left as they are.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER; RESULT_CLOSED once results are final
   */
  async decide(actor: Actor, contestId: string, decision: DecideHeldVotes): Promise<HeldVotesDecided> {
    await this.assertOwn(actor, contestId);
    let [decided, votes] = [0, 0];
    for (let round = 0; round < MAX_TRANSACTIONS; round++) {
      const done = await this.db.run(({ sql }) => this.decideSome(sql, actor, contestId, decision));
      decided += done.length;
      votes += done.reduce((sum, vote) => sum + vote.votes, 0);
      if (done.length < PER_TRANSACTION) break;
    }
    if (decided > 0 && decision.decision === 'RELEASED') await this.signals.recounted(contestId);
    const { held } = await readIntakeFigures(this.db, contestId);
    return { decided, votes, waiting: held.transactions };
  }

  /** A super admin too decides only about votes of own contests. */
  private async assertOwn(actor: Actor, contestId: string): Promise<void> {
    const contest = await this.directory.find(contestId);
    if (contest?.ownerId === actor.id) return;
    throw await refusalForForeign(actor, 'CONTEST_NOT_FOUND', FOREIGN.manageContest, () =>
      Promise.resolve(contest !== null),
    );
  }

  private async decideSome(
    sql: SqlRunner,
    actor: Actor,
    contestId: string,
    { decision, voteIds, heldFor, appealed, reason }: DecideHeldVotes,
  ): Promise<LockedHeldVote[]> {
    const now = this.clock.now();
    await guardResult(sql, contestId, 'decide-held-vote', now);
    return decideHeldVotes(
      sql,
      {
        contestId,
        voteIds: voteIds ?? null,
        heldFor: heldFor ?? null,
        onlyAppealed: appealed === true,
        alsoArchived: false,
      },
      { decision, reason, actorUserId: actor.id },
      { now, atMost: PER_TRANSACTION, secrets: this.secrets },
    );
  }
}
