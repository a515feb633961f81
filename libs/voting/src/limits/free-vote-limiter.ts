import type { SqlRunner } from '@abato/database';
import { inTime, type Logger, type RedisClient } from '@abato/platform';
import { AddressMemory } from './address-memory.js';
import { minuteOf } from './free-vote-window.js';
import type { FreeVote, Verdict } from './free-vote.js';
import { judgeByVotes } from './postgres-limits.js';
import { type Charge, chargeInRedis, chargesOf, refundInRedis } from './redis-limits.js';

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
