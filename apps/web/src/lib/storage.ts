import type { StoredUser, UserView } from '@abato/contracts';
import type { LocalItem } from './stored-items';

/** Browser storage may be full, blocked or absent (private windows): then the session lives as long as the page. */
export function safely<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

const TOKEN = 'token';
const USER = 'user';
/** What an organiser typed and did not save yet: see lib/kept-form.ts. */
export const KEPT_FORM = 'keptForm';
/** By which the next sign-in at this device is known: see lib/device-tokens.ts. */
export const DEVICES = 'deviceTokens';
/** What the browser refused to store. */
const memory = new Map<string, string | null>();

export function readPreference(key: LocalItem): string | null {
  return safely(() => localStorage.getItem(key), null) ?? memory.get(key) ?? null;
}

export function writePreference(key: LocalItem, value: string | null): void {
  memory.set(key, value);
  safely(() => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    memory.delete(key);
  }, undefined);
}

/** @returns null for what is absent, and for what is no JSON */
export function readJson<T>(key: LocalItem): T | null {
  return safely(() => JSON.parse(readPreference(key) ?? 'null') as T | null, null);
}

export interface StoredSession {
  token: string;
  user: StoredUser;
}

/** What storage may hold of a user: neither phone nor ID number. */
export function storedUserOf(user: UserView | StoredUser): StoredUser {
  const { id, firstName, lastName, email, role, isApproved, approvalStatus, rejectionReason, createdAt } =
    user;
  return { id, firstName, lastName, email, role, isApproved, approvalStatus, rejectionReason, createdAt };
}

export function readToken(): string | null {
  return readPreference(TOKEN);
}

/** Signed in only if both the token and the user are there (specification §3). */
export function readSession(): StoredSession | null {
  const token = readToken();
  const user = token && readJson<StoredUser>(USER);
  return user && typeof user.id === 'string' && typeof user.role === 'string' ? { token, user } : null;
}

export function writeSession(session: StoredSession): void {
  writePreference(TOKEN, session.token);
  writePreference(USER, JSON.stringify(session.user));
}

export function clearSession(): void {
  writePreference(TOKEN, null);
  writePreference(USER, null);
}

/** At a logout nothing of the account stays: the browser may be shared. */
export function clearAccount(): void {
  clearSession();
  writePreference(KEPT_FORM, null);
  writePreference(DEVICES, null);
}

export function isSessionKey(key: string | null): boolean {
  return key === null || key === TOKEN || key === USER;
}
