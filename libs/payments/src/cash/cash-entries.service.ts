import { Injectable } from '@nestjs/common';
import { type Actor, recordBy, deciderScope } from '@abato/accounts';
import { type CachedContest, ContestDirectory, guardResult } from '@abato/contests';
import {
  type CashEntryState,
  type CashEntryView,
  cedisFromPesewas,
  type CastVoteResult,
  type Page,
  SECOND_PERSON_FOR_VOTES,
  SECOND_PERSON_REQUIRED,
} from '@abato/contracts';
import { readPage, sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { Queues } from '@abato/jobs';
import { AppError, Secrets } from '@abato/platform';
import { rowRefusal, type VoteRow, voteRow } from '@abato/voting';
import { Confirmation } from '../confirm/confirmation.service.js';
import { CASH_LIMIT, countByHand } from './manual-votes.js';

const LOCK = sqlFile(import.meta.url, './lock-cash-entry.sql');
const LIST = sqlFile(import.meta.url, './list-cash-entries.sql');

/** An entry under its lock. Amounts in pesewas. @property votes those that were bought */
interface LockedCashEntry {
  contest_id: string;
  category_id: string;
  contestant_id: string;
  votes: number;
  price_pesewas: number;
  amount_pesewas: number;
  multiplier: number;
  voter_name: string | null;
  voter_email: string | null;
  voter_phone: string | null;
  idempotency_key: string;
  request_digest: Buffer;
  reason: string;
  entered_by: string;
  decision: 'CONFIRMED' | 'REJECTED' | null;
  owner_id: string;
}

/** Cash and free votes above what one person may enter alone: the list of entries, and the second person's decision (ADR 74). */
@Injectable()
export class CashEntriesService {
  constructor(
    private readonly db: Transactions,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly confirmation: Confirmation,
    private readonly queues: Queues,
  ) {}

  /** Newest first. @param ownerId owner of the contests; null for all */
  async list(
    ownerId: string | null,
    filter: { contestId?: string; state: CashEntryState },
    page: Page,
  ): Promise<{ items: CashEntryView[]; total: number }> {
    return readPage<CashEntryView>(this.db, LIST, [ownerId, filter.contestId ?? null, filter.state], page);
  }

  /**
   * Count an entry. It was cash while voting was open, and is counted only while voting is open, as every other entry by hand.
   * @param actor a super admin, whatever contest it is
   * @throws AppError VOTE_NOT_FOUND; FORBIDDEN for the person who entered it; CONFLICT when it was decided; RESULT_CLOSED after the end; CONTEST_… when the contest
   *   takes no such vote now, CONTEST_CHANGED after a change of its price. Nothing is written then
   */
  async confirm(actor: Actor, id: string): Promise<CastVoteResult> {
    const { contestId, ...result } = await this.confirmation.transaction(async (transaction) => {
      const { sql, now } = transaction;
      const entry = await waiting(sql, id);
      if (entry.entered_by === actor.id) {
        throw new AppError(
          'FORBIDDEN',
          entry.amount_pesewas > 0 ? SECOND_PERSON_REQUIRED : SECOND_PERSON_FOR_VOTES,
        );
      }
      await guardResult(sql, entry.contest_id, 'confirm-manual-vote', now);
      const contest = await this.directory.find(entry.contest_id);
      if (!contest) throw new AppError('CONTEST_NOT_FOUND');
      const row = this.rowOf(id, entry, contest);
      const refusal = rowRefusal(contest, row, now, CASH_LIMIT);
      if (refusal) throw refusal;
      if (row.price !== entry.price_pesewas || row.amount !== entry.amount_pesewas) throw priceChanged();
      await decide(sql, { actor, at: now, id, entry, decision: 'CONFIRMED' });
      const by = { actorUserId: entry.entered_by, reason: entry.reason };
      if (!(await countByHand(transaction, row, by))) {
        this.directory.drop(entry.contest_id);
        throw priceChanged();
      }
      const amount = cedisFromPesewas(row.amount);
      return { contestId: row.contestId, id, status: 'COMPLETED' as const, voteCount: row.votes, amount };
    });
    // Confirmation announces what was paid; the sweep tallies free votes, too.
    if (result.amount === 0)
      await this.queues.enqueue('tally', 'drain', { contestId }, contestId).catch(() => undefined);
    return result;
  }

  /**
   * An entry that is never counted. A super admin may reject any, the owner of the contest may withdraw an own one.
   * @throws AppError VOTE_NOT_FOUND, also for another organiser's; CONFLICT when it was decided
   */
  async reject(actor: Actor, id: string, reason: string): Promise<void> {
    await this.confirmation.transaction(async ({ sql, now }) => {
      const entry = await waiting(sql, id, deciderScope(actor));
      await decide(sql, { actor, at: now, id, entry, decision: 'REJECTED', reason });
    });
  }

  /** Priced by the rules of now, and counted by the window of its entry. The same id, key and digest: the vote's primary key and its unique key refuse a second count. */
  private rowOf(id: string, entry: LockedCashEntry, contest: CachedContest): VoteRow {
    const vote = {
      contestId: entry.contest_id,
      categoryId: entry.category_id,
      contestantId: entry.contestant_id,
      voteCount: entry.votes,
      voterName: entry.voter_name ?? undefined,
      voterEmail: entry.voter_email ?? undefined,
      voterPhone: entry.voter_phone ?? undefined,
    };
    const { idempotency_key: key, request_digest: digest, multiplier } = entry;
    const row = voteRow({ vote, key, contest, source: 'MANUAL' }, this.secrets);
    return { ...row, id, digest, votes: entry.votes * multiplier, multiplier, windows: undefined };
  }
}

function priceChanged(): AppError {
  const message = 'The vote price has changed since. Reject this entry.';
  return new AppError('CONTEST_CHANGED', message);
}

/** @param ownerId required owner of the contest; null: any */
async function waiting(sql: SqlRunner, id: string, ownerId: string | null = null): Promise<LockedCashEntry> {
  const entry = (await sql.query<LockedCashEntry>(LOCK, [id])).rows[0];
  if (!entry || (ownerId && entry.owner_id !== ownerId)) throw new AppError('VOTE_NOT_FOUND');
  if (entry.decision) throw new AppError('CONFLICT', 'This entry has already been decided.');
  return entry;
}

interface Decided {
  actor: Actor;
  at: Date;
  id: string;
  entry: LockedCashEntry;
  decision: 'CONFIRMED' | 'REJECTED';
  reason?: string;
}

/** Write a decision about a locked entry. The voter's data go: a confirmed vote has them, a rejected one needs them no more. */
async function decide(sql: SqlRunner, { actor, at, id, entry, decision, reason }: Decided): Promise<void> {
  await sql.query(
    `UPDATE cash_entries SET decision = $2, decided_by = $3, decided_at = $4, decision_reason = $5,
       voter_name = NULL, voter_email = NULL, voter_phone = NULL
     WHERE id = $1`,
    [id, decision, actor.id, at, reason ?? null],
  );
  const action = decision === 'CONFIRMED' ? 'vote.manual-confirm' : 'vote.manual-reject';
  await recordBy(sql, actor, at, action, ['vote', id], {
    contestId: entry.contest_id,
    votes: entry.votes * entry.multiplier,
    amountPesewas: entry.amount_pesewas,
    enteredBy: entry.entered_by,
    ...(reason !== undefined && { reason }),
  });
}
