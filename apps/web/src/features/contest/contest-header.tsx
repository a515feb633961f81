import { BANNER_SIZES, type PublicContestView } from '@abato/contracts';
import clsx from 'clsx';
import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Picture } from '@/components/picture';
import { formatDate, formatPrice } from '@/lib/format';
import { contestTexts as t } from '@/texts/en/contest';

/** More than two lines of the large size on a 360 px screen. */
const LONG_TITLE = 44;

/**
 * The stage: banner, title, who hosts it, what a vote costs, and how many have been cast. Short on phones: the nominees come first. The
 * first paint has it too, without the last parts.
 */
export function ContestHeader({
  contest,
  now,
  state,
  total,
}: {
  contest: PublicContestView;
  /** Epoch milliseconds. */
  now: number;
  /** How the contest stands now; room for one line. */
  state: ReactNode;
  /** The votes so far. */
  total: ReactNode;
}) {
  const { host, title, description } = contest;
  const [open, setOpen] = useState(false);
  const rule =
    contest.verification && { OPEN: '', PHONE: t.verified, ELECTORATE: t.listed }[contest.verification];
  return (
    <header className="stage">
      <div className="page-width grid items-center gap-x-12 pb-2.5 sm:gap-y-6 sm:pt-8 sm:pb-8 md:grid-cols-[1fr_1.1fr] lg:py-12">
        <Picture
          path={contest.banner}
          box={[1280, 720]}
          sizes={BANNER_SIZES}
          name={title}
          eager
          className="h-18 w-full object-cover max-sm:-mx-gutter max-sm:w-[calc(100%+2*var(--spacing-gutter))] max-sm:max-w-none sm:aspect-video sm:h-auto sm:rounded-lg sm:shadow-lift"
          initialClassName="text-5xl"
        />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:pt-1.5">{state}</div>
          <h1
            className={clsx(
              'mt-1.5 font-extrabold font-tight sm:mt-3',
              title.length > LONG_TITLE ? 'text-xl sm:text-3xl' : 'text-2xl sm:text-4xl',
              !open && 'line-clamp-2 sm:line-clamp-none',
            )}
          >
            {title}
          </h1>
          <p
            className={clsx(
              'mt-4 max-w-text whitespace-pre-line text-on-night-muted max-sm:mt-2',
              !open && 'max-sm:hidden',
            )}
          >
            {description}
          </p>
          <p className="mt-4 hidden items-center gap-2 text-sm text-on-night-muted sm:flex">
            <CalendarDays aria-hidden className="size-4 shrink-0" />
            {dates(contest, now)}
            {rule && ` · ${rule}`}
          </p>
        </div>
        <div className="grid gap-x-4 max-sm:mt-2 sm:gap-y-4 md:col-span-2 md:grid-cols-[1fr_auto]">
          <Ticket contest={contest} total={total} />
          <div className="flex items-start gap-3 pt-2.5 sm:gap-4 sm:rounded-lg sm:border sm:border-night-line sm:p-5 md:-order-1">
            <Picture
              path={host.logo}
              box={[56, 56]}
              name={host.name}
              className="size-10 shrink-0 rounded-full sm:size-14"
              initialClassName="text-xl"
            />
            <div className="min-w-0 grow max-sm:text-sm max-sm:leading-snug">
              <div className={open ? undefined : 'max-sm:truncate'}>
                <p className="text-on-night-muted max-sm:inline sm:text-sm">{t.hostedBy}</p>{' '}
                <p className="font-bold max-sm:inline sm:font-display sm:text-lg">{host.name}</p>
              </div>
              <p className="text-on-night-muted sm:hidden">{dates(contest, now)}</p>
              {rule && <p className="text-on-night-muted sm:hidden">{rule}</p>}
              {host.description && (
                <p className={clsx('mt-1 text-sm text-on-night-muted', !open && 'max-sm:hidden')}>
                  {host.description}
                </p>
              )}
            </div>
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className="-my-1 min-h-touch font-semibold text-on-night-gold underline underline-offset-4 sm:hidden"
            >
              {open ? t.readLess : t.about}
            </button>
          </div>
        </div>
      </div>
      <div aria-hidden className="kente h-3 max-sm:h-1.5" />
    </header>
  );
}

function dates(contest: PublicContestView, now: number): string {
  if (now >= Date.parse(contest.endDate)) return t.ended(formatDate(contest.endDate));
  // Ended by its organiser: the date that was planned would be wrong.
  if (contest.status === 'ENDED') return t.endedEarly;
  const ends = t.ends(formatDate(contest.endDate));
  return now < Date.parse(contest.startDate) ? `${t.starts(formatDate(contest.startDate))} · ${ends}` : ends;
}

/** The price of a vote on a ticket stub, the votes so far on the other half. */
function Ticket({ contest, total }: { contest: PublicContestView; total: ReactNode }) {
  const half = 'flex grow flex-col justify-center px-4 py-1.5 sm:px-7 sm:py-4';
  return (
    <div className="flex rounded-lg bg-gold text-on-gold">
      <div className={half}>
        <p className="text-sm leading-tight font-medium">{t.votePrice}</p>
        <p className="flex flex-wrap items-baseline gap-x-1.5 font-display text-xl font-extrabold whitespace-nowrap sm:block sm:text-2xl">
          {formatPrice(contest.votePrice)}
          {contest.votePrice > 0 && (
            <span className="font-body text-sm font-normal sm:block">{t.perVote}</span>
          )}
        </p>
      </div>
      {contest.showResults && (
        <div className={`relative border-l-2 border-dashed border-on-gold/35 ${half}`}>
          <span aria-hidden className="absolute -top-2.5 -left-[11px] size-5 rounded-full bg-night" />
          <span aria-hidden className="absolute -bottom-2.5 -left-[11px] size-5 rounded-full bg-night" />
          <p className="text-sm leading-tight font-medium">{t.totalVotes}</p>
          {total}
        </div>
      )}
    </div>
  );
}
