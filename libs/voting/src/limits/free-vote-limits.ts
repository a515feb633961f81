import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { refusalTexts as t } from '@abato/contracts';
import { HOT_POOL, type SqlRunner } from '@abato/database';
import {
  AppError,
  type Environment,
  ENVIRONMENT,
  inTime,
  type Logger,
  LOGGER,
  REDIS,
  type RedisClient,
} from '@abato/platform';
import type { CastRow } from '../intake/cast-row.js';
import { AddressMemory } from './address-memory.js';
import { type FreeVote, limitRefusal, minuteOf, type Verdict } from './free-vote.js';
import { judgeByVotes } from './postgres-limits.js';
import { type Charge, chargeInRedis, chargesOf, refundInRedis } from './redis-limits.js';
import { SurgeNotices } from './surge-notices.js';
import { UnpaidVoteLimiter } from './unpaid-vote-limiter.js';
import { unpaidRefusal } from './unpaid-votes.js';

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
    @Inject(HOT_POOL) pool: pg.Pool,
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
    await Promise.all([this.judgeFree(rows, at), this.judgeUnpaid(rows, at)]);
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
  }

  private async judgeUnpaid(rows: readonly CastRow[], at: Date): Promise<void> {
    const limited = rows.flatMap((row) => (row.unpaid ? { row, vote: row.unpaid } : []));
    const verdicts = await this.unpaid?.note(
      limited.map(({ vote }) => vote),
      at,
    );
    limited.forEach(({ row }, index) => {
      const verdict = verdicts?.[index];
      row.judged = { at, refusal: verdict ? unpaidRefusal(verdict, at) : null };
    });
  }
}

const isSurge = (verdict: Verdict | undefined): boolean =>
  (verdict?.kind === 'proof' && verdict.isSurge === true) ||
  (verdict?.kind === 'held' && verdict.reason === 'SURGE');

function refusedBy(verdict: Verdict, vote: FreeVote, at: Date): AppError | null {
  if (verdict.kind === 'refused') return limitRefusal(verdict, vote, at);
  if (verdict.kind === 'proof')
    return new AppError('PHONE_NOT_VERIFIED', {
      message: verdict.isSurge ? t.proveInSurge : t.proveAtAddress,
    });
  return verdict.kind === 'challenge' ? new AppError('CHALLENGE_REQUIRED') : null;
}

function isGuarded(row: CastRow): row is CastRow & { guard: FreeVote } {
  return row.guard !== null;
}

function guardsOf(rows: readonly CastRow[]): FreeVote[] {
  return rows.filter(isGuarded).map((row) => row.guard);
}

/** After a failure Redis is left alone this long, so that an outage costs one wait and not one per batch. */
const PAUSE_MS = 1_000;
/** Votes charged without Redis that it is told about when it is back; more than that are forgotten. */
const MAX_OWED = 50_000;

/**
 * Free votes per phone, device, contest and hour, and the signs of automated voting. One round trip per batch; without Redis the
 * votes themselves answer, never "unlimited". A vote that is not written after all is given back by `refund`.
 */
export class FreeVoteLimiter {
  private pausedUntil = 0;
  /** Written while Redis was away. */
  private owed: Charge[] = [];
  private readonly addresses = new AddressMemory();

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
        const verdicts = await inTime(asked, this.redisWithinMs, 'redis is slow');
        this.noteCounted(votes, verdicts, minuteOf(now));
        return verdicts;
      } catch (error) {
        this.pause(error as Error);
        // A late answer has charged what PostgreSQL charges now.
        asked.then(
          (answers) => this.giveBack(chargesOf(votes, answers), now),
          () => undefined,
        );
      }
    }
    return this.askPostgres(votes, now);
  }

  /**
   * Give back what `charge` took at `now`. Best effort: a lost refund costs a voter some votes for an hour.
   * @param verdicts what `charge` said of these votes
   */
  refund(votes: readonly FreeVote[], verdicts: readonly Verdict[], now: Date): void {
    votes.forEach((vote, index) => {
      if (verdicts[index]?.kind === 'counted') this.addresses.giveBack(vote, minuteOf(now));
    });
    const charged = chargesOf(votes, verdicts).filter((charge) => {
      const index = this.owed.findIndex(
        ({ phoneKey, votes: owed }) => phoneKey === charge.phoneKey && owed === charge.votes,
      );
      if (index >= 0) this.owed.splice(index, 1);
      return index < 0;
    });
    this.giveBack(charged, now);
  }

  private giveBack(charges: readonly Charge[], now: Date): void {
    if (!charges.length) return;
    refundInRedis(this.redis, charges, minuteOf(now)).catch((error: Error) =>
      this.log.debug({ reason: error.message }, 'free votes not given back'),
    );
  }

  private async askRedis(votes: readonly FreeVote[], minute: number): Promise<Verdict[]> {
    // Told by one call only: others beside it, or after it has become late, would charge the same again.
    const { owed } = this;
    this.owed = [];
    try {
      return await chargeInRedis(this.redis, votes, owed, minute);
    } catch (error) {
      this.owed = [...owed, ...this.owed].slice(0, MAX_OWED);
      throw error;
    }
  }

  private async askPostgres(votes: readonly FreeVote[], now: Date): Promise<Verdict[]> {
    const verdicts = await judgeByVotes(this.sql, votes, minuteOf(now), this.addresses);
    const charged = chargesOf(votes, verdicts);
    this.owed.push(...charged.slice(0, Math.max(0, MAX_OWED - this.owed.length)));
    return verdicts;
  }

  private noteCounted(votes: readonly FreeVote[], verdicts: readonly Verdict[], minute: number): void {
    votes.forEach((vote, index) => {
      if (verdicts[index]?.kind === 'counted') this.addresses.noteCounted(vote, minute);
    });
  }

  private pause(error: Error): void {
    if (performance.now() > this.pausedUntil + PAUSE_MS) {
      this.log.warn({ reason: error.message }, 'free-vote limits are answered from PostgreSQL');
    }
    this.pausedUntil = performance.now() + PAUSE_MS;
  }
}
