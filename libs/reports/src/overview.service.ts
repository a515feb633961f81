import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import {
  cedisFromPesewas,
  type ContestStatus,
  DECISION_KINDS,
  type DecisionKind,
  type Overview,
  OVERVIEW_CONTESTS,
  OVERVIEW_HOURS,
  type OverviewContest,
} from '@abato/contracts';
import { sqlFile } from '@abato/database';

const OVERVIEW = sqlFile(import.meta.url, './overview.sql');
const HOUR_MS = 3_600_000;

interface ContestRow {
  id: string;
  title: string;
  status: ContestStatus;
  show_results: boolean;
  start_date: string;
  end_date: string;
  votes: number;
  amount: number;
  /** Votes by the hour's start in seconds since 1970. */
  hours: Record<string, number>;
}

interface OverviewRow {
  today: { votes: number; payments: number; amount: number };
  contests: number;
  listed: ContestRow[];
  decisions: { kind: DecisionKind; waiting: number; contest_id: string | null }[];
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
    return {
      day: day.toISOString(),
      today: {
        votes: row.today.votes,
        payments: row.today.payments,
        revenue: cedisFromPesewas(row.today.amount),
      },
      decisions: DECISION_KINDS.flatMap((kind) => {
        const found = row.decisions.find((decision) => decision.kind === kind);
        return found ? [{ kind, count: found.waiting, contestId: found.contest_id }] : [];
      }),
      contests: row.listed.map((contest) => contestOf(contest, firstHour)),
      totalContests: row.contests,
    };
  }
}

function contestOf(row: ContestRow, firstHour: number): OverviewContest {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    isPaused: row.status === 'PAUSED',
    showResults: row.show_results,
    startDate: new Date(row.start_date).toISOString(),
    endDate: new Date(row.end_date).toISOString(),
    votes: row.votes,
    revenue: cedisFromPesewas(row.amount),
    hours: Array.from(
      { length: OVERVIEW_HOURS },
      (_, index) => row.hours[String((firstHour + index * HOUR_MS) / 1000)] ?? 0,
    ),
  };
}
