import { tabStorage } from './storage';

/**
 * When a session expires while a form is open, what was typed is put aside in this tab and comes back after signing in.
 * Apart from lib/form.ts so that the first page does not load the form library.
 */
export const SESSION_EXPIRED = 'abato:session-expired';
const PREFIX = 'draft:';

/** Every open form with a draft key puts its texts aside. */
export function saveDrafts(): void {
  window.dispatchEvent(new Event(SESSION_EXPIRED));
}

/** Whether a form with this key was interrupted, so that its dialog can be opened again. */
export function hasDraft(key: string): boolean {
  return readDraft(key) !== null;
}

export function readDraft(key: string): Record<string, unknown> | null {
  return tabStorage.read<Record<string, unknown>>(PREFIX + key);
}

/** Texts and numbers only; never passwords. */
export function writeDraft(key: string, values: Record<string, unknown>): void {
  const kept = Object.entries(values).filter(
    ([name, value]) => !/password/i.test(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  tabStorage.write(PREFIX + key, Object.fromEntries(kept));
}

export function removeDraft(key: string): void {
  tabStorage.remove(PREFIX + key);
}
