import { useEffect, useState } from 'react';
import { Store, useStore } from './store';

/** The server writes whole seconds. */
const PRECISION_MS = 1000;
/** Longest delay a browser's timer can hold. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How far the server's clock is ahead of this device's; a device within what the answers allow is believed. */
const ahead = new Store(0);

/** The server's time in epoch milliseconds. It decides what is open and what counts several times; this device's clock may be wrong. */
export const serverNow = (): number => Date.now() + ahead.get();

/**
 * An answer has just come.
 * @param at the server's time in it; NaN teaches nothing
 * @param askedAt by this device's clock
 */
export function learnServerTime(at: number, askedAt = Date.now()): void {
  if (at) ahead.set(Math.min(Math.max(ahead.get(), at - Date.now()), at + PRECISION_MS - askedAt));
}

/** The server's time, read anew when a moment comes. @param next the moment that follows a time, if any */
export function useServerTime(next: (now: number) => number | null | undefined): number {
  const [read, setRead] = useState(Date.now);
  const now = read + useStore(ahead);
  const moment = next(now);
  useEffect(() => {
    if (!moment) return;
    const wait = Math.min(moment - serverNow() + 50, LONGEST_TIMER_MS);
    const timer = setTimeout(() => setRead(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [moment, now]);
  return now;
}
