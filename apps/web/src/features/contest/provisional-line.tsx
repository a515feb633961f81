import type { PublicContestView } from '@abato/contracts';
import { provisionalText } from '@/texts/en/provisional';

/** Why the counts of a contest that has ended may still change. */
export function ProvisionalLine({ contest }: { contest: PublicContestView }) {
  return <p data-testid="provisional">{provisionalText(contest)}</p>;
}
