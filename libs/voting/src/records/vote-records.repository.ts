import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Clock, CLOCK, smallestIdAt } from '@abato/platform';
import type { Actor } from '@abato/accounts';
import { assertNoSecretBallots, ContestsRepository } from '@abato/contests';
import {
  type DailyVotes,
  maskEmail,
  maskPhone,
  PACE_RULES,
  type Page,
  type SettlementStatus,
  type TimelineUnit,
  type VoteFilters,
  type VotePace,
  type VoteRecordView,
  type VoteStats,
  type VoteTimeline,
} from '@abato/contracts';
import { cappedCount, idsOfDay } from '@abato/database';
import { Vote } from '../vote.entity.js';
import { judgePace, type MinuteVotes } from '../limits/vote-pace.js';
import { averagePer, firstOf, type GroupRow, timelineOf } from './timeline.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Votes of one contest and their figures, for those who may see it. Charts and monitor read tallies, and a bounded number of the newest votes: no
 * answer costs more because a contest has more votes.
 */
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
    const talliesKnow = !source && !day && !found;
    const [votes, total] = await Promise.all([
      query.clone().orderBy('vote.id', 'DESC').offset(page.skip).limit(page.pageSize).getMany(),
      cappedCount(query, async () => (talliesKnow ? this.countFromTallies(contestId, status) : 0)),
    ]);
    return { items: votes.map(voteRecordView), total };
  }

  async stats(actor: Actor, contestId: string): Promise<VoteStats> {
    await this.contests.assertVisible(actor, contestId);
    const [tallies, open] = await Promise.all([this.tallies(contestId), this.uncounted(contestId)]);
    return {
      ...tallies,
      averageVotesPerEmail: averagePer(tallies.totalVotes, tallies.uniqueEmails),
      averageVotesPerVoter: averagePer(tallies.totalVotes, tallies.uniqueVoters),
      countsByStatus: { COMPLETED: tallies.totalTransactions, ...open },
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

  /** @param count units up to and including the running one */
  async timeline(actor: Actor, contestId: string, unit: TimelineUnit, count: number): Promise<VoteTimeline> {
    await this.contests.assertVisible(actor, contestId);
    const now = this.clock.now();
    const first = firstOf(unit, count, now);
    // GROUPING SETS: one pass over at most six rows an hour, and as many for each archived contestant.
    const rows: GroupRow[] = await this.source.query(
      `SELECT date_trunc($3, hour, 'UTC') AS at, method, channel, sum(votes)::bigint AS votes,
         sum(transactions)::bigint AS transactions, sum(amount_pesewas)::bigint AS amount
       FROM visible_hours WHERE contest_id = $1 AND hour >= $2
       GROUP BY GROUPING SETS ((date_trunc($3, hour, 'UTC')), (method), (channel))
       ORDER BY votes DESC, method, channel`,
      [contestId, first, unit],
    );
    return timelineOf(rows, unit, count, first);
  }

  async pace(actor: Actor, contestId: string): Promise<VotePace> {
    await this.contests.assertVisible(actor, contestId);
    return (await this.paceWithMinutes(contestId, 0, this.clock.now())).pace;
  }

  /** @param count minutes up to and including the running one, at most 60: the ring has no more */
  async paceWithMinutes(contestId: string, count: number, now: Date) {
    const since = new Date(now.getTime() - (PACE_RULES.usualMinutes + 2) * MINUTE_MS);
    const [minutes, samples] = await Promise.all([
      this.source.query<MinuteVotes[]>(
        'SELECT minute, votes FROM contest_minutes WHERE contest_id = $1 AND minute >= $2',
        [contestId, since],
      ),
      this.source.query<{ casts: number; votes: number; most: number }[]>(
        `WITH newest AS (
           SELECT voter_phone, vote_count FROM votes
           WHERE contest_id = $1 AND id >= $2 AND status = 'COMPLETED' ORDER BY id DESC LIMIT $3
         ),
         phones AS (SELECT count(*) AS casts, sum(vote_count) AS votes FROM newest GROUP BY voter_phone)
         SELECT coalesce(sum(casts), 0)::bigint AS casts, coalesce(sum(votes), 0)::bigint AS votes,
           coalesce(max(votes), 0)::bigint AS most FROM phones`,
        [
          contestId,
          smallestIdAt(now.getTime() - PACE_RULES.sampleMinutes * MINUTE_MS),
          PACE_RULES.sampleCasts,
        ],
      ),
    ]);
    const { casts = 0, votes = 0, most = 0 } = samples[0] ?? {};
    return {
      pace: judgePace(minutes, { casts, votes, mostOfOnePhone: most }, now) satisfies VotePace,
      minutes: everyMinute(minutes, count, now),
    };
  }

  private async countFromTallies(contestId: string, status: SettlementStatus | undefined): Promise<number> {
    const [{ totalTransactions }, open] = await Promise.all([
      this.tallies(contestId),
      this.uncounted(contestId),
    ]);
    const counts = { COMPLETED: totalTransactions, ...open };
    return status ? counts[status] : counts.COMPLETED + counts.PENDING + counts.FAILED;
  }

  private async tallies(contestId: string) {
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

/** Every minute of a period, those without a vote included. @param count minutes up to and including the running one */
function everyMinute(known: readonly MinuteVotes[], count: number, now: Date) {
  const votesIn = new Map(known.map(({ minute, votes }) => [minute.getTime(), votes]));
  const running = Math.floor(now.getTime() / MINUTE_MS);
  return Array.from({ length: count }, (_, index) => {
    const at = (running - count + 1 + index) * MINUTE_MS;
    return { at: new Date(at).toISOString(), votes: votesIn.get(at) ?? 0 };
  });
}
