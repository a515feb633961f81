import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL, type SqlRunner } from '@abato/database';
import {
  type Environment,
  ENVIRONMENT,
  inTime,
  type Logger,
  LOGGER,
  REDIS,
  type RedisClient,
} from '@abato/platform';
import type { CastRow } from '../intake/cast-row.js';
import { type FreeVote, minuteOf, type Verdict } from './free-vote.js';
import { refusedBy } from './limit-refusals.js';
import { alreadyCounted, OwedVotes } from './owed-votes.js';
import { judgeByVotes } from './postgres-limits.js';
import { chargeInRedis } from './redis-limits.js';
import { refundInRedis } from './refund-free-votes.js';
import { SurgeNotices } from './surge-notices.js';
import { noteUnchecked } from './unchecked-votes.js';
import { UnpaidVoteLimiter } from './unpaid-vote-limiter.js';

/**
 * Limits of what costs a voter nothing: free votes per phone and device, and paid votes that wait for payment. Writes its verdict
 * into the rows (`judged`, `hold`). Without effect when `VOTE_LIMITS` is `off`.
 */
@Injectable()
export class FreeVoteLimits {
  private readonly free: FreeVoteLimiter | null;
  private readonly unpaid: UnpaidVoteLimiter | null;
  private readonly surges: SurgeNotices;

  constructor(
    @Inject(REDIS) redis: RedisClient,
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(LOGGER) log: Logger,
    @Inject(ENVIRONMENT) env: Environment,
  ) {
    this.surges = new SurgeNotices(pool, log, env.PUBLIC_URL);
    const limited = env.VOTE_LIMITS !== 'off';
    const withinMs = env.LIMITS_REDIS_MS;
    this.free = limited ? new FreeVoteLimiter(redis, pool, log, withinMs) : null;
    this.unpaid = limited
      ? new UnpaidVoteLimiter(redis, pool, env.UNPAID_VOTE_MINUTES * 60_000, withinMs)
      : null;
  }

  /** Judge and charge votes before they are written; a vote that looks automated is marked to be held. */
  async judge(rows: readonly CastRow[], at: Date): Promise<void> {
    await Promise.all([this.judgeFree(rows, at), this.unpaid?.judge(rows, at)]);
  }

  /** Give back what was charged for votes that were not written. */
  giveBack(rows: readonly CastRow[]): void {
    const charged = rows.filter((row) => row.judged && !row.judged.refusal);
    this.unpaid?.forget(charged.flatMap((row) => row.unpaid ?? []));
    for (const at of new Set(charged.map((row) => row.judged?.at))) {
      const judged = charged.filter(isGuarded).filter((row) => row.judged?.at === at);
      if (at)
        this.free?.refund(
          guardsOf(judged),
          judged.map(({ judged: by }) => by?.verdict ?? { kind: 'counted' }),
          at,
        );
    }
  }

  private async judgeFree(rows: readonly CastRow[], at: Date): Promise<void> {
    const guarded = rows.filter(isGuarded);
    const verdicts = (await this.free?.charge(guardsOf(guarded), at)) ?? [];
    guarded.forEach((row, index) => {
      const verdict = verdicts[index];
      // Set anew each time: after a failed write a row is judged again.
      row.hold = verdict?.kind === 'held' ? verdict.reason : null;
      if (isSurge(verdict)) this.surges.tell(row.contestId, at);
      row.judged = { at, refusal: verdict ? refusedBy(verdict, row.guard, at) : null, verdict };
    });
    const unchecked = guarded.filter(({ hold }) => hold === 'LIMITS_UNKNOWN');
    if (unchecked.length) await noteUnchecked(this.pool, unchecked, at);
  }
}

const isSurge = (verdict: Verdict | undefined): boolean =>
  (verdict?.kind === 'proof' && verdict.isSurge === true) ||
  (verdict?.kind === 'held' && verdict.reason === 'SURGE');

function isGuarded(row: CastRow): row is CastRow & { guard: FreeVote } {
  return row.guard !== null;
}

function guardsOf(rows: readonly CastRow[]): FreeVote[] {
  return rows.filter(isGuarded).map((row) => row.guard);
}

/** After a failure Redis is left alone this long, so that an outage costs one wait and not one per batch. */
const PAUSE_MS = 1_000;

/**
 * Free votes per phone, device, contest and hour, and the signs of automated voting. One round trip per batch. Without Redis the
 * votes themselves answer for phones and devices, and a vote that other rules concern is held. A vote that is not written after all is given
 * back by `refund`.
 */
export class FreeVoteLimiter {
  private pausedUntil = 0;
  private readonly owed = new OwedVotes();

  constructor(
    private readonly redis: RedisClient,
    private readonly sql: SqlRunner,
    private readonly log: Logger,
    private readonly redisWithinMs: number,
  ) {}

  /** Judge and charge votes in their order. @returns a verdict per vote; only counted and held ones are charged */
  async charge(votes: readonly FreeVote[], now: Date): Promise<Verdict[]> {
    if (!votes.length) return [];
    if (performance.now() >= this.pausedUntil) {
      const asked = this.askRedis(votes, minuteOf(now));
      try {
        return await inTime(asked, this.redisWithinMs, 'redis is slow');
      } catch (error) {
        this.pause(error as Error);
        // A late answer has charged what PostgreSQL judges now.
        asked.then(
          (verdicts) => this.giveBack(votes, verdicts, now),
          () => undefined,
        );
      }
    }
    const verdicts = await judgeByVotes(this.sql, votes, minuteOf(now));
    this.owed.add(votes.filter((_, index) => verdicts[index]?.kind === 'counted'));
    return verdicts;
  }

  /**
   * Give back what `charge` took at `now`. Best effort: a lost refund costs a voter some votes for an hour.
   * @param verdicts what `charge` said of these votes
   */
  refund(votes: readonly FreeVote[], verdicts: readonly Verdict[], now: Date): void {
    const untold = votes.map((vote) => this.owed.forget(vote));
    this.giveBack(
      votes.filter((_, index) => !untold[index]),
      verdicts.filter((_, index) => !untold[index]),
      now,
    );
  }

  private giveBack(votes: readonly FreeVote[], verdicts: readonly Verdict[], now: Date): void {
    refundInRedis(this.redis, votes, verdicts, minuteOf(now)).catch((error: Error) =>
      this.log.debug({ reason: error.message }, 'free votes not given back'),
    );
  }

  private async askRedis(votes: readonly FreeVote[], minute: number): Promise<Verdict[]> {
    const owed = this.owed.take();
    try {
      const verdicts = await chargeInRedis(this.redis, [...owed.map(alreadyCounted), ...votes], minute);
      return verdicts.slice(owed.length);
    } catch (error) {
      this.owed.add(owed);
      throw error;
    }
  }

  private pause(error: Error): void {
    if (performance.now() > this.pausedUntil + PAUSE_MS) {
      this.log.warn({ reason: error.message }, 'free-vote limits are answered from PostgreSQL');
    }
    this.pausedUntil = performance.now() + PAUSE_MS;
  }
}
