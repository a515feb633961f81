import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { MAX_DEVICE_TOKENS } from '@abato/contracts';
import { type Clock, CLOCK, Secrets } from '@abato/platform';

const LIFE_MS = 180 * 24 * 3_600_000;
const MAX_HEADER_LENGTH = 1_000;

interface KnownDevice {
  /** Keyed digest of the account's address. */
  account: string;
  id: string;
}

/**
 * Tokens by which sign-in recognises a device: `account.device.expiry.signature`. A token replaces no password. It only lets its holder
 * try one, for one account, while tries from elsewhere have locked the account's network (ADR 25).
 */
@Injectable()
export class DeviceTokens {
  constructor(
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param known the device's id when it presented a token of this account */
  issue(email: string, known?: string): string {
    const expires = Math.floor((this.clock.now().getTime() + LIFE_MS) / 1000).toString(36);
    const id = known ?? randomBytes(16).toString('base64url');
    const signed = [this.secrets.accountDigest(email), id, expires].join('.');
    return `${signed}.${this.signatureOf(signed)}`;
  }

  /**
   * The id of a device that signed in to this account before, or null.
   * @param presented tokens separated by commas, as the client sent them
   */
  deviceOf(presented: string | undefined, email: string): string | null {
    const account = this.secrets.accountDigest(email);
    return this.valid(presented).find((device) => device.account === account)?.id ?? null;
  }

  /** Whether any token is ours, before it is known which account is meant. */
  isKnown(presented: string | undefined): boolean {
    return this.valid(presented).length > 0;
  }

  private valid(presented: string | undefined): KnownDevice[] {
    if (!presented || presented.length > MAX_HEADER_LENGTH) return [];
    const tokens = presented.split(',').slice(0, MAX_DEVICE_TOKENS);
    return tokens.map((token) => this.read(token.trim())).filter((device) => device !== null);
  }

  private read(token: string): KnownDevice | null {
    const [account = '', id = '', expires = '', signature = '', ...more] = token.split('.');
    const expected = Buffer.from(this.signatureOf([account, id, expires].join('.')));
    const given = Buffer.from(signature);
    if (more.length || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return parseInt(expires, 36) * 1000 > this.clock.now().getTime() ? { account, id } : null;
  }

  private signatureOf(text: string): string {
    return createHmac('sha256', this.secrets.deviceKey).update(text).digest('base64url');
  }
}
