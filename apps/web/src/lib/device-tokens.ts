import { MAX_DEVICE_TOKENS } from '@abato/contracts';
import { DEVICES, readPreference, writePreference } from './storage';

/** Newest first; kept when a session ends, for the next sign-in, but not after a logout. Apart from lib/storage.ts, which every visitor loads. */
export function readDeviceTokens(): string[] {
  return (readPreference(DEVICES) ?? '').split(',').filter(Boolean);
}

/** One for each account: the part before the first dot names it. */
export function keepDeviceToken(token: string): void {
  const account = token.split('.', 1)[0];
  const others = readDeviceTokens().filter((kept) => kept.split('.', 1)[0] !== account);
  writePreference(DEVICES, [token, ...others].slice(0, MAX_DEVICE_TOKENS).join(','));
}
