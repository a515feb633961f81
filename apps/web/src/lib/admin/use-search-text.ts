import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** What a link hands along beside the address, which must not hold names, numbers or codes. */
export interface HandedSearch {
  search: string;
}

/** The search text of a list; a link may hand one along. */
export function useSearchText() {
  const { key, state } = useLocation();
  const handed = (state as Partial<HandedSearch> | null)?.search;
  const [text, setText] = useState(handed ?? '');
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    if (handed !== undefined) setText(handed);
  }
  return [text, setText] as const;
}
