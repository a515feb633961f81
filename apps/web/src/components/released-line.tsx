import { type PublicCategoryView, releasedVotesThatDecide } from '@abato/contracts';
import { releasedTexts as t } from '@/texts/en/released';

/** Said beside a ranking that votes decide which were held and then let in by the organiser. Nothing for any other ranking. */
export function ReleasedLine({ category, className }: { category: PublicCategoryView; className: string }) {
  const votes = releasedVotesThatDecide(category.contestants);
  if (votes === 0) return null;
  return (
    <p className={className} data-testid="released-decide">
      {t.decide(votes)}
    </p>
  );
}
