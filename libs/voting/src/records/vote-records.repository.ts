import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Clock, CLOCK } from '@abato/platform';
import type { Actor } from '@abato/accounts';
import { assertNoSecretBallots, ContestsRepository } from '@abato/contests';
import {
  type DailyVotes,
  maskEmail,
  maskPhone,
  type Page,
  type SettlementStatus,
  type VoteFilters,
  type VoteRecordView,
  type VoteStats,
} from '@abato/contracts';
import { cappedCount, idsOfDay } from '@abato/database';
import { Vote } from '../vote.entity.js';
import { averagePer } from './timeline.js';

const DAY_MS = 24 * 3_600_000;

/** Votes of one contest and their figures, for those who may see it. */
@Injectable()
export class VoteRecordsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly contests: ContestsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Newest first, voters masked. Votes for deleted contestants are gone with them.
   * @param found ids of the votes that a search found; without it all
   * @throws AppError BALLOTS_ARE_SECRET for an election
   */
  async list(
    actor: Actor,
    contestId: string,
    { status, source, day }: VoteFilters,
    page: Page,
    found?: readonly string[],
  ): Promise<{ items: VoteRecordView[]; total: number }> {
    await this.contests.assertVisible(actor, contestId);
    await assertNoSecretBallots(this.source, contestId);
    const query = this.source
      .createQueryBuilder(Vote, 'vote')
      .innerJoinAndSelect('vote.contest', 'contest')
      .innerJoinAndSelect('contest.host', 'host')
      .innerJoin('visible_contestants', 'visible', 'visible.id = vote.contestantId')
      .innerJoinAndSelect('vote.contestant', 'contestant')
      .innerJoinAndSelect('vote.category', 'category')
      .where('vote.contestId = :contestId', { contestId });
    if (status) query.andWhere('vote.status = :status', { status });
    if (source) query.andWhere('vote.source = :source', { source });
    if (day) query.andWhere('vote.id >= :from AND vote.id < :to', idsOfDay(day));
    if (found) query.andWhere('vote.id = ANY(:found::uuid[])', { found });
    const foldsKnow = !source && !day && !found;
    const [votes, total] = await Promise.all([
      query.clone().orderBy('vote.id', 'DESC').offset(page.skip).limit(page.pageSize).getMany(),
      cappedCount(query, async () => (foldsKnow ? this.countFromFolds(contestId, status) : 0)),
    ]);
    return { items: votes.map(voteRecordView), total };
  }

  async stats(actor: Actor, contestId: string): Promise<VoteStats> {
    await this.contests.assertVisible(actor, contestId);
    const [folds, open] = await Promise.all([this.folds(contestId), this.uncounted(contestId)]);
    return {
      ...folds,
      averageVotesPerEmail: averagePer(folds.totalVotes, folds.uniqueEmails),
      averageVotesPerVoter: averagePer(folds.totalVotes, folds.uniqueVoters),
      countsByStatus: { COMPLETED: folds.totalTransactions, ...open },
    };
  }

  /** One item per day up to today, days without a vote included. Days are Ghana's, which keeps UTC all year. */
  async daily(actor: Actor, contestId: string, days: number): Promise<DailyVotes[]> {
    await this.contests.assertVisible(actor, contestId);
    const now = this.clock.now();
    const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
    const first = new Date(today - (days - 1) * DAY_MS);
    const rows: { day: string; votes: number; transactions: number }[] = await this.source.query(
      `SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(votes)::bigint AS votes,
         sum(transactions)::bigint AS transactions
       FROM visible_hours WHERE contest_id = $1 AND hour >= $2 GROUP BY day`,
      [contestId, first],
    );
    const byDay = new Map(rows.map((row) => [row.day, row]));
    return Array.from({ length: days }, (_, index) => {
      const date = new Date(first.getTime() + index * DAY_MS).toISOString().slice(0, 10);
      const row = byDay.get(date);
      return { date, votes: row?.votes ?? 0, transactions: row?.transactions ?? 0 };
    });
  }

  private async countFromFolds(contestId: string, status: SettlementStatus | undefined): Promise<number> {
    const [{ totalTransactions }, open] = await Promise.all([
      this.folds(contestId),
      this.uncounted(contestId),
    ]);
    const counts = { COMPLETED: totalTransactions, ...open };
    return status ? counts[status] : counts.COMPLETED + counts.PENDING + counts.FAILED;
  }

  private async folds(contestId: string) {
    const rows: Omit<VoteStats, 'averageVotesPerEmail' | 'averageVotesPerVoter' | 'countsByStatus'>[] =
      await this.source.query(
        `SELECT coalesce(sum(t.votes), 0)::bigint AS "totalVotes", coalesce(sum(t.transactions), 0)::bigint AS "totalTransactions",
           coalesce((SELECT unique_phones FROM contest_tallies WHERE contest_id = $1), 0) AS "uniqueVoters",
           coalesce((SELECT unique_emails FROM contest_tallies WHERE contest_id = $1), 0) AS "uniqueEmails"
         FROM contestant_tallies t JOIN visible_contestants p ON p.id = t.contestant_id
         WHERE t.contest_id = $1`,
        [contestId],
      );
    if (!rows[0]) throw new Error('the figures of a contest returned no row');
    return rows[0];
  }

  private async uncounted(contestId: string): Promise<{ PENDING: number; FAILED: number }> {
    const rows: { status: 'PENDING' | 'FAILED'; count: number }[] = await this.source.query(
      `SELECT v.status, count(*) AS count FROM votes v JOIN visible_contestants p ON p.id = v.contestant_id
       WHERE v.contest_id = $1 AND v.status <> 'COMPLETED' GROUP BY v.status`,
      [contestId],
    );
    const counts = { PENDING: 0, FAILED: 0 };
    for (const row of rows) counts[row.status] = row.count;
    return counts;
  }
}

function voteRecordView(vote: Vote): VoteRecordView {
  return {
    id: vote.id,
    voterName: vote.voterName,
    voterEmail: vote.voterEmail === null ? null : maskEmail(vote.voterEmail),
    voterPhone: vote.voterPhone === null ? '' : maskPhone(vote.voterPhone),
    voteCount: vote.voteCount,
    status: vote.status,
    undoable: vote.source === 'MANUAL' && vote.amountPesewas === 0 && vote.status === 'COMPLETED',
    createdAt: vote.createdAt.toISOString(),
    contestId: vote.contestId,
    contest: { title: vote.contest.title, host: { name: vote.contest.host.name } },
    contestant: { name: vote.contestant.name },
    category: { name: vote.category.name },
  };
}
