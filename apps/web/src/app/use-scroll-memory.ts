import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { listen } from '@/lib/store';

/** The router gives this key to every entry that it did not make itself: the first page, and plain `#anchor` links. */
const FOREIGN_KEY = 'default';

/** Scroll positions by history entry, for this page load. */
const positions = new Map<string, number>();
/** Pages fill with data after they open: for so long the old position is tried. */
const RESTORE_FOR_MS = 1500;
/** The navigation bar and the category tabs cover the top of the screen; as `scroll-padding-top` in main.css. */
const BELOW_BARS_PX = 136;

/** New pages start at the top (or at their #anchor), going back returns to where one was. */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const entry = key + hash;

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  // A layout effect: it must let go of the old entry before the new page scrolls to its top.
  useLayoutEffect(() => {
    return listen(window, 'scroll', () => positions.set(entry, window.scrollY), { passive: true });
  }, [entry]);

  useLayoutEffect(() => {
    // A plain anchor link arrives as POP under the same key each time: it leads to its anchor, never back to an old place.
    const returning = type === 'POP' && !(key === FOREIGN_KEY && hash);
    const remembered = returning ? positions.get(entry) : undefined;
    const target = (): number => {
      if (remembered !== undefined) return remembered;
      const anchor = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      return anchor ? anchor.getBoundingClientRect().top + window.scrollY - BELOW_BARS_PX : 0;
    };
    const wanted = target();
    window.scrollTo(0, wanted);
    if (wanted === 0 && !hash) return;
    // The page may still be too short, or the anchor not there yet.
    const until = performance.now() + RESTORE_FOR_MS;
    const observer = new ResizeObserver(() => {
      if (performance.now() > until) observer.disconnect();
      else window.scrollTo(0, target());
    });
    observer.observe(document.body);
    const stop = () => observer.disconnect();
    const ends = ['wheel', 'touchmove'].map((type) =>
      listen(window, type, stop, { passive: true, once: true }),
    );
    return () => [stop, ...ends].forEach((end) => end());
    // `entry` identifies one visit.
  }, [entry, key, type, hash, pathname]);
}
