import { useEffect, useState } from 'react';

/** Epoch milliseconds, read anew every so often: a device that slept is right again at its first tick. */
export function useNow(clock: () => number = Date.now, everyMs = 1_000): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}
