import type { RemoteSession } from '@abato/contracts';
import { readJson, writePreference } from '@/lib/storage';

/** The session of this device's remote: kept in the browser, because phones close pages that are in the background. */

const KEY = 'stageRemote';

export function readRemote(): RemoteSession | null {
  const stored = readJson<RemoteSession>(KEY);
  return typeof stored?.session === 'string' && typeof stored.contestId === 'string' ? stored : null;
}

/** Without storage it lasts as long as the page. */
export function keepRemote(session: RemoteSession | null): void {
  writePreference(KEY, session && JSON.stringify(session));
}

/** The token that this page was opened with, after it has left the address. */
let taken: string | null = null;

/**
 * The token of the address, which is removed from it at once: a reload, a bookmark or a shared screen must not show it. It is remembered
 * for as long as the page lives, because React may begin the first drawing of a page more than once.
 */
export function takeToken(): string | null {
  const token = window.location.hash.slice(1);
  if (token) {
    taken = token;
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  return taken;
}
