import type { PublicCategoryView, PublicContestantView } from '@abato/contracts';
import { lazy, Suspense, useState } from 'react';
import { buttonClass } from '@/components/button';
import { formatPrice } from '@/lib/format';
import { loadCode } from '@/lib/load-code';
import { useFlip } from '@/lib/use-flip';
import { sharedContestantId } from '@/lib/use-shared-contestant';
import { contestTexts as t } from '@/texts/en/contest';
import { ContestantCard } from './contestant-card';
import { useCalmOrder } from './use-calm-order';
import type { VotingState } from '@/lib/voting-state';

/** A longer list begins with this many, and gets a search. */
const COLLAPSE_FROM = 13;
const SHOWN_FIRST = 10;

const NomineeSearch = lazy(async () => ({
  default: (await loadCode(() => import('./nominee-search'))).NomineeSearch,
}));

/** A category and its contestants, which move when their order changes. */
export function CategorySection({
  category,
  price,
  showResults,
  voting,
  onVote,
}: {
  category: PublicCategoryView;
  /** Cedis, where it is not the contest's. */
  price: number | null | undefined;
  showResults: boolean;
  voting: VotingState;
  onVote: (contestant: PublicContestantView) => void;
}) {
  const calm = useCalmOrder(category.contestants);
  const long = category.contestants.length >= COLLAPSE_FROM;
  // A shared link opens at its nominee, wherever in the list.
  const [all, setAll] = useState(() => {
    const shared = sharedContestantId();
    return calm.contestants.slice(SHOWN_FIRST).some(({ id }) => id === shared);
  });
  const [found, setFound] = useState<ReadonlySet<string> | null>(null);
  const collapsed = long && !all && !found;
  const contestants = found
    ? calm.contestants.filter(({ id }) => found.has(id))
    : collapsed
      ? calm.contestants.slice(0, SHOWN_FIRST)
      : calm.contestants;
  const grid = useFlip<HTMLUListElement>(contestants.map(({ id }) => id).join());
  const heading = `category-${category.id}`;
  return (
    <section aria-labelledby={heading} className="page-width pt-3 sm:pt-12 [&+section]:pt-9">
      <h2 id={heading} className="text-xl font-extrabold sm:text-3xl">
        {category.name}
      </h2>
      {price && (
        <p className="text-sm font-semibold text-gold-text">
          {formatPrice(price)} {t.perVote}
        </p>
      )}
      {category.description && (
        <p className="mt-1 max-w-text text-muted max-sm:text-sm sm:mt-2">{category.description}</p>
      )}
      {long && (
        <div className="mt-2 min-h-12 max-w-md">
          <Suspense fallback={null}>
            <NomineeSearch contestants={category.contestants} onFound={setFound} />
          </Suspense>
        </div>
      )}
      {category.contestants.length === 0 && <p className="mt-6 text-muted">{t.noContestants}</p>}
      <ul
        ref={grid}
        {...calm.holdProps}
        className="relative mt-2.5 grid gap-3 empty:hidden sm:mt-6 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4"
      >
        {contestants.map((contestant) => (
          <li
            key={contestant.id}
            id={`contestant-${contestant.id}`}
            data-flip={contestant.id}
            className="grid"
          >
            <ContestantCard
              contestant={contestant}
              showResults={showResults}
              voting={voting}
              onVote={onVote}
            />
          </li>
        ))}
      </ul>
      {collapsed && (
        <button
          type="button"
          data-testid="show-all"
          onClick={() => setAll(true)}
          className={buttonClass('outline', 'md', 'mt-4 w-full')}
        >
          {t.showAll(category.contestants.length)}
        </button>
      )}
    </section>
  );
}
