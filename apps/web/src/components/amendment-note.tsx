import type { PublicContestView } from '@abato/contracts';
import { formatDateTime } from '@/lib/format';
import { amendmentTexts as t } from '@/texts/en/amendment';

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
