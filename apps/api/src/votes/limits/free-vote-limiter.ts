import type { Redis } from 'ioredis';
import { sqlFile, type SqlRunner } from '@abato/persistence';
import { smallestIdAt, type Logger } from '@abato/platform';
import { allowance, minuteOf, WINDOW_MINUTES, type Allowance } from './free-vote-window.js';
import { RedisScript } from '@abato/queue';

const CHARGE = new RedisScript(import.meta.url, './charge-free-votes.lua');
const REFUND = new RedisScript(import.meta.url, './refund-free-votes.lua');
const USED = sqlFile(import.meta.url, './used-free-votes.sql');

/** Redis answers within this, or PostgreSQL does: every vote of the process waits for it. */
const REDIS_TIMEOUT_MS = 250;
/** After a failure Redis is left alone this long, so that an outage costs one wait and not one per batch. */
const PAUSE_MS = 1_000;
/** Votes charged without Redis that it is told about when it is back; more than that are forgotten. */
const MAX_OWED = 50_000;

/** A free vote as the limit sees it. */
export interface FreeVote {
  contestId: string;
  phone: string;
  /** Stands for the phone in Redis, which knows no number. */
  phoneDigest: Buffer;
  votes: number;
  limit: number;
}

interface Charge {
  key: string;
  votes: number;
}

/**
 * Free votes per phone, contest and hour. One round trip per batch; without Redis the ledger of votes answers, never
 * "unlimited". A vote that is not written after all is given back by `refund`.
 */
export class FreeVoteLimiter {
  private pausedUntil = 0;
  /** Written while Redis was away. */
  private owed: Charge[] = [];

  constructor(
    private readonly redis: Redis,
    private readonly sql: SqlRunner,
    private readonly log: Logger,
  ) {}

  /** Charge votes in their order. @returns an answer per vote; a refused one is not charged */
  async charge(votes: readonly FreeVote[], now: Date): Promise<Allowance[]> {
    if (!votes.length) return [];
    if (performance.now() >= this.pausedUntil) {
      const asked = this.chargeInRedis(votes, minuteOf(now));
      try {
        return await inTime(asked);
      } catch (error) {
        this.pause(error as Error);
        // A late answer has charged what PostgreSQL charges now.
        asked.then(
          (answers) => this.giveBack(votes.filter((_, index) => answers[index]?.allowed).map(toCharge), now),
          () => undefined,
        );
      }
    }
    return this.askPostgres(votes, now);
  }

  /** Give back what `charge` took at `now`. Best effort: a lost refund costs a voter some votes for an hour. */
  refund(votes: readonly FreeVote[], now: Date): void {
    const charged = votes.map(toCharge).filter((charge) => {
      const place = this.owed.findIndex(
        ({ key, votes: owed }) => key === charge.key && owed === charge.votes,
      );
      if (place >= 0) this.owed.splice(place, 1);
      return place < 0;
    });
    this.giveBack(charged, now);
  }

  private giveBack(charges: readonly Charge[], now: Date): void {
    if (!charges.length) return;
    const keys = charges.map((charge) => charge.key);
    REFUND.run(this.redis, keys, [minuteOf(now), ...charges.map((charge) => charge.votes)]).catch(
      (error: Error) => this.log.debug({ reason: error.message }, 'free votes not given back'),
    );
  }

  private async chargeInRedis(votes: readonly FreeVote[], minute: number): Promise<Allowance[]> {
    // A copy: while this waits, votes charged without Redis are added to the list.
    const owed = [...this.owed];
    const keys = [...owed.map((charge) => charge.key), ...votes.map((vote) => keyOf(vote))];
    const amounts = [
      ...owed.flatMap((charge) => [charge.votes, 0]),
      ...votes.flatMap((vote) => [vote.votes, vote.limit]),
    ];
    const answer = (await CHARGE.run(this.redis, keys, [minute, WINDOW_MINUTES, ...amounts])) as number[];
    if (owed.length) this.owed = this.owed.slice(owed.length);
    return votes.map((_, index) => {
      const place = 2 * (owed.length + index);
      const [left = 0, nextMinute = 0] = answer.slice(place, place + 2);
      return left === -1 ? { allowed: true } : { allowed: false, left, nextMinute: nextMinute || null };
    });
  }

  private async askPostgres(votes: readonly FreeVote[], now: Date): Promise<Allowance[]> {
    const minute = minuteOf(now);
    const { rows } = await this.sql.query<{
      contest_id: string;
      voter_phone: string;
      minute: number;
      votes: number;
    }>(USED, [
      [...new Set(votes.map((vote) => vote.contestId))],
      [...new Set(votes.map((vote) => vote.phone))],
      smallestIdAt((minute - WINDOW_MINUTES) * 60_000),
    ]);
    const used = new Map<string, Map<number, number>>();
    const usedBy = (contestId: string, phone: string): Map<number, number> => {
      const key = `${contestId} ${phone}`;
      const known = used.get(key) ?? new Map<number, number>();
      used.set(key, known);
      return known;
    };
    for (const row of rows) usedBy(row.contest_id, row.voter_phone).set(row.minute, row.votes);
    return votes.map((vote) => {
      const mine = usedBy(vote.contestId, vote.phone);
      const answer = allowance(mine, vote.votes, vote.limit, minute);
      if (answer.allowed) {
        mine.set(minute, (mine.get(minute) ?? 0) + vote.votes);
        if (this.owed.length < MAX_OWED) this.owed.push(toCharge(vote));
      }
      return answer;
    });
  }

  private pause(error: Error): void {
    if (performance.now() > this.pausedUntil + PAUSE_MS) {
      this.log.warn({ reason: error.message }, 'free-vote limits are answered from PostgreSQL');
    }
    this.pausedUntil = performance.now() + PAUSE_MS;
  }
}

function toCharge(vote: FreeVote): Charge {
  return { key: keyOf(vote), votes: vote.votes };
}

function keyOf(vote: FreeVote): string {
  return `abato:free:${vote.contestId}:${vote.phoneDigest.toString('base64url')}`;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('redis is slow')), REDIS_TIMEOUT_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
