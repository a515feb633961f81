import type { PublicContestView } from '@abato/contracts';
import { Notice } from '@/components/notice';
import { provisionalText } from '@/texts/en/provisional';

/** Why the counts of a contest that has ended may still change. */
export function ProvisionalNotice({ contest }: { contest: PublicContestView }) {
  return (
    <Notice tone="info">
      <p data-testid="provisional">{provisionalText(contest)}</p>
    </Notice>
  );
}
