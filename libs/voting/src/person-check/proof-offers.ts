import { Inject, Injectable } from '@nestjs/common';
import type { CachedContest } from '@abato/contests';
import type { BrowserTokenAnswer, CastProof, PersonChallenge } from '@abato/contracts';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  inTime,
  REDIS,
  type RedisClient,
} from '@abato/platform';
import { browserTokenLifeMs, LEAST_AGE_MS, VoterProofs } from '../intake/voter-proofs.js';
import { ADDRESS_SLOTS, minuteOf, mostOfAddress, slotOf } from '../limits/free-vote.js';
import { crowdKey, surgeKey } from '../limits/redis-limits.js';
import { CheckPrices } from './person-checks.js';

/** Takes the place of a contest in a person check that is solved for a token. */
const FOR_TOKEN = 'browser';

/** What voters get before they cast: person checks, tokens of browsers, and whether a number will be asked for. */
@Injectable()
export class ProofOffers {
  private readonly prices: CheckPrices;

  constructor(
    @Inject(ENVIRONMENT) private readonly env: Environment,
    readonly proofs: VoterProofs,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(REDIS) private readonly redis: RedisClient,
  ) {
    this.prices = new CheckPrices(redis, env.LIMITS_REDIS_MS);
  }

  /**
   * Whether an open contest asks for proven numbers at this address now, or may with the next vote; in a surge it asks new voters at each. Where Redis does
   * not say, it may: other budgets bound
   * what that costs.
   */
  async asksForNumbers({ facts }: CachedContest, address: string): Promise<boolean> {
    if (!facts.addressProof || facts.verification !== 'OPEN') return false;
    const sender = this.proofs.network.crowd(facts.id, address);
    const { freeVotesPerHour } = facts;
    try {
      const minute = minuteOf(this.clock.now());
      const asked = Promise.all([
        sender && crowdVotesInRedis(this.redis, facts.id, sender, minute),
        isSurgeInRedis(this.redis, facts.id, minute),
      ]);
      const [given, isSurge] = await inTime(asked, this.env.LIMITS_REDIS_MS, 'redis is slow');
      return isSurge || (given !== null && given + freeVotesPerHour > mostOfAddress(freeVotesPerHour));
    } catch {
      return true;
    }
  }

  /** A person check for one vote of a browser at this address: the more of them its network asks for, the more work each is. */
  async issueCheck(
    contestId: string,
    key: string,
    address: string,
    contest: CachedContest | null = null,
  ): Promise<PersonChallenge> {
    const price = await this.priceOf('check', address);
    return this.proofs.checks.issue(
      contestId,
      key,
      Math.max(1, price, this.proofs.strengthOf(address, contest)),
    );
  }

  /**
   * A token for a browser, or the person check that it costs.
   * @param deviceId the browser's number
   * @param solved the check, when it was asked for before
   */
  async issueBrowserToken(
    deviceId: string,
    solved: string | undefined,
    address: string,
  ): Promise<BrowserTokenAnswer> {
    const least = this.proofs.strengthOf(address);
    const key = deviceId.toLowerCase();
    if (solved && (await this.proofs.checks.proves(solved, FOR_TOKEN, key, least)))
      return this.browserToken(deviceId, address, least);
    const price = await this.priceOf('token', address);
    if (price === 0) return this.browserToken(deviceId, address, 0);
    return { challenge: await this.proofs.checks.issue(FOR_TOKEN, key, Math.max(price, least)) };
  }

  /** @returns null where it costs a person check */
  async freeBrowserToken(deviceId: string, address: string): Promise<string | null> {
    if ((await this.priceOf('token', address)) > 0) return null;
    return this.browserToken(deviceId, address, 0).browserToken ?? null;
  }

  /** Whether a browser's token makes it known at this address, now or once it is old enough. */
  serves(browser: Pick<CastProof, 'deviceId' | 'browserToken'>, address: string): boolean {
    return this.proofs.browserOf(browser, address, new Date(this.clock.now().getTime() + LEAST_AGE_MS))
      .isKnown;
  }

  private browserToken(deviceId: string, address: string, strength: number): BrowserTokenAnswer {
    const now = this.clock.now();
    const isOutside = this.proofs.network.isOutside(address);
    const expiresAt = new Date(now.getTime() + browserTokenLifeMs({ isOutside })).toISOString();
    return { browserToken: this.proofs.browsers.issue(deviceId, { isOutside, strength }, now), expiresAt };
  }

  private async priceOf(kind: 'check' | 'token', address: string): Promise<number> {
    const asker = this.proofs.network.asker(address);
    return asker ? this.prices.next(kind, asker, this.clock.now()) : 0;
  }
}

/** Votes of numbers that are not proven which an address has given a contest, as charge-free-votes.lua adds them up. @throws when Redis is away */
async function crowdVotesInRedis(
  redis: RedisClient,
  contestId: string,
  address: Buffer,
  minute: number,
): Promise<number> {
  const slots = (await redis.get(crowdKey(contestId, address))) ?? '';
  return [...slots.matchAll(/(\d+):(\d+);/g)].reduce(
    (sum, [, at, votes]) => sum + (Number(at) > slotOf(minute) - ADDRESS_SLOTS ? Number(votes) : 0),
    0,
  );
}

/** Whether new voters are asked for their numbers in a contest now: a slot that has refused or held votes is marked by charge-free-votes.lua. @throws when Redis is away */
async function isSurgeInRedis(redis: RedisClient, contestId: string, minute: number): Promise<boolean> {
  const slots = (await redis.get(surgeKey(contestId))) ?? '';
  return [...slots.matchAll(/(\d+):\d+:a;/g)].some(([, at]) => Number(at) > slotOf(minute) - ADDRESS_SLOTS);
}
