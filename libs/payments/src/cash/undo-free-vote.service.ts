import { Injectable } from '@nestjs/common';
import { type Actor, ownerScope, recordAudit } from '@abato/accounts';
import { assertMayChangeResult, type ResultFacts } from '@abato/contests';
import { sqlFile, type SqlRunner } from '@abato/database';
import { Queues } from '@abato/jobs';
import { AppError } from '@abato/platform';
import { takeBackVote } from '../confirm/write-settlement.js';
import { Settlement } from '../confirm/settlement.service.js';

const LOCK = sqlFile(import.meta.url, './lock-manual-vote.sql');

interface LockedManualVote extends ResultFacts {
  contestId: string;
  votes: number;
  /** Entered by hand in a free contest, and counted. */
  isUndoable: boolean;
}

/** Takes back votes that were entered by hand in a free contest: they have no payment whose money could go back (ADR 101). */
@Injectable()
export class UndoFreeVoteService {
  constructor(
    private readonly settlement: Settlement,
    private readonly queues: Queues,
  ) {}

  /**
   * Organisers may do so in own contests, super admins in all, while voting is open.
   * @throws AppError VOTE_NOT_FOUND, also for another organiser's; RESULT_CLOSED after the end; CONFLICT for votes that voters cast, were paid or
   *   do not count
   */
  async undo(actor: Actor, voteId: string, reason: string): Promise<void> {
    const contestId = await this.settlement.transaction(async ({ sql, now }) => {
      const vote = await lockManualVote(sql, voteId, ownerScope(actor));
      if (!vote) throw new AppError('VOTE_NOT_FOUND');
      if (!vote.isUndoable)
        throw new AppError('CONFLICT', {
          message: 'Only votes that count and were entered by hand in a free contest can be undone.',
        });
      assertMayChangeResult(vote, 'undo-manual-vote', now);
      await takeBackVote(sql, { vote_id: voteId, id: null }, now);
      await recordAudit(sql, {
        at: now,
        actorUserId: actor.id,
        action: 'vote.manual-undo',
        subjectType: 'vote',
        subjectId: voteId,
        detail: { contestId: vote.contestId, votes: vote.votes, reason },
      });
      return vote.contestId;
    });
    // Best effort: the sweep does both.
    await this.queues.poke('tally', 'drain', { contestId }, contestId).catch(() => undefined);
    const job = { contestId, voters: true } as const;
    await this.queues.poke('tally', 'drain', job, `${contestId} voters`).catch(() => undefined);
  }
}

async function lockManualVote(
  sql: SqlRunner,
  id: string,
  ownerId: string | null,
): Promise<LockedManualVote | undefined> {
  return (await sql.query<LockedManualVote>(LOCK, [id, ownerId])).rows[0];
}
