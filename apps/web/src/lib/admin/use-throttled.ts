import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * A function that runs at once when it has rested, else once at the end of the pause; calls in between are one.
 * @param ms shortest time between two runs
 */
export function useThrottled(ms: number, action: () => void): () => void {
  const run = useEffectEvent(action);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const [due, setDue] = useState(0);

  useEffect(() => {
    if (due > 0) run();
  }, [due]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const [throttled] = useState(() => () => {
    const wait = last.current + ms - Date.now();
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        last.current = Date.now();
        setDue((count) => count + 1);
      },
      Math.max(0, wait),
    );
  });
  return throttled;
}
