import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import { DECISION_KINDS, type Overview, OVERVIEW_CONTESTS, OVERVIEW_HOURS } from '@abato/contracts';
import { asView, sqlFile } from '@abato/database';

const OVERVIEW = sqlFile(import.meta.url, './overview.sql');
const HOUR_MS = 3_600_000;

interface OverviewRow {
  today: object;
  contests: number;
  /** `hours`: votes by the hour's start in seconds since 1970. */
  listed: { hours: Record<string, number> }[];
  decisions: Overview['decisions'];
}

/** What an organiser sees first: own contests, today's figures, what waits for a decision. Super admins see all contests. Uses the pool of lists, which casts do not wait for. */
@Injectable()
export class OverviewService {
  constructor(private readonly source: DataSource) {}

  async read(actor: Actor, now: Date): Promise<Overview> {
    const day = new Date(now);
    day.setUTCHours(0, 0, 0, 0);
    const firstHour = (Math.floor(now.getTime() / HOUR_MS) - OVERVIEW_HOURS + 1) * HOUR_MS;
    const [row] = await this.source.query<OverviewRow[]>(OVERVIEW, [
      ownerScope(actor),
      actor.id,
      day,
      new Date(firstHour),
      now,
      OVERVIEW_CONTESTS,
    ]);
    if (!row) throw new Error('the overview statement returned no row');
    return asView<Overview>({
      day,
      today: row.today,
      decisions: DECISION_KINDS.flatMap((kind) => row.decisions.find((one) => one.kind === kind) ?? []),
      contests: row.listed.map((contest) => ({ ...contest, hours: hoursOf(contest.hours, firstHour) })),
      totalContests: row.contests,
    });
  }
}

const hoursOf = (votes: Record<string, number>, firstHour: number): number[] =>
  Array.from(
    { length: OVERVIEW_HOURS },
    (_, index) => votes[String((firstHour + index * HOUR_MS) / 1000)] ?? 0,
  );
