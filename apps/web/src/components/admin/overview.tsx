import type { DecisionKind, Overview, OverviewContest } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, EyeOff } from 'lucide-react';
import { Badge, ContestBadge } from '@/components/badge';
import { Card } from '@/components/card';
import { Link, TextLink } from '@/components/link';
import { adminKeys } from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { formatCedis, formatCount, formatDate } from '@/lib/format';
import { reads } from '@/lib/api';
import { serverNow } from '@/lib/server-time';
import { adminOverview as t } from '@/texts/en/admin-overview';
import { Sparkline } from './sparkline';

/** Decisions come and go without a message. */
const REREAD_MS = 30_000;
/** Counts beside the overview follow the socket: its own must not differ from them for long. */
const REREAD_ON_STATISTICS_MS = 5_000;

/** GET /statistics/overview: own contests and what waits for a decision, for super admins the whole system's. */
export function useOverview() {
  const overview = reads<Overview>([...adminKeys.statistics, 'overview'], '/statistics/overview', {
    refetchInterval: REREAD_MS,
  });
  useRereadOnStatistics({ queryKey: overview.queryKey }, REREAD_ON_STATISTICS_MS);
  return useQuery(overview);
}

/** Today's money and votes, and how many contests take votes. */
export function TodayPanel({ overview }: { overview: Overview }) {
  const { today, contests, totalContests } = overview;
  const running = contests.filter(
    ({ status, endDate }) => status === 'ACTIVE' && Date.parse(endDate) > serverNow(),
  );
  const figures: [string, string, string][] = [
    [t.money, formatCedis(today.revenue), t.payments(today.payments)],
    [t.votes, formatCount(today.votes), t.sinceMidnight],
    [t.running, formatCount(running.length), t.runningNote(totalContests)],
  ];
  return (
    <section aria-label={t.today} className="stage overflow-hidden rounded-xl" data-testid="today">
      {/* As wide as their figures: a large amount leads to another line, never into its neighbour. */}
      <dl className="flex flex-wrap gap-x-10 gap-y-5 p-5 sm:p-6">
        {figures.map(([name, value, note]) => (
          <div key={name} className="grow basis-44">
            <dt className="text-sm text-on-night-muted">{name}</dt>
            <dd>
              <span className="block font-display text-3xl leading-tight font-extrabold whitespace-nowrap text-on-night-gold tabular-nums">
                {value}
              </span>
              <span className="block text-sm text-on-night-muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div aria-hidden className="kente h-2" />
    </section>
  );
}

/** The contests that matter now, one row each, with how their last day went. */
export function ContestStrip({
  title,
  overview: { contests, totalContests },
  most,
}: {
  title: string;
  overview: Overview;
  /** Rows shown. */
  most: number;
}) {
  return (
    <Card className="p-5" data-testid="overview-contests">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        <TextLink to="/admin/contests" className="text-sm">
          {t.contests.all(totalContests)}
        </TextLink>
      </div>
      {contests.length === 0 && <p className="text-sm text-muted">{t.contests.empty}</p>}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {contests.slice(0, most).map((contest) => (
          <li key={contest.id}>
            <Row contest={contest} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Row({ contest }: { contest: OverviewContest }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_8rem_9rem]">
      <div className="min-w-0">
        <Link
          to={`/admin/contests/${contest.id}`}
          className="line-clamp-2 font-semibold no-underline hover:underline"
        >
          {contest.title}
        </Link>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <ContestBadge contest={contest} />
          {!contest.showResults && (
            <Badge tone="purple">
              <EyeOff aria-hidden className="size-3.5" />
              {t.contests.hidden}
            </Badge>
          )}
          {whenOf(contest)}
        </p>
      </div>
      <Sparkline values={contest.hours} label={t.contests.hours} className="hidden h-10 sm:block" />
      <p className="text-right font-semibold whitespace-nowrap tabular-nums">
        {t.contests.votes(contest.votes)}
        {contest.revenue > 0 && (
          <span className="block text-sm font-normal text-muted">{formatCedis(contest.revenue)}</span>
        )}
      </p>
    </div>
  );
}

function whenOf({ status, startDate, endDate }: OverviewContest): string {
  const now = serverNow();
  if (status === 'ENDED' || Date.parse(endDate) <= now) return t.contests.ended(formatDate(endDate));
  return Date.parse(startDate) > now
    ? t.contests.starts(formatDate(startDate))
    : t.contests.ends(formatDate(endDate));
}

const of = (path: string, contestId: string | null) => (contestId ? `${path}?contest=${contestId}` : path);

/** Where each kind is decided. */
const PLACES: Record<DecisionKind, (contestId: string | null) => string> = {
  APPROVALS: () => '/admin/users',
  PAYMENTS: () => '/admin/attention',
  CORRECTIONS: () => '/admin/attention',
  WEBHOOKS: () => '/admin/attention',
  DISPUTES: () => '/admin/disputes',
  HELD_VOTES: (contestId) => of('/admin/votes/held', contestId),
  APPEALS: (contestId) =>
    contestId ? `/admin/votes/held?contest=${contestId}&state=APPEALED` : '/admin/votes/held?state=APPEALED',
  CASH: () => '/admin/votes/cash',
  LATE_DRAFTS: (contestId) => (contestId ? `/admin/contests/${contestId}` : '/admin/contests'),
};

/** What waits, most urgent first, each with the way to where it is decided. */
export function DecisionList({ title, decisions }: { title: string; decisions: Overview['decisions'] }) {
  return (
    <Card className="p-5" data-testid="decisions">
      <h2 className="text-lg">{title}</h2>
      {decisions.length === 0 ? (
        <p className="mt-2 flex items-center gap-2 text-sm text-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-green-text" />
          {t.decisions.none}
        </p>
      ) : (
        <ul className="mt-2 grid grid-cols-1 divide-y divide-line">
          {decisions.map(({ kind, count, contestId }) => (
            <li key={kind}>
              <Link
                to={PLACES[kind](contestId)}
                className="flex min-h-touch items-center justify-between gap-3 py-2 font-semibold no-underline hover:underline"
                data-testid={`decision-${kind}`}
              >
                {t.decisions.texts[kind](count)}
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
