import type { Overview, OverviewContest } from '@abato/contracts';
import { EyeOff } from 'lucide-react';
import { Sparkline } from '@/components/admin/sparkline';
import { Badge, ContestBadge } from '@/components/badge';
import { Card } from '@/components/card';
import { Link } from '@/components/link';
import { formatCedis, formatDate } from '@/lib/format';
import { serverNow } from '@/lib/server-time';
import { adminOverview } from '@/texts/en/admin-overview';

const t = adminOverview.contests;

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
        <Link
          to="/admin/contests"
          className="inline-flex min-h-touch items-center text-sm font-semibold underline underline-offset-4"
        >
          {t.all(totalContests)}
        </Link>
      </div>
      {contests.length === 0 && <p className="text-sm text-muted">{t.empty}</p>}
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
              {t.hidden}
            </Badge>
          )}
          {whenOf(contest)}
        </p>
      </div>
      <Sparkline values={contest.hours} label={t.hours} className="hidden h-10 sm:block" />
      <p className="text-right font-semibold whitespace-nowrap tabular-nums">
        {t.votes(contest.votes)}
        {contest.revenue > 0 && (
          <span className="block text-sm font-normal text-muted">{formatCedis(contest.revenue)}</span>
        )}
      </p>
    </div>
  );
}

function whenOf({ status, startDate, endDate }: OverviewContest): string {
  const now = serverNow();
  if (status === 'ENDED' || Date.parse(endDate) <= now) return t.ended(formatDate(endDate));
  return Date.parse(startDate) > now ? t.starts(formatDate(startDate)) : t.ends(formatDate(endDate));
}
