import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type Actor, FOREIGN, recordAudit, refusalForForeign } from '@abato/accounts';
import { ContestDirectory, guardResult } from '@abato/contests';
import type { DecideHeldVotes, HeldVotesDecided } from '@abato/contracts';
import { HOT_POOL, inTransaction, type SqlRunner } from '@abato/database';
import { Queues } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER, Secrets } from '@abato/platform';
import {
  type LockedHeldVote,
  lockHeldVotes,
  readIntakeFigures,
  rejectHeldVotes,
  releaseHeldVotes,
} from './release-held-votes.js';

/** Votes decided by one transaction: a bound on its locks and on the size of its record. */
const PER_TRANSACTION = 500;
/** Transactions of one call; a client with more to decide calls again. */
const MAX_TRANSACTIONS = 10;

/** Releases or rejects held votes. A vote is decided once, also when several requests for it arrive together. */
@Injectable()
export class DecideHeldVotesService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly queues: Queues,
  ) {}

  /**
   * Votes that do not wait in this contest (decided before, unknown, of another contest) are left as they are.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER, RESULT_CLOSED once results are final
   */
  async decide(actor: Actor, contestId: string, decision: DecideHeldVotes): Promise<HeldVotesDecided> {
    await this.assertOwn(actor, contestId);
    let [decided, votes] = [0, 0];
    for (let round = 0; round < MAX_TRANSACTIONS; round++) {
      const done = await inTransaction(this.pool, (sql) => this.decideSome(sql, actor, contestId, decision));
      decided += done.length;
      votes += done.reduce((sum, vote) => sum + vote.votes, 0);
      if (done.length < PER_TRANSACTION) break;
    }
    if (decided > 0 && decision.decision === 'RELEASED') await this.wakeTally(contestId);
    const { held } = await readIntakeFigures(this.pool, contestId);
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
    { decision, voteIds, reason, appealed }: DecideHeldVotes,
  ): Promise<LockedHeldVote[]> {
    const now = this.clock.now();
    await guardResult(sql, contestId, 'decide-held-vote', now);
    const locked = await lockHeldVotes(
      sql,
      { contestId, voteIds: voteIds ?? null, reason: reason ?? null, onlyAppealed: appealed === true },
      PER_TRANSACTION,
    );
    if (!locked.length) return [];
    const ids =
      decision === 'RELEASED'
        ? await releaseHeldVotes(
            sql,
            locked.map((vote) => this.withDigests(contestId, vote)),
            now,
            actor.id,
          )
        : await rejectHeldVotes(
            sql,
            locked.map(({ id }) => id),
            now,
            actor.id,
          );
    if (ids.length !== locked.length) throw new Error('a held vote was not decided although it was locked');
    const appeals = locked.filter(({ isAppealed }) => isAppealed).map(({ id }) => id);
    await recordAudit(sql, {
      at: now,
      actorUserId: actor.id,
      action: decision === 'RELEASED' ? 'vote.release' : 'vote.reject',
      subjectType: 'contest',
      subjectId: contestId,
      detail: {
        voteIds: ids,
        votes: locked.reduce((sum, vote) => sum + vote.votes, 0),
        ...(appeals.length && { appeals }),
      },
    });
    return locked;
  }

  private withDigests(contestId: string, { id, phone, email }: LockedHeldVote) {
    return {
      id,
      phoneDigest: phone === null ? null : this.secrets.voterDigest(contestId, 'phone', phone),
      emailDigest: email === null ? null : this.secrets.voterDigest(contestId, 'email', email),
    };
  }

  private async wakeTally(contestId: string): Promise<void> {
    await this.queues
      .poke('tally', 'drain', { contestId }, contestId)
      .catch((error: Error) =>
        this.log.debug({ reason: error.message }, 'tally wake-up dropped; the sweep drains'),
      );
  }
}
