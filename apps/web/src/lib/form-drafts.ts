import { readSession } from './storage';
import { tabStorage } from './tab-storage';

/** When a session ends while a form is open, what was typed is put aside in this tab and comes back after signing in. */

type DraftPlace = `draft:${string}`;

/** Where a form's draft lies. It is its author's: the next account that signs in may be another. Read it while the session lasts. */
export function draftPlace(key: string): DraftPlace {
  return `draft:${readSession()?.user.id}:${key}`;
}

/** Whether a form with this key was interrupted, so that its dialog can be opened again. */
export function hasDraft(key: string): boolean {
  return readDraft(draftPlace(key)) !== null;
}

export function readDraft(place: DraftPlace): Record<string, unknown> | null {
  return tabStorage.read<Record<string, unknown>>(place);
}

/** Texts and numbers only; never passwords. */
export function writeDraft(place: DraftPlace, values: Record<string, unknown>): void {
  const kept = Object.entries(values).filter(
    ([name, value]) => !/password/i.test(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  tabStorage.write(place, Object.fromEntries(kept));
}

export function removeDraft(place: DraftPlace): void {
  tabStorage.remove(place);
}
