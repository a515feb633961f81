import type { PublicContestSummary } from '@abato/contracts';
import { CalendarDays, LayoutGrid, Vote } from 'lucide-react';
import { ContestBadge } from '@/components/badge';
import { Link } from '@/components/link';
import { Picture } from '@/components/picture';
import { formatDate, formatPrice } from '@/lib/format';
import { useVotingState } from '@/lib/voting-state';
import { contestsTexts } from '@/texts/en/contests';

const t = contestsTexts.card;

/** Contests as cards, in the app and in the first paint. */
export function ContestCards({
  contests,
  headingLevel,
}: {
  contests: readonly PublicContestSummary[];
  headingLevel: 'h2' | 'h3';
}) {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">
      {contests.map((contest, index) => (
        <li key={contest.id} className="grid">
          <ContestCard contest={contest} headingLevel={headingLevel} eager={index < 2} />
        </li>
      ))}
    </ul>
  );
}

/** One contest in a list; the whole card leads to it. */
function ContestCard({
  contest,
  headingLevel: Heading,
  eager,
}: {
  contest: PublicContestSummary;
  headingLevel: 'h2' | 'h3';
  /** Among the first on the screen. */
  eager?: boolean;
}) {
  const { _count: count, host } = contest;
  const voting = useVotingState(contest);
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-[transform,box-shadow] duration-(--motion-base) focus-within:shadow-lift hover:-translate-y-1 hover:shadow-lift">
      <div className="relative aspect-video overflow-hidden">
        <Picture
          path={contest.banner}
          box={[640, 360]}
          sizes="(min-width: 1024px) 25rem, (min-width: 640px) 50vw, 100vw"
          name={contest.title}
          eager={eager}
          className="size-full transition-transform duration-(--motion-slow) group-hover:scale-[1.03]"
          initialClassName="text-5xl"
        />
        <ContestBadge contest={contest} className="absolute top-3 left-3 shadow-card" />
      </div>
      <div className="flex grow flex-col p-4 sm:p-5">
        <div className="flex items-center gap-2.5 text-sm text-muted">
          <Picture
            path={host.logo}
            box={[28, 28]}
            name={host.name}
            className="size-7 shrink-0 rounded-full"
            initialClassName="text-xs"
          />
          <span className="truncate">{host.name}</span>
        </div>
        <Heading className="mt-2.5 text-xl">
          <Link
            to={`/contests/${contest.id}`}
            className="no-underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-gold-text"
          >
            {contest.title}
          </Link>
        </Heading>
        <p className="mt-1.5 line-clamp-2 text-sm text-muted">{contest.description}</p>
        <ul className="mt-4 mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <li className="flex items-center gap-1.5">
            <LayoutGrid aria-hidden className="size-4 text-muted" />
            {t.categories(count.categories)}
          </li>
          <li className="flex items-center gap-1.5">
            <Vote aria-hidden className="size-4 text-muted" />
            {/* A count in the first paint would be old when the app has come. */}
            {import.meta.env.SSR ? '\u00a0' : count.votes === null ? t.resultsHidden : t.votes(count.votes)}
          </li>
        </ul>
        <div className="mt-auto space-y-1 border-t border-dashed border-line pt-3.5">
          <p className="font-display text-lg font-bold">
            {formatPrice(contest.votePrice)}
            {contest.votePrice > 0 && (
              <span className="font-body text-sm font-normal text-muted"> {t.perVote}</span>
            )}
          </p>
          <p className="flex items-center gap-1.5 text-sm text-muted">
            <CalendarDays aria-hidden className="size-4" />
            {voting === 'notStarted' && `${t.starts(formatDate(contest.startDate))} · `}
            {t.ends(formatDate(contest.endDate))}
          </p>
        </div>
      </div>
    </article>
  );
}
