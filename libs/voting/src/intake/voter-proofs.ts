import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CachedContest } from '@abato/contests';
import {
  BROWSER_TOKEN_DAYS,
  type BrowserTokenAnswer,
  type CastProof,
  type PersonChallenge,
  SURGE_VOTES,
} from '@abato/contracts';
import {
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  inTime,
  REDIS,
  Secrets,
  SWITCHED_OFF,
  type RedisClient,
} from '@abato/platform';
import { minuteOf, mostOfAddress } from '../limits/free-vote.js';
import { crowdVotesInRedis, isSurgeInRedis } from '../limits/redis-limits.js';
import { KnownNetworks, VoterNetwork } from '../limits/voter-network.js';
import { CheckPrices, PERSON_CHECK_MS, PersonChecks } from '../person-check/person-checks.js';
import { VoterTokens } from '../verification/voter-tokens.js';

/** A person check of a network where few voters are costs so many times the work. */
const OUTSIDE_STRENGTH = 4;
/** Takes the place of a contest in a person check that is solved for a token. */
const FOR_TOKEN = 'browser';

/** What the token of a browser says about its vote. */
export interface BrowserProof {
  /** The token explains the vote: it is not one of an unknown browser. */
  isKnown: boolean;
  /** It is known, and the token was issued before what the rule about surges adds up. */
  isSettled: boolean;
  /** A person check was solved for the token, no longer ago than one for a vote may be. */
  isPerson: boolean;
  /** How old the token is; null without one that explains the vote. */
  ageMinutes: number | null;
}

/** What is known about who casts a vote: the network it comes from, proven numbers, solved person checks. */
@Injectable()
export class VoterProofs {
  readonly network: VoterNetwork;
  readonly tokens: VoterTokens;
  readonly browsers: BrowserTokens;
  /** Voters have a way to prove a number: a code by SMS, or a USSD code to dial. */
  readonly numbersCanBeProven: boolean;
  private readonly prices: CheckPrices;

  constructor(
    @Inject(ENVIRONMENT) private readonly env: Environment,
    readonly secrets: Secrets,
    readonly checks: PersonChecks,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(REDIS) private readonly redis: RedisClient,
  ) {
    const known = new KnownNetworks(env.KNOWN_NETWORKS.split(',').filter(Boolean));
    this.network = new VoterNetwork(secrets, env.production, known);
    this.tokens = new VoterTokens(secrets.verificationKey);
    this.browsers = new BrowserTokens(secrets.verificationKey);
    this.numbersCanBeProven = env.SMS_API_KEY !== SWITCHED_OFF || env.USSD_SECRET !== '';
    this.prices = new CheckPrices(redis, env.LIMITS_REDIS_MS);
  }

  /**
   * @param address null for a request that is a gateway's
   * @param contest where payment or proof stands for a person, an address outside costs no more work; null: not known
   * @returns how much work a person check takes there
   */
  strengthOf(address: string | null, contest: CachedContest | null = null): number {
    const facts = contest?.facts;
    if (facts && (facts.verification !== 'OPEN' || facts.votePricePesewas > 0)) return 1;
    return this.network.isOutside(address) ? OUTSIDE_STRENGTH : 1;
  }

  /**
   * Whether an open contest asks for proven numbers at this address now, or may with the next vote; in a surge it asks new voters at each. Where Redis does
   * not say, it may: other budgets bound
   * what that costs.
   */
  async asksForNumbers({ facts }: CachedContest, address: string): Promise<boolean> {
    if (!facts.addressProof || facts.verification !== 'OPEN') return false;
    const sender = this.network.crowd(facts.id, address);
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
    return this.checks.issue(contestId, key, Math.max(1, price, this.strengthOf(address, contest)));
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
    const least = this.strengthOf(address);
    const key = deviceId.toLowerCase();
    if (solved && (await this.checks.proves(solved, FOR_TOKEN, key, least)))
      return this.browserToken(deviceId, address, least);
    const price = await this.priceOf('token', address);
    if (price === 0) return this.browserToken(deviceId, address, 0);
    return { challenge: await this.checks.issue(FOR_TOKEN, key, Math.max(price, least)) };
  }

  /** @returns null where it costs a person check */
  async freeBrowserToken(deviceId: string, address: string): Promise<string | null> {
    if ((await this.priceOf('token', address)) > 0) return null;
    return this.browserToken(deviceId, address, 0).browserToken ?? null;
  }

  /** What a cast's token says, for a vote that comes from this address. */
  browserOf(
    { deviceId, browserToken }: Pick<CastProof, 'deviceId' | 'browserToken'>,
    address: string | null,
    at: Date = this.clock.now(),
  ): BrowserProof {
    const origin = this.browsers.read(browserToken, deviceId, at);
    const isKnown = origin !== null && (!origin.isOutside || this.network.isOutside(address));
    // Older checks prove nothing: they could be collected while they are cheap, and spent together.
    const isFresh = isKnown && origin.ageMs < PERSON_CHECK_MS;
    const isSettled = isKnown && origin.ageMs >= SURGE_VOTES.settledMinutes * 60_000;
    const ageMinutes = isKnown ? Math.floor(origin.ageMs / 60_000) : null;
    const isPerson = isFresh && origin.strength >= this.strengthOf(address);
    return { isKnown, isSettled, isPerson, ageMinutes };
  }

  /** Whether a browser's token makes it known at this address, now or once it is old enough. */
  serves(browser: Pick<CastProof, 'deviceId' | 'browserToken'>, address: string): boolean {
    return this.browserOf(browser, address, new Date(this.clock.now().getTime() + LEAST_AGE_MS)).isKnown;
  }

  private browserToken(deviceId: string, address: string, strength: number): BrowserTokenAnswer {
    const now = this.clock.now();
    const isOutside = this.network.isOutside(address);
    const expiresAt = new Date(now.getTime() + browserTokenLifeMs({ isOutside })).toISOString();
    return { browserToken: this.browsers.issue(deviceId, { isOutside, strength }, now), expiresAt };
  }

  private async priceOf(kind: 'check' | 'token', address: string): Promise<number> {
    const asker = this.network.asker(address);
    return asker ? this.prices.next(kind, asker, this.clock.now()) : 0;
  }
}

/** A token that cost nothing explains no vote before: a page was drawn and a number typed until an honest one. */
const LEAST_AGE_MS = 5_000;
const DAY_MS = 86_400_000;
/** 128 bits. */
const SIGNATURE_BYTES = 16;

/** What a token says about how its browser got it. */
interface BrowserOrigin {
  /** It was issued to a network where few voters are. */
  isOutside: boolean;
  /** Of the person check that was solved for it; 0 for none. */
  strength: number;
}

/** A browser that comes back from abroad or leaves a foreign proxy gets a token for Ghana the next day. */
const browserTokenLifeMs = ({ isOutside }: Pick<BrowserOrigin, 'isOutside'>): number =>
  isOutside ? DAY_MS : BROWSER_TOKEN_DAYS * DAY_MS;

/**
 * Tokens `time.origin.signature` that show that this site issued them to a browser, for the number that the browser sends as `deviceId` (ADR 42).
 * They name no person and are stored only in that browser. The time is in milliseconds since 1970, in base 36.
 */
export class BrowserTokens {
  /** @param key `Secrets.verificationKey` */
  constructor(private readonly key: Buffer) {}

  issue(deviceId: string, { isOutside, strength }: BrowserOrigin, now: Date): string {
    const signed = `${now.getTime().toString(36)}.${isOutside ? 'o' : 'u'}${strength}`;
    return `${signed}.${this.signatureOf(deviceId, signed).toString('base64url')}`;
  }

  /** @returns null for a token that is not ours, of another browser, too young or too old */
  read(
    token: string | undefined,
    deviceId: string | undefined,
    now: Date,
  ): (BrowserOrigin & { ageMs: number }) | null {
    if (!token || !deviceId) return null;
    const [time = '', origin = '', signature = '', ...more] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.signatureOf(deviceId, `${time}.${origin}`);
    if (more.length || given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, expected)) return null;
    const isOutside = origin.startsWith('o');
    const strength = Number(origin.slice(1));
    const ageMs = now.getTime() - parseInt(time, 36);
    if (!(ageMs >= (strength > 0 ? 0 : LEAST_AGE_MS) && ageMs < browserTokenLifeMs({ isOutside })))
      return null;
    return { isOutside, strength, ageMs };
  }

  private signatureOf(deviceId: string, signed: string): Buffer {
    const hmac = createHmac('sha256', this.key).update(`browser|${deviceId.toLowerCase()}|${signed}`);
    return hmac.digest().subarray(0, SIGNATURE_BYTES);
  }
}
