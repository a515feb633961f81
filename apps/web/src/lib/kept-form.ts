import { readPreference, writePreference } from './storage';

const PREFIX = 'kept:';

/** What was typed into a form and never saved, with when. */
export interface Kept<T> {
  at: number;
  values: T;
}

/** Kept in this browser until the record is saved or the person starts afresh. Only JSON: no files, no passwords. */
export function keepForm(key: string, values: unknown): void {
  writePreference(PREFIX + key, JSON.stringify({ at: Date.now(), values }));
}

export function readKeptForm<T>(key: string): Kept<T> | null {
  try {
    return JSON.parse(readPreference(PREFIX + key) ?? 'null') as Kept<T> | null;
  } catch {
    return null;
  }
}

export function forgetForm(key: string): void {
  writePreference(PREFIX + key, null);
}
