import type { PublicCategoryView, PublicContestantView } from '@abato/contracts';
import { Suspense, useState } from 'react';
import { buttonClass } from '@/components/button';
import { lazyPart } from '@/lib/load-code';
import { contestTexts as t } from '@/texts/en/contest';
import { isLong, SHOWN_FIRST } from './category-frame';

const NomineeSearch = lazyPart(async () => (await import('./nominee-search')).NomineeSearch);

/**
 * What is shown of a category: of a long one the first, until all or those that a search finds are asked for.
 * @param ordered its contestants, in the order of the page
 */
export function useLongList(category: PublicCategoryView, ordered: PublicContestantView[]) {
  const long = isLong(category);
  // A shared link opens at its nominee, wherever in the list.
  const [all, setAll] = useState(() => {
    const shared = new URLSearchParams(window.location.search).get('contestant');
    return ordered.slice(SHOWN_FIRST).some(({ id }) => id === shared);
  });
  const [found, setFound] = useState<ReadonlySet<string> | null>(null);
  const collapsed = long && !all && !found;
  const contestants = found
    ? ordered.filter(({ id }) => found.has(id))
    : collapsed
      ? ordered.slice(0, SHOWN_FIRST)
      : ordered;
  const search = long && (
    <Suspense fallback={null}>
      <NomineeSearch contestants={category.contestants} onFound={setFound} />
    </Suspense>
  );
  const more = collapsed && (
    <button
      type="button"
      data-testid="show-all"
      onClick={() => setAll(true)}
      className={buttonClass('outline', 'md', 'mt-4 w-full')}
    >
      {t.showAll(category.contestants.length)}
    </button>
  );
  return { contestants, search, more };
}
