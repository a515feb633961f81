import type { PublicContestView } from '@abato/contracts';
import clsx from 'clsx';
import { AmendmentNote } from '@/components/result-notes';
import { QrCode } from '@/components/qr-code';
import { RollingNumber } from '@/components/rolling-number';
import { VoteWindowLine } from '@/components/vote-window-line';
import { formatPrice } from '@/lib/format';
import { publicUrl } from '@/lib/share/links';
import type { VotingState } from '@/lib/voting-state';
import { stageTexts as t } from '@/texts/en/stage';
import { Countdown } from './countdown';

/** How to take part, from a seat, while one can: the code, the address, the price, the time that is left. */
export function StageSide({ contest, voting }: { contest: PublicContestView; voting: VotingState }) {
  const url = publicUrl(contest.id);
  const open = voting === 'open';
  const opens = voting === 'notStarted';
  if (!open && !opens && contest.totalVotes === null) return null;
  return (
    <aside
      className={clsx(
        'flex shrink-0 flex-row items-center justify-between gap-[calc(2*var(--u))] portrait:w-full landscape:flex-col landscape:justify-start',
        // Without a code and a countdown the rows take the room.
        open || opens ? 'landscape:w-[calc(34*var(--u))]' : 'landscape:min-w-[calc(18*var(--u))]',
      )}
    >
      {open && (
        <div className="rounded-[calc(2*var(--u))] bg-gold p-[calc(1.6*var(--u))] shrink-0 text-center text-on-gold portrait:w-[calc(30*var(--u))] landscape:w-full">
          <QrCode text={url} label={t.qr(contest.title)} className="w-full rounded-[calc(1*var(--u))]" />
          <p className="mt-[calc(1*var(--u))] font-display text-[length:calc(3.6*var(--u))] leading-none font-extrabold">
            {t.scan}
          </p>
          <p
            data-testid="stage-address"
            className="mt-[calc(0.7*var(--u))] text-[length:calc(2.4*var(--u))] leading-tight font-bold break-all"
          >
            {new URL(url).host}
          </p>
          <p className="text-[length:calc(2.2*var(--u))] leading-tight font-semibold">
            {contest.votePrice > 0 ? t.price(formatPrice(contest.votePrice)) : t.free}
          </p>
          <VoteWindowLine
            windows={contest.windows}
            testId="stage-window"
            className="mt-[calc(0.7*var(--u))] text-[length:calc(2.4*var(--u))] leading-tight font-extrabold"
          />
        </div>
      )}
      <div className="flex grow flex-col gap-[calc(1.6*var(--u))] text-center">
        {contest.totalVotes !== null && (
          <div>
            <p className="text-[length:calc(2.4*var(--u))] text-on-night-muted">{t.total}</p>
            <RollingNumber
              value={contest.totalVotes}
              testId="stage-total"
              className="font-display text-[length:calc(7*var(--u))] font-extrabold text-on-night-gold"
            />
          </div>
        )}
        {open && <Countdown until={contest.endDate} label={t.closes} />}
        {opens && <Countdown until={contest.startDate} label={t.opens} />}
        {/* As wide as what is above it: a long reason must not take room from the rows. */}
        <AmendmentNote
          amendment={contest.amendment}
          className={clsx(
            'w-0 min-w-full text-[length:calc(1.7*var(--u))] leading-snug text-on-night-muted wrap-anywhere',
            open || opens ? 'line-clamp-5' : 'line-clamp-9',
          )}
        />
      </div>
    </aside>
  );
}
