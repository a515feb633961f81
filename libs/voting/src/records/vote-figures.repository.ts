import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import { PACE_RULES, type TimelineUnit, type VotePace, type VoteTimeline } from '@abato/contracts';
import { smallestIdAt, type Clock, CLOCK } from '@abato/platform';
import { judgePace, type MinuteVotes } from '../limits/vote-pace.js';
import { firstOf, type GroupRow, timelineOf } from './timeline.js';

const MINUTE_MS = 60_000;

/**
 * What charts and the live monitor show of one contest. Read from folds, and from a bounded number of the newest votes: no answer
 * costs more because a contest has more votes. Whether the asker may see the contest is checked before.
 */
@Injectable()
export class VoteFiguresRepository {
  constructor(
    private readonly source: DataSource,
    private readonly contests: ContestsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

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
