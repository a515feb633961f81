import { KEPT_FORM, readPreference, writePreference } from './storage';

/** What was typed into a form and never saved. */
export interface Kept<T> {
  /** Which form, and whose. */
  of: string;
  /** Milliseconds since 1970. */
  at: number;
  values: T;
}

/** One form is kept in this browser, until its record is saved, the person starts afresh or logs out. JSON alone: no files, no passwords. */
export function keepForm(of: string, values: unknown): void {
  writePreference(KEPT_FORM, JSON.stringify({ of, at: Date.now(), values }));
}

export function readKeptForm<T>(of: string): Kept<T> | null {
  try {
    const kept = JSON.parse(readPreference(KEPT_FORM) ?? 'null') as Kept<T> | null;
    return kept?.of === of ? kept : null;
  } catch {
    return null;
  }
}

export function forgetForm(): void {
  writePreference(KEPT_FORM, null);
}
