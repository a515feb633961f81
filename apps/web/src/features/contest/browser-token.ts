import type { PersonChallenge } from '@abato/contracts';
import { loadCode } from '@/lib/load-code';
import { readPreference, writePreference } from '@/lib/storage';
import { requestBrowserToken } from './api';
import { deviceId } from './device-id';

const KEY = 'browserToken';

interface Kept {
  /** What the token is for. */
  device: string;
  token: string;
  /** Milliseconds since 1970. */
  until: number;
}

let asking: Promise<void> | null = null;
/** While the person check that the token costs is solved. */
let solving: Promise<void> | null = null;

/** The token that the server gave this browser; undefined before it has. */
export function browserToken(): string | undefined {
  try {
    const kept = JSON.parse(readPreference(KEY) ?? 'null') as Kept | null;
    return kept && kept.device === deviceId() && kept.until > Date.now() ? kept.token : undefined;
  } catch {
    return undefined;
  }
}

/** Gets a token when there is none. A vote without one is taken too, so a failure here is not shown. */
export async function ensureBrowserToken(): Promise<void> {
  if (browserToken()) return;
  asking ??= ask()
    .catch(() => undefined)
    .finally(() => {
      asking = null;
      solving = null;
    });
  await asking;
}

/** What a vote waits for: the check of a token that is being solved, not the network. */
export function tokenBeingSolved(): Promise<void> | null {
  return solving;
}

async function ask(): Promise<void> {
  const device = deviceId();
  const { challenge, ...answer } = await requestBrowserToken(device);
  if (challenge) solving = solve(device, challenge).catch(() => undefined);
  else keep(device, answer);
  await solving;
}

async function solve(device: string, challenge: PersonChallenge): Promise<void> {
  const { solved } = await loadCode(() => import('./person-check'));
  keep(device, await requestBrowserToken(device, await solved(challenge)));
}

function keep(
  device: string,
  { browserToken: token, expiresAt }: { browserToken?: string; expiresAt?: string },
) {
  if (!token || !expiresAt) return;
  const kept: Kept = { device, token, until: Date.parse(expiresAt) };
  writePreference(KEY, JSON.stringify(kept));
}
