import { createHmac, timingSafeEqual } from 'node:crypto';

/** Phones of a family that vote in one browser. */
const MOST_TOKENS = 5;
const LONGEST_HEADER = 400;
/** 128 bits. */
const SIGNATURE_BYTES = 16;

/**
 * Tokens `expiry.signature` that prove a phone number within one contest (ADR 117). The signature is an HMAC over the digest of the number in
 * that contest, which a cast has at hand, and the expiry: seconds since 1970 in base 36.
 */
export class VoterTokens {
  /** @param key `Secrets.verificationKey` */
  constructor(private readonly key: Buffer) {}

  /** @param phoneDigest `Secrets.voterDigest(contestId, 'phone', phone)` */
  issue(phoneDigest: Buffer, expires: Date): string {
    const expiry = Math.floor(expires.getTime() / 1000).toString(36);
    return `${expiry}.${this.signatureOf(phoneDigest, expiry).toString('base64url')}`;
  }

  /**
   * Whether one of the tokens is for this phone in this contest and still valid.
   * @param presented the header: tokens separated by commas, or nothing
   */
  proves(presented: string | undefined, phoneDigest: Buffer, now: Date): boolean {
    if (!presented || presented.length > LONGEST_HEADER) return false;
    return presented
      .split(',', MOST_TOKENS)
      .some((token) => this.isValid(token.trim(), phoneDigest, now.getTime()));
  }

  private isValid(token: string, phoneDigest: Buffer, nowMs: number): boolean {
    const [expiry = '', signature = '', ...more] = token.split('.');
    if (more.length || !(parseInt(expiry, 36) * 1000 > nowMs)) return false;
    const given = Buffer.from(signature, 'base64url');
    return given.length === SIGNATURE_BYTES && timingSafeEqual(given, this.signatureOf(phoneDigest, expiry));
  }

  private signatureOf(phoneDigest: Buffer, expiry: string): Buffer {
    const hmac = createHmac('sha256', this.key).update('token|').update(phoneDigest).update(`|${expiry}`);
    return hmac.digest().subarray(0, SIGNATURE_BYTES);
  }
}
