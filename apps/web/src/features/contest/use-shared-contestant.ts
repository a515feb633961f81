import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

const SHINE_MS = 2400;

/**
 * A shared link may name one contestant (`?contestant=<id>`, a query because link previews are made by the server): the page
 * opens at their card, which shines for a moment.
 * @param ready whether the cards (`#contestant-<id>`) are on the page
 */
export function useSharedContestant(ready: boolean): void {
  const [params] = useSearchParams();
  const id = params.get('contestant');
  useEffect(() => {
    const card = ready && id ? document.getElementById(`contestant-${id}`) : null;
    if (!card) return;
    card.scrollIntoView({ block: 'center' });
    card.animate(
      [
        { boxShadow: '0 0 0 6px var(--color-gold)', borderRadius: 'var(--radius-lg)' },
        { boxShadow: '0 0 0 0 transparent', borderRadius: 'var(--radius-lg)' },
      ],
      { duration: SHINE_MS, easing: 'ease-in' },
    );
  }, [ready, id]);
}
