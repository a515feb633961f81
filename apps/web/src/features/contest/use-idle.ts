import { useEffect, useState } from 'react';
import { listen } from '@/lib/store';

/** After the page is there, its pictures come first. */
const IDLE_AFTER_MS = 1500;
/** Taken for idle then, however busy the phone is. */
const AT_THE_LATEST_MS = 5000;

/** Whether the visitor asked the browser to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * False until nothing else is to do, or the visitor first touches, types or scrolls: then what the first screen does not need is fetched.
 * Who saves data gets it with the first sign of use only.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (idle) return;
    const begin = () => setIdle(true);
    const whenIdle = () => {
      // Safari has no idea of idleness.
      if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: AT_THE_LATEST_MS });
      else begin();
    };
    const timer = savesData() ? undefined : setTimeout(whenIdle, IDLE_AFTER_MS);
    const signs = ['pointerdown', 'keydown', 'scroll'];
    const ends = signs.map((sign) => listen(window, sign, begin, { passive: true }));
    return () => {
      clearTimeout(timer);
      ends.forEach((end) => end());
    };
  }, [idle]);
  return idle;
}
