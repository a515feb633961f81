import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
const DURATION_MS = 560;
const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/** The children's positions at one width of the container: a resize moves all of them. */
interface Positions {
  width: number;
  of: Map<HTMLElement, { left: number; top: number }>;
}

/** @returns null for what is not drawn, being far from the screen: asking would make the browser lay it out */
function positionsIn(container: HTMLElement | null): Positions | null {
  if (!container?.checkVisibility({ contentVisibilityAuto: true })) return null;
  const children = [...container.querySelectorAll<HTMLElement>('[data-flip]')];
  return {
    width: container.offsetWidth,
    of: new Map(children.map((child) => [child, { left: child.offsetLeft, top: child.offsetTop }])),
  };
}

/**
 * Moves children smoothly to their new positions after a change of order (FLIP). Children carry `data-flip` and keep their element
 * (a React key); works for grids, lists and table rows. A rising child is drawn above a falling one. Positions come from the layout,
 * not from the screen, so that scrolling never looks like a move.
 * @param order anything that changes exactly when positions may change, e.g. the joined ids
 */
export function useFlip<E extends HTMLElement>(order: string): RefObject<E | null> {
  const container = useRef<E>(null);
  const positions = useRef<Positions>(null);

  useLayoutEffect(() => {
    const box = container.current;
    if (!box) return;
    // Otherwise the browser keeps one of the moved children where it was on the screen, and the whole page jumps with it. Only for this
    // change: at other times that anchoring steadies the page while parts above are drawn late.
    box.style.overflowAnchor = 'none';
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => (box.style.overflowAnchor = '')));
    return () => cancelAnimationFrame(frame);
  }, [order]);

  useLayoutEffect(() => {
    const before = positions.current;
    const after = before && positionsIn(container.current);
    if (before?.width !== after?.width || reducedMotion.matches || document.hidden) return;
    for (const [child, now] of after?.of ?? []) {
      const old = before?.of.get(child);
      const dx = old ? old.left - now.left : 0;
      const dy = old ? old.top - now.top : 0;
      if (!dx && !dy) continue;
      const rises = dy > 0 || (dy === 0 && dx > 0);
      child.animate(
        [
          { transform: `translate(${dx}px, ${dy}px)`, zIndex: rises ? 2 : 1, position: 'relative' },
          { transform: 'none', zIndex: rises ? 2 : 1, position: 'relative' },
        ],
        { duration: DURATION_MS, easing: EASE },
      );
    }
  }, [order]);

  // For the next change, once this one has been drawn: asked for earlier, they would make the browser lay the page out twice.
  useEffect(() => {
    positions.current = positionsIn(container.current);
  });

  return container;
}
