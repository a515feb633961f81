import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, networkOf, Secrets } from '@abato/platform';
import { DeviceTokens } from './device-tokens.js';
import { ACCOUNT_DELAY, accountDelayMs, SIGN_IN_RULES } from './throttle-rules.js';
import { type Limit, ThrottlingService } from './throttling.service.js';

/** Where a sign-in comes from. */
interface SignInSource {
  address: string;
  /** The client's device tokens, separated by commas. */
  devices: string | undefined;
}

/** Requests that wait at once in one process. Each costs a connection and a few kilobytes. */
const MOST_AT_ONCE = 200;

/** Delays requests, a bounded number at once. A request beyond them goes on without a delay: a delay never becomes a refusal. */
export class Delays {
  private held = 0;

  /** @param pause replaced in tests, which set the time instead of waiting */
  constructor(
    private readonly most = MOST_AT_ONCE,
    private readonly pause: (ms: number) => Promise<unknown> = sleep,
  ) {}

  async hold(ms: number): Promise<void> {
    if (ms <= 0 || this.held >= this.most) return;
    this.held++;
    try {
      await this.pause(ms);
    } finally {
      this.held--;
    }
  }
}

/**
 * Slows down guessing of passwords without locking an owner out (ADR 25): a device that signed in before has tries of its own; other
 * tries are counted per account and network and per network; failures of the account from everywhere only delay.
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly tries: ThrottlingService,
    private readonly devices: DeviceTokens,
    private readonly delays: Delays,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Run `work` as one try. The same for addresses that no account has.
   * @throws AppError RATE_LIMITED with the time to wait, and whatever `work` throws
   */
  async guard<T>(email: string, source: SignInSource, work: () => Promise<T>): Promise<T> {
    const account = this.secrets.accountDigest(email);
    const device = this.devices.deviceOf(source.devices, email);
    if (device) return this.onKnownDevice(`${account}:${device}`, work);
    const pair = {
      key: `login:network:${account}:${networkOf(source.address)}`,
      rule: SIGN_IN_RULES.network,
    };
    const address = this.tries.addressLimit('login', source.address);
    await this.tries.take(address ? [pair, address] : [pair]);
    const failures = `login:account:${account}`;
    await this.delays.hold(accountDelayMs(await this.tries.count(failures, ACCOUNT_DELAY.forgetSeconds)));
    return forgiving(work, () => Promise.all([this.tries.forgive([pair]), this.tries.uncount(failures)]));
  }

  private async onKnownDevice<T>(key: string, work: () => Promise<T>): Promise<T> {
    const limit: Limit = { key: `login:device:${key}`, rule: SIGN_IN_RULES.device };
    await this.tries.take([limit]);
    return forgiving(work, () => this.tries.forgive([limit]));
  }
}

/** Refusals that only the right password leads to: codes have a limit of their own. */
const PASSWORD_WAS_RIGHT: ReadonlySet<string> = new Set(['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_WRONG']);

async function forgiving<T>(work: () => Promise<T>, forgive: () => Promise<unknown>): Promise<T> {
  try {
    const result = await work();
    await forgive();
    return result;
  } catch (error) {
    if (error instanceof AppError && PASSWORD_WAS_RIGHT.has(error.code)) await forgive();
    throw error;
  }
}
