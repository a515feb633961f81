import type { PublicContestantView } from '@abato/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';

/** After the last touch the order is kept this long. */
const HOLD_MS = 1200;

/** The contestants in the order of these ids; those without an id in the list come last, in their own order. */
export function inOrderOf<T extends { id: string }>(ids: string[], contestants: T[]): T[] {
  const position = new Map(ids.map((id, index) => [id, index]));
  return [...contestants].sort(
    (a, b) => (position.get(a.id) ?? ids.length) - (position.get(b.id) ?? ids.length),
  );
}

/**
 * Counts change at once, but cards do not move under a finger: while the list is touched or the page scrolls, and a moment longer, the
 * order is kept. A browser that has taken a finger over for scrolling no longer reports it, only the scrolling. Otherwise an overtake between aiming and pressing would give the vote to another contestant.
 */
export function useCalmOrder(contestants: PublicContestantView[]) {
  const [held, setHeld] = useState<string[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hold = useCallback(() => {
    clearTimeout(timer.current);
    setHeld((current) => current ?? contestants.map(({ id }) => id));
    timer.current = setTimeout(() => setHeld(null), HOLD_MS);
  }, [contestants]);
  useEffect(() => {
    window.addEventListener('scroll', hold, { passive: true });
    return () => window.removeEventListener('scroll', hold);
  }, [hold]);

  return {
    contestants: held ? inOrderOf(held, contestants) : contestants,
    holdProps: { onPointerDown: hold, onPointerMove: hold, onFocusCapture: hold },
  };
}
