import { useLayoutEffect, useRef, type RefObject } from 'react';

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
const DURATION_MS = 560;
const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Moves children smoothly to their new places after a change of order (FLIP). Children carry `data-flip="<id>"`; works for
 * grids, lists and table rows. Whoever rises passes over whoever falls. Positions come from the layout, not from the
 * screen, so that scrolling never looks like a move.
 * @param order anything that changes exactly when places may change, e.g. the joined ids
 */
export function useFlip<E extends HTMLElement>(order: string): RefObject<E | null> {
  const container = useRef<E>(null);
  const places = useRef(new Map<string, { left: number; top: number }>());
  const width = useRef(0);

  useLayoutEffect(() => {
    // After a resize everything stands elsewhere: nobody overtook anybody.
    const sameWidth = width.current === container.current?.offsetWidth;
    width.current = container.current?.offsetWidth ?? 0;
    const before = sameWidth ? places.current : new Map<string, { left: number; top: number }>();
    const after = new Map<string, { left: number; top: number }>();
    for (const child of container.current?.querySelectorAll<HTMLElement>('[data-flip]') ?? []) {
      const id = child.dataset.flip ?? '';
      const now = { left: child.offsetLeft, top: child.offsetTop };
      after.set(id, now);
      const old = before.get(id);
      const dx = old ? old.left - now.left : 0;
      const dy = old ? old.top - now.top : 0;
      if ((!dx && !dy) || reducedMotion.matches || document.hidden) continue;
      const rises = dy > 0 || (dy === 0 && dx > 0);
      child.animate(
        [
          { transform: `translate(${dx}px, ${dy}px)`, zIndex: rises ? 2 : 1, position: 'relative' },
          { transform: 'none', zIndex: rises ? 2 : 1, position: 'relative' },
        ],
        { duration: DURATION_MS, easing: EASE },
      );
    }
    places.current = after;
  }, [order]);

  return container;
}
