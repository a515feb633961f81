import type { PublicContestView } from '@abato/contracts';
import { QrCode } from '@/components/qr-code';
import { RollingNumber } from '@/components/rolling-number';
import { formatPrice } from '@/lib/format';
import { publicUrl } from '@/lib/share/links';
import { stageTexts as t } from '@/texts/en/stage';

/** How to take part, from a seat: the code, the price, the address. */
export function StageSide({ contest, open }: { contest: PublicContestView; open: boolean }) {
  const url = publicUrl(contest.id);
  return (
    <aside className="flex shrink-0 flex-row items-center justify-between gap-[calc(2*var(--u))] portrait:w-full landscape:w-[calc(34*var(--u))] landscape:flex-col landscape:justify-start">
      {open && (
        <div className="rounded-[calc(2*var(--u))] bg-gold p-[calc(1.6*var(--u))] text-center text-on-gold portrait:w-[calc(26*var(--u))] landscape:w-full">
          <QrCode text={url} label={t.qr(contest.title)} className="w-full rounded-[calc(1*var(--u))]" />
          <p className="mt-[calc(1*var(--u))] font-display text-[length:calc(3.6*var(--u))] leading-none font-extrabold">
            {t.scan}
          </p>
          <p className="mt-[calc(0.6*var(--u))] text-[length:calc(2.2*var(--u))] leading-tight font-semibold">
            {contest.votePrice > 0 ? t.price(formatPrice(contest.votePrice)) : t.free}
          </p>
        </div>
      )}
      {contest.totalVotes !== null && (
        <div className="text-center">
          <p className="text-[length:calc(2.4*var(--u))] text-on-night-muted">{t.total}</p>
          <RollingNumber
            value={contest.totalVotes}
            testId="stage-total"
            className="font-display text-[length:calc(7*var(--u))] font-extrabold text-on-night-gold"
          />
        </div>
      )}
    </aside>
  );
}
