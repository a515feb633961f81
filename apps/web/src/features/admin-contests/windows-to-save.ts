import type { VoteWindow } from '@abato/contracts';

const toTheMinute = (iso: string) => iso.slice(0, 16);

/**
 * Windows as a form sends them: one whose times were not touched keeps its seconds, which the form does not show. Without them it would be
 * another window, and a public amendment of the rules.
 */
export function windowsToSave(typed: readonly VoteWindow[], stored: readonly VoteWindow[]): VoteWindow[] {
  return typed.map((window) => {
    const same = stored.find(
      ({ from, until }) =>
        toTheMinute(from) === toTheMinute(window.from) && toTheMinute(until) === toTheMinute(window.until),
    );
    return same ? { ...window, from: same.from, until: same.until } : window;
  });
}
