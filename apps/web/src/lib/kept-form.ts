import { KEPT_FORM, readJson, readPreference, writePreference } from './storage';

/** What was typed into a form and never saved. */
export interface Kept<T> {
  /** Which form, and whose. */
  of: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Of the form's fields: what an older page kept may have others. */
  version: number;
  values: T;
}

const VERSION = 2;
const LONGEST_MS = 7 * 24 * 3_600_000;

/** One form is kept in this browser, until its record is saved, the person starts afresh or logs out. JSON alone: no files, no passwords. */
export function keepForm(of: string, values: unknown, now = Date.now()): void {
  writePreference(KEPT_FORM, JSON.stringify({ of, at: now, version: VERSION, values }));
}

/** Nothing after a week: the browser may be shared. */
export function readKeptForm<T>(of: string, now = Date.now()): Kept<T> | null {
  const kept = readJson<Kept<T>>(KEPT_FORM);
  return kept?.of === of && kept.version === VERSION && now - kept.at < LONGEST_MS ? kept : null;
}

export function forgetForm(): void {
  writePreference(KEPT_FORM, null);
}

/** What another account typed in this browser and left behind: called when one signs in. Not where sessions are: every visitor loads that. */
export function forgetFormOfOthers(userId: string): void {
  if (!readPreference(KEPT_FORM)?.includes(userId)) forgetForm();
}
