import type { PublicContestantView } from '@abato/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';

/** After the last touch the cards stay where they are for this long. */
const HOLD_MS = 1200;

/**
 * Counts change at once, but nobody changes places under a finger: while the list is touched, and a moment longer, the
 * order stays. Otherwise an overtake in the wrong second gives the vote to somebody else.
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

  const places = held && new Map(held.map((id, index) => [id, index]));
  const ordered = places
    ? [...contestants].sort((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity))
    : contestants;
  return {
    contestants: ordered,
    holdProps: { onPointerDown: hold, onPointerMove: hold, onFocusCapture: hold },
  };
}
