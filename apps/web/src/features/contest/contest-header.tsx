import { BANNER_SIZES, type PublicContestView } from '@abato/contracts';
import clsx from 'clsx';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { ContestBadge } from '@/components/badge';
import { LiveIndicator } from '@/components/live-indicator';
import { Picture } from '@/components/picture';
import { RollingNumber } from '@/components/rolling-number';
import { formatDate, formatPrice } from '@/lib/format';
import { useVotingState } from '@/lib/voting-state';
import { contestTexts as t } from '@/texts/en/contest';

/** About three lines on a 360 px screen. */
const FOLD_FROM_CHARACTERS = 140;

/** The stage: banner, title, who hosts it, what a vote costs, and how many have been cast. */
export function ContestHeader({ contest, updatedAt }: { contest: PublicContestView; updatedAt: number }) {
  const { host } = contest;
  const voting = useVotingState(contest);
  return (
    <header className="stage">
      <div className="page-width grid items-center gap-x-12 gap-y-6 pt-4 pb-6 sm:pt-8 sm:pb-8 lg:grid-cols-[1fr_1.1fr] lg:py-12">
        <Picture
          path={contest.banner}
          box={[1280, 720]}
          sizes={BANNER_SIZES}
          alt=""
          name={contest.title}
          eager
          className="aspect-[2/1] w-full rounded-lg sm:aspect-video object-cover shadow-lift"
          initialClassName="text-5xl"
        />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ContestBadge contest={contest} />
            {contest.status !== 'ENDED' && <LiveIndicator updatedAt={updatedAt} voting={voting} />}
          </div>
          <h1 className="mt-3 text-4xl font-extrabold font-tight">{contest.title}</h1>
          <Description text={contest.description} />
          <p className="mt-4 flex items-center gap-2 text-sm text-on-night-muted">
            <CalendarDays aria-hidden className="size-4 shrink-0" />
            {dates(contest)}
          </p>
        </div>
        <div className="grid gap-4 lg:col-span-2 lg:grid-cols-[1fr_auto]">
          <Ticket contest={contest} />
          <div className="flex items-start gap-4 rounded-lg border border-night-line p-4 sm:p-5 lg:-order-1">
            <Picture
              path={host.logo}
              box={[56, 56]}
              alt=""
              name={host.name}
              className="size-14 shrink-0 rounded-full"
              initialClassName="text-xl"
            />
            <div className="min-w-0">
              <p className="text-sm text-on-night-muted">{t.hostedBy}</p>
              <p className="font-display text-lg font-bold">{host.name}</p>
              {host.description && (
                <p className="mt-1 line-clamp-2 text-sm text-on-night-muted sm:line-clamp-none">
                  {host.description}
                </p>
              )}
            </div>
          </div>
        </div>
      </div>
      <div aria-hidden className="kente h-3" />
    </header>
  );
}

/** Long descriptions fold on phones, so that the contestants are not two screens away. */
function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > FOLD_FROM_CHARACTERS;
  return (
    <>
      <p
        className={clsx(
          'mt-4 max-w-text whitespace-pre-line text-on-night-muted',
          long && !open && 'line-clamp-3 sm:line-clamp-none',
        )}
      >
        {text}
      </p>
      {long && !open && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="min-h-touch font-semibold text-on-night-gold underline underline-offset-4 sm:hidden"
        >
          {t.readMore}
        </button>
      )}
    </>
  );
}

function dates(contest: PublicContestView): string {
  const now = Date.now();
  if (contest.status === 'ENDED' || now >= Date.parse(contest.endDate))
    return t.ended(formatDate(contest.endDate));
  const ends = t.ends(formatDate(contest.endDate));
  return now < Date.parse(contest.startDate) ? `${t.starts(formatDate(contest.startDate))} · ${ends}` : ends;
}

/** The price of a vote on a ticket stub, the votes so far on the other half. */
function Ticket({ contest }: { contest: PublicContestView }) {
  return (
    <div className="flex rounded-lg bg-gold text-on-gold">
      <div className="flex grow flex-col justify-center px-5 py-4 sm:px-7">
        <p className="text-sm font-medium">{t.votePrice}</p>
        <p className="font-display text-2xl font-extrabold whitespace-nowrap">
          {formatPrice(contest.votePrice)}
        </p>
        <p className="text-sm">{t.perVote}</p>
      </div>
      {contest.showResults && (
        <div className="relative flex grow flex-col justify-center border-l-2 border-dashed border-on-gold/35 px-5 py-4 sm:px-7">
          <span aria-hidden className="absolute -top-2.5 -left-[11px] size-5 rounded-full bg-night" />
          <span aria-hidden className="absolute -bottom-2.5 -left-[11px] size-5 rounded-full bg-night" />
          <p className="text-sm font-medium">{t.totalVotes}</p>
          <RollingNumber
            value={contest.totalVotes ?? 0}
            testId="total-votes"
            className="font-display text-3xl font-extrabold"
          />
        </div>
      )}
    </div>
  );
}
