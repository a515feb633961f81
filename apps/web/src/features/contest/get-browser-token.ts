import type { PersonChallenge } from '@abato/contracts';
import { loadCode } from '@/lib/load-code';
import { writePreference } from '@/lib/storage';
import { requestBrowserToken } from './api';
import { browserToken, deviceId, type KeptToken, TOKEN_KEY, tokenCheck } from './cast-vote';

let asking: Promise<void> | null = null;

/** Gets a token when there is none. A vote without one is taken too, so a failure here is not shown. */
export async function ensureBrowserToken(): Promise<void> {
  if (browserToken()) return;
  asking ??= ask()
    .catch(() => undefined)
    .finally(() => {
      asking = null;
      tokenCheck.solving = null;
    });
  await asking;
}

async function ask(): Promise<void> {
  const device = deviceId();
  const { challenge, ...answer } = await requestBrowserToken(device);
  if (challenge) tokenCheck.solving = solve(device, challenge).catch(() => undefined);
  else keep(device, answer);
  await tokenCheck.solving;
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
  const kept: KeptToken = { device, token, until: Date.parse(expiresAt) };
  writePreference(TOKEN_KEY, JSON.stringify(kept));
}
