import { Inject, Injectable } from '@nestjs/common';
import { type Actor, ownerScope } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import {
  cedisFromPesewas,
  type StatisticsCharts,
  type StatisticsView,
  type TimelineUnit,
} from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { type Clock, CLOCK, smallestIdAt } from '@abato/platform';
import { averagePer, firstOf, type GroupRow, sumsOf, timelineOf } from '../records/timeline.js';

/** Counted votes that wait longer than this to be tallied make a sum incomplete: no worker runs. */
export const WAITING_TOO_LONG_MS = 10_000;
const STATISTICS = sqlFile(import.meta.url, './statistics.sql');
const CHARTS = sqlFile(import.meta.url, './charts.sql');
const CONVERSION = sqlFile(import.meta.url, './conversion.sql');
const HOURS_A_DAY = 24;

type Derived = 'totalRevenue' | 'averageRevenuePerContest' | 'averageVotesPerContest' | 'topContests';
interface StatisticsRow extends Omit<StatisticsView, Derived> {
  amount: number;
  top: { id: string; title: string; votes: number; amount: number }[];
}

type Conversion = Record<'cast' | 'started' | 'paid' | 'phones' | 'emails' | 'counted', number>;

/** Figures over all contests of one owner, or of all owners: from tallies and from what is not counted yet. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly db: Transactions,
    private readonly contests: ContestsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param ownerId null: the whole system */
  async read(ownerId: string | null): Promise<StatisticsView> {
    const since = new Date(this.clock.now().getTime() - WAITING_TOO_LONG_MS);
    const { rows } = await this.db.query<StatisticsRow>(STATISTICS, [ownerId, since]);
    if (!rows[0]) throw new Error('the statistics statement returned no row');
    const { totalUsers, amount, top, ...figures } = rows[0];
    const { totalContests, totalVotes } = figures;
    const perContest = (value: number): number => (totalContests > 0 ? Math.round(value / totalContests) : 0);
    return {
      ...(ownerId === null && { totalUsers }),
      ...figures,
      totalRevenue: cedisFromPesewas(amount),
      averageRevenuePerContest: cedisFromPesewas(perContest(amount)),
      averageVotesPerContest: perContest(totalVotes),
      topContests: top.map(({ amount: of, ...contest }) => ({ ...contest, revenue: cedisFromPesewas(of) })),
    };
  }

  /**
   * What the statistics screen draws, over one contest or all that the asker sees.
   * @param contestId null: all contests but rehearsals
   * @param count units up to and including the running one
   * @throws AppError CONTEST_NOT_FOUND
   */
  async charts(
    actor: Actor,
    contestId: string | null,
    { unit, count }: { unit: TimelineUnit; count: number },
  ): Promise<StatisticsCharts> {
    if (contestId) await this.contests.assertVisible(actor, contestId);
    const of = [ownerScope(actor), contestId];
    const first = firstOf(unit, count, this.clock.now());
    const [{ rows }, { rows: totals }] = await Promise.all([
      this.db.query<GroupRow & { of_day: number | null }>(CHARTS, [...of, unit, first]),
      this.db.query<Conversion>(CONVERSION, [...of, first, smallestIdAt(first.getTime())]),
    ]);
    const ofDay = new Map(rows.map((row) => [row.of_day, row]));
    const { cast = 0, started = 0, paid = 0, phones = 0, emails = 0, counted = 0 } = totals[0] ?? {};
    return {
      ...timelineOf(rows, unit, count, first),
      hours: Array.from({ length: HOURS_A_DAY }, (_, hour) => ({ hour, ...sumsOf(ofDay.get(hour)) })),
      conversion: { cast, started, paid },
      voters: {
        votes: counted,
        phones,
        emails,
        perPhone: averagePer(counted, phones),
        perEmail: averagePer(counted, emails),
      },
    };
  }
}
