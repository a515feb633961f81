import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { createChallenge, verifySolution, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { type PersonChallenge, VOTES_PER_ADDRESS } from '@abato/contracts';
import { type Clock, CLOCK, inTime, type RedisClient, Secrets } from '@abato/platform';
import { RATE_MINUTES } from '../limits/free-vote.js';

/** Hashing rounds of one try. A try costs the server half a millisecond once, a phone a few for each. */
const COST = 1_000;
/** The solver tries numbers from 0 on: between a fifth of a second on a computer and two on an old phone. */
const TRIES = { from: 200, to: 800 } as const;
/** Long enough to find the phone again, short enough that solved ones cannot be collected. */
export const PERSON_CHECK_MS = 10 * 60_000;

/**
 * Person checks by proof of work (ALTCHA, version 2), made and verified here: no third party learns of a voter.
 *
 * A check is made for one contest and one `Idempotency-Key` and proves nothing for another. A key counts once, by a unique index:
 * a solved check therefore counts once too, whatever happens to Redis, and there is no list of used ones that could race.
 */
@Injectable()
export class PersonChecks {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param key the idempotency key under which the vote will be cast
   * @param strength times the work of an ordinary check
   */
  async issue(contestId: string, key: string, strength = 1): Promise<PersonChallenge> {
    const { parameters, signature } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      counter: randomInt(strength * TRIES.from, strength * TRIES.to),
      deriveKey,
      data: { contestId, key, strength },
      expiresAt: new Date(this.clock.now().getTime() + PERSON_CHECK_MS),
      hmacSignatureSecret: this.secrets.challengeKey,
      hmacKeySignatureSecret: this.secrets.challengeKey,
    });
    return { parameters, ...(signature !== undefined && { signature }) };
  }

  /**
   * @param solved the payload in base64, as a browser sends it; anything else proves nothing
   * @param strength that is needed
   */
  async proves(solved: string, contestId: string, key: string, strength = 1): Promise<boolean> {
    try {
      const payload = JSON.parse(Buffer.from(solved, 'base64').toString('utf8')) as Partial<Payload>;
      const { challenge, solution } = payload;
      const data = challenge?.parameters?.data;
      // Unsigned until verified, but a wrong one need not be.
      if (!challenge || !solution || data?.['contestId'] !== contestId || data['key'] !== key) return false;
      if (!(Number(data['strength'] ?? 1) >= strength)) return false;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: this.secrets.challengeKey,
        hmacKeySignatureSecret: this.secrets.challengeKey,
      });
      return verified;
    } catch {
      // The text is no payload at all.
      return false;
    }
  }
}

/**
 * What is asked for by one network in five minutes costs nothing at first, and then a person check of so many times the ordinary work. The last
 * price is one that a phone of 2016 pays in about 15 s.
 */
const PRICES = [0, 1, 2, 4, 8] as const;

/** Counts person checks and tokens per network: a network that collects them pays more for each further one. Without Redis each process counts for itself. */
export class CheckPrices {
  private readonly counted: RateLimiterRedis;
  private readonly countedAlone: RateLimiterMemory;

  constructor(
    storeClient: RedisClient,
    private readonly redisWithinMs: number,
  ) {
    const options = { keyPrefix: 'abato:asked', points: 1, duration: RATE_MINUTES * 60 };
    this.counted = new RateLimiterRedis({ ...options, storeClient });
    this.countedAlone = new RateLimiterMemory(options);
  }

  /**
   * Count one more.
   * @param network keyed digest
   * @returns strength of the check that it costs; 0 for none
   */
  async next(kind: 'check' | 'token', network: Buffer, now: Date): Promise<number> {
    const window = Math.floor(now.getTime() / (RATE_MINUTES * 60_000));
    const key = `${kind}:${network.toString('base64url')}:${window}`;
    const { consumedPoints } = await inTime(
      this.counted.penalty(key),
      this.redisWithinMs,
      'redis is slow',
    ).catch(() => this.countedAlone.penalty(key));
    const step = Math.floor((consumedPoints - 1) / VOTES_PER_ADDRESS);
    return PRICES[Math.min(step, PRICES.length - 1)] as number;
  }
}
