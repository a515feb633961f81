import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cedisFromPesewas, type StatisticsView } from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { type Clock, CLOCK } from '@abato/platform';

/** Counted votes that wait longer than this to be folded make a sum incomplete: no worker runs. */
export const WAITING_TOO_LONG_MS = 10_000;
const STATISTICS = sqlFile(import.meta.url, './statistics.sql');

interface StatisticsRow extends pg.QueryResultRow {
  users: number;
  hosts: number;
  contests: number;
  active: number;
  paused: number;
  categories: number;
  contestants: number;
  votes: number;
  payments: number;
  amount: number;
  top: { id: string; title: string; votes: number; amount: number }[];
  waiting: boolean;
}

/** Figures over all contests of one owner, or of all owners. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param ownerId null: the whole system */
  async read(ownerId: string | null): Promise<StatisticsView> {
    const since = new Date(this.clock.now().getTime() - WAITING_TOO_LONG_MS);
    const { rows } = await this.db.query<StatisticsRow>(STATISTICS, [ownerId, since]);
    const row = rows[0];
    if (!row) throw new Error('the statistics statement returned no row');
    const perContest = (value: number): number => (row.contests > 0 ? Math.round(value / row.contests) : 0);
    return {
      ...(ownerId === null && { totalUsers: row.users }),
      totalHosts: row.hosts,
      totalContests: row.contests,
      activeContests: row.active,
      pausedContests: row.paused,
      totalCategories: row.categories,
      totalContestants: row.contestants,
      totalVotes: row.votes,
      totalRevenue: cedisFromPesewas(row.amount),
      totalPayments: row.payments,
      averageRevenuePerContest: cedisFromPesewas(perContest(row.amount)),
      averageVotesPerContest: perContest(row.votes),
      topContests: row.top.map(({ id, title, votes, amount }) => ({
        id,
        title,
        votes,
        revenue: cedisFromPesewas(amount),
      })),
      incomplete: row.waiting,
    };
  }
}
