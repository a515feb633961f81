import { payDeadline, type PublicContestView } from '@abato/contracts';
import { useServerTime } from '@/lib/server-time';
import { mobileMoneyTexts as t } from '@/texts/en/mobile-money';

/** In the last minutes of a contest: until when a payment counts. Nothing before. */
export function PayDeadline({ contest, byPrompt }: { contest: PublicContestView; byPrompt: boolean }) {
  const now = useServerTime((at) => at + 1_000);
  const time = payDeadline(Date.parse(contest.endDate), now, byPrompt);
  if (!time) return null;
  return (
    <p data-testid="pay-deadline" className="text-center text-sm font-semibold text-yellow-text">
      {byPrompt ? t.approveBy(time) : t.payBy(time)}
    </p>
  );
}
