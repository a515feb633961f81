import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import type { StatisticsCharts, TimelineUnit } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { smallestIdAt, type Clock, CLOCK } from '@abato/platform';
import { firstOf, type GroupRow, sumsOf, timelineOf } from '../records/timeline.js';

const CHARTS = sqlFile(import.meta.url, './charts.sql');
const CONVERSION = sqlFile(import.meta.url, './conversion.sql');
const HOURS_A_DAY = 24;

type ChartRow = GroupRow & { of_day: number | null };
interface ConversionRow {
  cast_votes: number;
  started: number;
  paid: number;
  phones: number;
  emails: number;
  counted: number;
}

/** What the statistics screen draws, over one contest or all of an owner. Read from folds and from what is not counted yet. */
@Injectable()
export class ChartsRepository {
  constructor(
    /** The pool of lists: casts do not wait for charts. */
    private readonly source: DataSource,
    private readonly contests: ContestsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param ownerId null: of all owners
   * @param contestId null: all contests but rehearsals. Whether the asker may see it is checked before
   * @param count units up to and including the running one
   */
  async read(
    actor: Actor,
    contestId: string | null,
    { unit, count }: { unit: TimelineUnit; count: number },
  ): Promise<StatisticsCharts> {
    if (contestId) await this.contests.assertVisible(actor, contestId);
    const ownerId = ownerScope(actor);
    const now = this.clock.now();
    const first = firstOf(unit, count, now);
    const [rows, [totals]] = await Promise.all([
      this.source.query<ChartRow[]>(CHARTS, [ownerId, contestId, unit, first]),
      this.source.query<ConversionRow[]>(CONVERSION, [
        ownerId,
        contestId,
        first,
        smallestIdAt(first.getTime()),
      ]),
    ]);
    const ofDay = new Map(rows.flatMap((row) => (row.of_day === null ? [] : [[row.of_day, row] as const])));
    const { cast_votes = 0, started = 0, paid = 0, phones = 0, emails = 0, counted = 0 } = totals ?? {};
    return {
      ...timelineOf(rows, unit, count, first),
      hours: Array.from({ length: HOURS_A_DAY }, (_, hour) => ({ hour, ...sumsOf(ofDay.get(hour)) })),
      conversion: { cast: cast_votes, started, paid },
      voters: {
        votes: counted,
        phones,
        emails,
        perPhone: average(counted, phones),
        perEmail: average(counted, emails),
      },
    };
  }
}

/** With one decimal; 0 without people (specification §2). */
function average(votes: number, people: number): number {
  return people > 0 ? Math.round((votes / people) * 10) / 10 : 0;
}
