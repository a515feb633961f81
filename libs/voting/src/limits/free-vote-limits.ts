import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { refusalTexts as t } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import {
  AppError,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  REDIS,
  type RedisClient,
} from '@abato/platform';
import type { CastRow } from '../intake/cast-row.js';
import { FreeVoteLimiter } from './free-vote-limiter.js';
import type { FreeVote, Verdict } from './free-vote.js';
import { limitRefusal } from './limit-refusal.js';
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

  constructor(
    @Inject(REDIS) redis: RedisClient,
    @Inject(HOT_POOL) pool: pg.Pool,
    @Inject(LOGGER) log: Logger,
    @Inject(ENVIRONMENT) env: Environment,
  ) {
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
      if (at) this.free?.refund(guardsOf(judged), judged.map(verdictOn), at);
    }
  }

  private async judgeFree(rows: readonly CastRow[], at: Date): Promise<void> {
    const guarded = rows.filter(isGuarded);
    const verdicts = (await this.free?.charge(guardsOf(guarded), at)) ?? [];
    guarded.forEach((row, index) => {
      const verdict = verdicts[index];
      // Set anew each time: after a failed write a row is judged again.
      row.hold = verdict?.kind === 'held' ? verdict.reason : null;
      row.judged = { at, refusal: verdict ? refusedBy(verdict, row.guard, at) : null };
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

function refusedBy(verdict: Verdict, vote: FreeVote, at: Date): AppError | null {
  if (verdict.kind === 'refused') return limitRefusal(verdict, vote, at);
  if (verdict.kind === 'proof') return new AppError('PHONE_NOT_VERIFIED', { message: t.proveAtAddress });
  return verdict.kind === 'challenge' ? new AppError('CHALLENGE_REQUIRED') : null;
}

/** Of a vote that was let through. */
function verdictOn({ hold }: CastRow): Verdict {
  return hold ? { kind: 'held', reason: hold } : { kind: 'counted' };
}

function isGuarded(row: CastRow): row is CastRow & { guard: FreeVote } {
  return row.guard !== null;
}

function guardsOf(rows: readonly CastRow[]): FreeVote[] {
  return rows.filter(isGuarded).map((row) => row.guard);
}
