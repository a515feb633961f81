import { Inject, Injectable } from '@nestjs/common';
import { type Actor, FOREIGN, ownerScope, recordBy, refusalForForeign } from '@abato/accounts';
import {
  assertMayChangeResult,
  type CachedContest,
  ContestDirectory,
  guardResult,
  type ResultFacts,
} from '@abato/contests';
import { type CastVoteResult, cedisFromPesewas, isUuid, type ManualVoteInput } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import { Queues } from '@abato/jobs';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { countByWindow, explained, rowRefusal, takesBallots, type VoteRow } from '@abato/voting';
import { Confirmation } from '../confirm/confirmation.service.js';
import { takeBackVote } from '../confirm/write-confirmation.js';
import {
  CASH_LIMIT,
  mailConfirmers,
  ManualVoteRows,
  waitingResult,
  countByHand,
  waitsForSecondPerson,
} from './manual-votes.js';

const LOCK = sqlFile(import.meta.url, './lock-manual-vote.sql');
const INSERT = sqlFile(import.meta.url, './insert-cash-entry.sql');

interface LockedManualVote extends ResultFacts {
  contestId: string;
  votes: number;
  /** Entered by hand in a free contest, and counted. */
  isUndoable: boolean;
}

/** Enters votes received in cash: a vote and its payment, counted by the same confirmation as every other. */
@Injectable()
export class ManualVoteService {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'MANUAL_VOTES_SECOND_PERSON_ABOVE'>,
    private readonly rows: ManualVoteRows,
    private readonly directory: ContestDirectory,
    private readonly queues: Queues,
    private readonly confirmation: Confirmation,
  ) {}

  /**
   * Votes count at once, except what one person may not enter alone: that waits for a second person.
   * @param key the same key enters the votes once
   * @throws AppError with the reason; nothing is written then
   */
  async enter(actor: Actor, input: ManualVoteInput, key: string | undefined): Promise<CastVoteResult> {
    if (key !== undefined && !isUuid(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const contest = await this.ownContest(actor, input.contestId);
    const { reason, ...vote } = input;
    const row = this.rows.make(vote, { contest, key, reason });
    const earlier = await this.rows.earlierResult(row);
    if (earlier) return earlier;
    // Cash counts while voting is open, as every other payment: afterwards the result is closed.
    assertMayChangeResult(contest.facts, 'manual-vote', this.clock.now());
    const refusal = rowRefusal(contest, row, this.clock.now(), CASH_LIMIT);
    if (refusal) throw await explained(refusal, row, this.directory);
    if (takesBallots(contest)) {
      throw new AppError(
        'CONFLICT',
        'Only listed voters vote in this contest. Give the voter a ballot code instead.',
      );
    }
    const written = await this.confirmation.transaction(async (transaction) => {
      await guardResult(transaction.sql, row.contestId, 'manual-vote', transaction.now);
      const waits = await waitsForSecondPerson(transaction.sql, row, transaction.now, this.env);
      if (waits === null) return false;
      const by = { actorUserId: actor.id, reason };
      const { sql, now } = transaction;
      if (!(waits ? await insertCashEntry(sql, row, by, now) : await countByHand(transaction, row, by)))
        return false;
      await recordBy(sql, actor, now, waits ? 'vote.manual-wait' : 'vote.manual', ['vote', row.id], {
        contestId: row.contestId,
        votes: row.votes,
        amountPesewas: row.amount,
        reason,
      });
      if (waits) await mailConfirmers(transaction, { entry: row, enteredBy: actor.id });
      return { waits };
    });
    if (!written) {
      this.directory.drop(row.contestId);
      const first = await this.rows.earlierResult(row);
      if (first) return first;
      throw new AppError('CONTEST_CHANGED');
    }
    if (written.waits) return waitingResult(row.id, row.votes, row.amount);
    // Confirmation announces what was paid; a free vote was counted by its own row.
    if (row.price === 0) await this.wakeTally(row.contestId);
    return {
      id: row.id,
      status: 'COMPLETED',
      voteCount: row.votes,
      amount: cedisFromPesewas(row.amount),
    };
  }

  /**
   * Takes back votes that were entered by hand in a free contest: they have no payment whose money could go back (ADR 13). Organisers may do
   * so in own contests, super admins in all, while voting is open.
   * @throws AppError VOTE_NOT_FOUND, also for another organiser's; RESULT_CLOSED after the end; CONFLICT for votes that voters cast, were paid or
   *   do not count
   */
  async undo(actor: Actor, voteId: string, reason: string): Promise<void> {
    const contestId = await this.confirmation.transaction(async ({ sql, now }) => {
      const vote = (await sql.query<LockedManualVote>(LOCK, [voteId, ownerScope(actor)])).rows[0];
      if (!vote) throw new AppError('VOTE_NOT_FOUND');
      if (!vote.isUndoable)
        throw new AppError(
          'CONFLICT',
          'Only votes that count and were entered by hand in a free contest can be undone.',
        );
      assertMayChangeResult(vote, 'undo-manual-vote', now);
      await takeBackVote(sql, { vote_id: voteId, id: null }, now);
      await recordBy(sql, actor, now, 'vote.manual-undo', ['vote', voteId], {
        contestId: vote.contestId,
        votes: vote.votes,
        reason,
      });
      return vote.contestId;
    });
    // Best effort: the sweep does both.
    await this.wakeTally(contestId);
    const job = { contestId, voters: true } as const;
    await this.queues.enqueue('tally', 'drain', job, `${contestId} voters`).catch(() => undefined);
  }

  /** A super admin too enters votes only for own contests. */
  private async ownContest(actor: Actor, contestId: string): Promise<CachedContest> {
    const contest = await this.directory.find(contestId);
    if (contest?.ownerId === actor.id) return contest;
    throw await refusalForForeign(actor, 'CONTEST_NOT_FOUND', FOREIGN.manageContest, () =>
      Promise.resolve(contest !== null),
    );
  }

  private async wakeTally(contestId: string): Promise<void> {
    await this.queues.enqueue('tally', 'drain', { contestId }, contestId).catch(() => undefined);
  }
}

/** Keeps what the entry counts and costs as of now. @returns false when the key was used before, or what it names was deleted */
async function insertCashEntry(
  sql: SqlRunner,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
  now: Date,
): Promise<boolean> {
  countByWindow(row, now);
  const { rowCount } = await sql.query(INSERT, [
    row.id,
    row.contestId,
    row.categoryId,
    row.contestantId,
    row.votes / row.multiplier,
    row.price,
    row.amount,
    row.multiplier,
    row.name,
    row.email,
    row.phone,
    row.key,
    row.digest,
    by.reason,
    by.actorUserId,
    now,
  ]);
  return rowCount === 1;
}
