import type { RemoteSession } from '@abato/contracts';
import type { LocalItem } from '@/lib/stored-items';
import { connectRemote } from '../api';

/** The session of this device's remote: kept in the browser, because phones close pages that are in the background. */

const KEY = 'stageRemote' satisfies LocalItem;

export function readRemote(): RemoteSession | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as RemoteSession | null;
    return typeof stored?.session === 'string' && typeof stored.contestId === 'string' ? stored : null;
  } catch {
    return null;
  }
}

export function keepRemote(session: RemoteSession | null): void {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the remote lasts as long as the page.
  }
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

/** Works once for a token. */
export async function connect(token: string): Promise<RemoteSession> {
  const session = await connectRemote(token);
  keepRemote(session);
  return session;
}
