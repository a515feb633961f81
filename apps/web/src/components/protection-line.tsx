import { type PublicContestView, protectionOf } from '@abato/contracts';
import { protectionTexts as t } from '@/texts/en/protection';

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
      {t[protectionOf(contest)]}
    </p>
  );
}
