import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CachedContest } from '@abato/contests';
import { BROWSER_TOKEN_DAYS, type CastProof, SURGE_VOTES } from '@abato/contracts';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, Secrets, SWITCHED_OFF } from '@abato/platform';
import { KnownNetworks, VoterNetwork } from '../limits/voter-network.js';
import { PERSON_CHECK_MS, PersonChecks } from '../person-check/person-checks.js';
import { VoterTokens } from '../verification/voter-tokens.js';

/** A person check of a network where few voters are costs so many times the work. */
const OUTSIDE_STRENGTH = 4;

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

  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    readonly secrets: Secrets,
    readonly checks: PersonChecks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const known = new KnownNetworks(env.KNOWN_NETWORKS.split(',').filter(Boolean));
    this.network = new VoterNetwork(secrets, env.production, known);
    this.tokens = new VoterTokens(secrets.verificationKey);
    this.browsers = new BrowserTokens(secrets.verificationKey);
    this.numbersCanBeProven = env.SMS_API_KEY !== SWITCHED_OFF || env.USSD_SECRET !== '';
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
}

/** A token that cost nothing explains no vote before: a page was drawn and a number typed until an honest one. */
export const LEAST_AGE_MS = 5_000;
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
export const browserTokenLifeMs = ({ isOutside }: Pick<BrowserOrigin, 'isOutside'>): number =>
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
