import { useEffect, useState } from 'react';

/** A search is sent when typing pauses this long. */
const SEARCH_PAUSE_MS = 300;

/** The value as it was when it last stayed unchanged for the pause; blank at once. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
