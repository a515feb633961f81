import { createHmac, timingSafeEqual } from 'node:crypto';
import { BROWSER_TOKEN_DAYS } from '@abato/contracts';

/** A token that cost nothing explains no vote before: a page was drawn and a number typed until an honest one. */
export const LEAST_AGE_MS = 5_000;
const DAY_MS = 86_400_000;
/** 128 bits. */
const SIGNATURE_BYTES = 16;

/** What a token says about how its browser got it. */
export interface BrowserOrigin {
  /** It was issued to a network where few voters are. */
  isOutside: boolean;
  /** Of the person check that was solved for it; 0 for none. */
  strength: number;
}

/** A browser that comes back from abroad or leaves a foreign proxy gets a token for Ghana the next day. */
export const browserTokenLifeMs = ({ isOutside }: Pick<BrowserOrigin, 'isOutside'>): number =>
  isOutside ? DAY_MS : BROWSER_TOKEN_DAYS * DAY_MS;

/**
 * Tokens `time.origin.signature` that show that this site issued them to a browser, for the number that the browser sends as `deviceId` (ADR 150).
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
