import type { PublicCategoryView, PublicContestantView } from '@abato/contracts';
import { useFlip } from '@/lib/use-flip';
import { contestTexts as t } from '@/texts/en/contest';
import { ContestantCard } from './contestant-card';
import { useCalmOrder } from './use-calm-order';
import type { VotingState } from '@/lib/voting-state';

/** A category and its contestants, which move when their order changes. */
export function CategorySection({
  category,
  showResults,
  voting,
  onVote,
}: {
  category: PublicCategoryView;
  showResults: boolean;
  voting: VotingState;
  onVote: (contestant: PublicContestantView) => void;
}) {
  const { contestants, holdProps } = useCalmOrder(category.contestants);
  const grid = useFlip<HTMLUListElement>(contestants.map(({ id }) => id).join());
  const heading = `category-${category.id}`;
  return (
    <section aria-labelledby={heading} className="page-width pt-10 sm:pt-14">
      <h2 id={heading} className="text-3xl font-extrabold">
        {category.name}
      </h2>
      {category.description && <p className="mt-2 max-w-text text-muted">{category.description}</p>}
      {contestants.length === 0 ? (
        <p className="mt-6 text-muted">{t.noContestants}</p>
      ) : (
        <ul
          ref={grid}
          {...holdProps}
          className="relative mt-6 grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4"
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
      )}
    </section>
  );
}
