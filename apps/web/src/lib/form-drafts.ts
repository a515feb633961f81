import { useEffect, useEffectEvent, useState } from 'react';
import { SESSION_CLEARED } from './session-cleared';
import { readSession } from './storage';
import { listen } from './store';
import { tabStorage } from './tab-storage';

/** When a session ends while a form is open, what was typed is put aside in this tab and comes back after signing in. */

type DraftPlace = `draft:${string}`;

/** Where a form's draft lies. It is its author's: the next account that signs in may be another. Read it while the session lasts. */
function draftPlace(key: string): DraftPlace {
  return `draft:${readSession()?.user.id}:${key}`;
}

/** Whether a form with this key was interrupted, so that its dialog can be opened again. */
export function hasDraft(key: string): boolean {
  return readDraft(draftPlace(key)) !== null;
}

/**
 * What was typed into a form with this key before the session expired; null for nothing.
 * @param values what is to be kept when it expires; null for nothing
 */
export function useDraft(
  key: string | undefined,
  values: () => Record<string, unknown> | null,
): Record<string, unknown> | null {
  const [draft] = useState(() => (key ? readDraft(draftPlace(key)) : null));
  const save = useEffectEvent((place: DraftPlace) => {
    const typed = values();
    if (typed) writeDraft(place, typed);
  });
  useEffect(() => {
    if (!key) return;
    const place = draftPlace(key);
    tabStorage.remove(place);
    return listen(window, SESSION_CLEARED, () => save(place));
  }, [key]);
  return draft;
}

function readDraft(place: DraftPlace): Record<string, unknown> | null {
  return tabStorage.read<Record<string, unknown>>(place);
}

/** Texts and numbers only; never passwords. */
function writeDraft(place: DraftPlace, values: Record<string, unknown>): void {
  const kept = Object.entries(values).filter(
    ([name, value]) => !/password/i.test(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  tabStorage.write(place, Object.fromEntries(kept));
}
