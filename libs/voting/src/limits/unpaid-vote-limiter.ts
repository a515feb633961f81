import type { SqlRunner } from '@abato/database';
import { inTime, RedisScript, type RedisClient } from '@abato/platform';
import type { CastRow } from '../intake/cast-row.js';
import { judgeUnpaidByVotes } from './postgres-limits.js';
import {
  UNPAID_PER_ADDRESS,
  UNPAID_PER_PHONE,
  UNPAID_UNCHECKED_PER_ADDRESS,
  unpaidRefusal,
  type UnpaidVerdict,
  type UnpaidVote,
} from './unpaid-votes.js';

const NOTE = new RedisScript(import.meta.url, './note-unpaid-votes.lua');
/** A sender over a limit is looked up in the database once in so long, however often it asks. */
const LOOK_EVERY_MS = 2_000;
const MOST_LOOKED_UP = 10_000;
/** After a failure Redis is left alone this long, so that an outage costs one wait and not one per batch. */
const PAUSE_MS = 1_000;

/**
 * Paid votes that wait for payment, per phone and per network address: casting one costs nothing, so a sender may have only so many.
 * Redis notes what is cast; whether a vote has been paid since is asked of the database only when a sender is over a limit. Without Redis
 * PostgreSQL says how many votes of a phone wait; addresses have no limit then: what is unpaid counts nowhere, and expires.
 */
export class UnpaidVoteLimiter {
  private readonly lookedUp = new Map<string, number>();
  private pausedUntil = 0;

  /** @param windowMs how long an unpaid vote waits before it expires */
  constructor(
    private readonly redis: RedisClient,
    private readonly sql: SqlRunner,
    private readonly windowMs: number,
    private readonly redisWithinMs: number,
  ) {}

  /** Judge the rows of paid votes before they are written, and say in them what was said. */
  async judge(rows: readonly CastRow[], at: Date): Promise<void> {
    const limited = rows.flatMap((row) => (row.unpaid ? { row, vote: row.unpaid } : []));
    const verdicts = await this.note(
      limited.map(({ vote }) => vote),
      at,
    );
    limited.forEach(({ row }, index) => {
      const verdict = verdicts[index];
      row.judged = { at, refusal: verdict ? unpaidRefusal(verdict, at) : null };
    });
  }

  /** Judge votes in their order; only noted ones may be cast. */
  private async note(votes: readonly UnpaidVote[], now: Date): Promise<UnpaidVerdict[]> {
    if (!votes.length) return [];
    const nowMs = now.getTime();
    if (performance.now() < this.pausedUntil) return this.askPostgres(votes, nowMs);
    try {
      const verdicts = await inTime(this.ask(votes, nowMs), this.redisWithinMs, 'redis is slow');
      const over = votes.filter((_, index) => verdicts[index]?.kind !== 'noted');
      if (!over.length || !(await this.forgetPaid(over, nowMs))) return verdicts;
      const again = await inTime(this.ask(over, nowMs), this.redisWithinMs, 'redis is slow');
      return verdicts.map((verdict, index) => again[over.indexOf(votes[index] as UnpaidVote)] ?? verdict);
    } catch {
      this.pausedUntil = performance.now() + PAUSE_MS;
      return this.askPostgres(votes, nowMs);
    }
  }

  /** Votes that are not written after all. Best effort: a lost one counts until it would have expired. */
  forget(votes: readonly UnpaidVote[]): void {
    for (const vote of votes)
      for (const key of keysOf(vote)) if (key) this.redis.zrem(key, vote.id).catch(() => undefined);
  }

  private askPostgres(votes: readonly UnpaidVote[], nowMs: number): Promise<UnpaidVerdict[]> {
    return judgeUnpaidByVotes(this.sql, votes, nowMs, this.windowMs);
  }

  private async ask(votes: readonly UnpaidVote[], nowMs: number): Promise<UnpaidVerdict[]> {
    const limits = [UNPAID_PER_PHONE, UNPAID_UNCHECKED_PER_ADDRESS, UNPAID_PER_ADDRESS];
    const values = votes.flatMap(({ id, proven }) => [id, proven ? 1 : 0]);
    const answer = (await NOTE.run(this.redis, votes.flatMap(keysOf), [
      nowMs,
      this.windowMs,
      ...limits,
      ...values,
    ])) as number[];
    return votes.map((_, index) => verdictOf(answer[2 * index] ?? 0, answer[2 * index + 1] ?? nowMs));
  }

  /** @returns whether any of the waiting votes of these senders has been paid */
  private async forgetPaid(votes: readonly UnpaidVote[], nowMs: number): Promise<boolean> {
    const keys = [...new Set(votes.flatMap(keysOf))].filter((key) => key && this.mayLookUp(key, nowMs));
    const noted = await Promise.all(keys.map((key) => this.redis.zrange(key, 0, -1)));
    const ids = [...new Set(noted.flat())];
    if (!ids.length) return false;
    const { rows } = await this.sql.query<{ id: string }>(
      `SELECT id FROM votes WHERE id = ANY($1::uuid[]) AND status = 'COMPLETED'`,
      [ids],
    );
    const paid = rows.map(({ id }) => id);
    if (!paid.length) return false;
    await Promise.all(keys.map((key) => this.redis.zrem(key, ...paid)));
    return true;
  }

  private mayLookUp(key: string, nowMs: number): boolean {
    if (nowMs - (this.lookedUp.get(key) ?? -Infinity) < LOOK_EVERY_MS) return false;
    if (this.lookedUp.size >= MOST_LOOKED_UP) this.lookedUp.clear();
    this.lookedUp.set(key, nowMs);
    return true;
  }
}

function keysOf({ phone, address }: UnpaidVote): [string, string] {
  return [`abato:unpaid:phone:${phone}`, address === null ? '' : `abato:unpaid:address:${address}`];
}

function verdictOf(code: number, freeAt: number): UnpaidVerdict {
  if (code === 0) return { kind: 'noted' };
  if (code === 3) return { kind: 'challenge' };
  return { kind: 'refused', per: code === 1 ? 'phone' : 'address', freeAt };
}
