import type { PublicContestantView } from '@abato/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';

/** After the last touch the order is kept this long. */
const HOLD_MS = 1200;
/** A finger that stays on the glass keeps the order until it is lifted; this long if the browser does not report the lifting. */
const FINGER_MS = 30_000;

/** The contestants in the order of these ids; those without an id in the list come last, in their own order. Null keeps no order. */
export function inOrderOf<T extends { id: string }>(ids: string[] | null, contestants: T[]): T[] {
  if (!ids) return contestants;
  const position = new Map(ids.map((id, index) => [id, index]));
  return [...contestants].sort(
    (a, b) => (position.get(a.id) ?? ids.length) - (position.get(b.id) ?? ids.length),
  );
}

/**
 * Counts change at once, but cards do not move under a finger: while the list is touched or the page scrolls, and a moment longer, the
 * order is kept. Otherwise an overtake between aiming and pressing would give the vote to another contestant. Touch events tell how long a
 * finger stays: a browser that has taken it over for scrolling ends its pointer events.
 */
export function useCalmOrder(contestants: PublicContestantView[]) {
  const [held, setHeld] = useState<string[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fingers = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hold = useCallback(() => {
    clearTimeout(timer.current);
    setHeld((current) => current ?? contestants.map(({ id }) => id));
    timer.current = setTimeout(() => setHeld(null), fingers.current > 0 ? FINGER_MS : HOLD_MS);
  }, [contestants]);
  useEffect(() => {
    const touched = (event: TouchEvent) => {
      fingers.current = event.touches.length;
      hold();
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    window.addEventListener('scroll', hold, options);
    for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
      window.addEventListener(type, touched, options);
    }
    return () => listening.abort();
  }, [hold]);

  return {
    contestants: inOrderOf(held, contestants),
    holdProps: { onPointerDown: hold, onPointerMove: hold, onFocusCapture: hold },
  };
}
