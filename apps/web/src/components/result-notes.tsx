import {
  type PublicCategoryView,
  type PublicContestView,
  protectionOf,
  protectionTexts,
  releasedDecideText,
  releasedVotesThatDecide,
} from '@abato/contracts';
import { formatDateTime } from '@/lib/format';
import { amendmentTexts as t } from '@/texts/en/amendment';

/* What stands beside a ranking. */

/** That the rules of a contest were changed after they had been sealed, when, and why. Nothing for rules that are as they were. */
export function AmendmentNote({
  amendment,
  className,
}: Pick<PublicContestView, 'amendment'> & { className?: string }) {
  if (!amendment) return null;
  const { count, at, reason, corrections } = amendment;
  return (
    <p className={className} data-testid="amendment">
      {t.amended(formatDateTime(at))} {reason ? t.because(reason) : t.noReason}
      {count > 1 && ` ${t.earlier(count - 1)}`}
      {corrections > 0 && ` ${t.corrected(corrections)}`}
    </p>
  );
}

/** How sure a contest is that its votes are of people. It stands beside each ranking, so that nothing vouches for more than was checked. */
export function ProtectionLine({
  contest,
  className,
}: {
  contest: Pick<PublicContestView, 'verification' | 'votePrice'>;
  className?: string;
}) {
  return (
    <p className={className} data-testid="protection">
      {protectionTexts[protectionOf(contest)]}
    </p>
  );
}

/** Said beside a ranking that votes decide which were held and then let in by the organiser. Nothing for any other ranking. */
export function ReleasedLine({ category, className }: { category: PublicCategoryView; className: string }) {
  const votes = releasedVotesThatDecide(category.contestants);
  if (votes === 0) return null;
  return (
    <p className={className} data-testid="released-decide">
      {releasedDecideText(votes)}
    </p>
  );
}
