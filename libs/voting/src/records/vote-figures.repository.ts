import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  cedisFromPesewas,
  PACE_RULES,
  type PaymentMethod,
  type TimelineUnit,
  type VoteChannel,
  type VotePace,
  type VoteSums,
  type VoteTimeline,
} from '@abato/contracts';
import { smallestIdAt } from '@abato/platform';
import { judgePace, type MinuteVotes } from '../limits/vote-pace.js';

const UNIT_MS: Record<TimelineUnit, number> = { hour: 3_600_000, day: 24 * 3_600_000 };
const MINUTE_MS = 60_000;

interface SumRow {
  votes: number;
  transactions: number;
  amount: number;
}

type GroupRow = SumRow & {
  at: Date | null;
  method: PaymentMethod | 'FREE' | null;
  channel: VoteChannel | null;
};

/**
 * What charts and the live monitor show of one contest. Read from folds, and from a bounded number of the newest votes: no answer
 * costs more because a contest has more votes. Whether the asker may see the contest is checked before.
 */
@Injectable()
export class VoteFiguresRepository {
  constructor(private readonly source: DataSource) {}

  /** @param count units up to and including the running one */
  async timeline(contestId: string, unit: TimelineUnit, count: number, now: Date): Promise<VoteTimeline> {
    const running = Math.floor(now.getTime() / UNIT_MS[unit]);
    const first = new Date((running - count + 1) * UNIT_MS[unit]);
    // GROUPING SETS: one pass over at most six rows an hour, and as many for each archived contestant.
    const rows: GroupRow[] = await this.source.query(
      `SELECT date_trunc($3, hour, 'UTC') AS at, method, channel, sum(votes)::bigint AS votes,
         sum(transactions)::bigint AS transactions, sum(amount_pesewas)::bigint AS amount
       FROM visible_hours WHERE contest_id = $1 AND hour >= $2
       GROUP BY GROUPING SETS ((date_trunc($3, hour, 'UTC')), (method), (channel))
       ORDER BY votes DESC, method, channel`,
      [contestId, first, unit],
    );
    const filled = rows.filter((row) => row.votes || row.transactions || row.amount);
    const byTime = new Map(filled.flatMap((row) => (row.at ? [[row.at.getTime(), row] as const] : [])));
    return {
      unit,
      items: Array.from({ length: count }, (_, index) => {
        const at = new Date(first.getTime() + index * UNIT_MS[unit]);
        return { at: at.toISOString(), ...sumsOf(byTime.get(at.getTime())) };
      }),
      methods: filled.flatMap((row) => (row.method ? [{ method: row.method, ...sumsOf(row) }] : [])),
      channels: filled.flatMap((row) => (row.channel ? [{ channel: row.channel, ...sumsOf(row) }] : [])),
    };
  }

  async pace(contestId: string, now: Date): Promise<VotePace> {
    return (await this.paceWithMinutes(contestId, 0, now)).pace;
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

function sumsOf(row: SumRow | undefined): VoteSums {
  return {
    votes: row?.votes ?? 0,
    transactions: row?.transactions ?? 0,
    revenue: cedisFromPesewas(row?.amount ?? 0),
  };
}
