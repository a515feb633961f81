import type { StatisticsView, TopContest } from '@abato/contracts';
import { Building2, Coins, Layers, TrendingUp, Trophy, Vote } from 'lucide-react';
import { AdminHead } from '@/components/admin/admin-head';
import { Loaded } from '@/components/admin/loaded';
import { StatGrid } from '@/components/admin/stat-grid';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { RollingNumber } from '@/components/rolling-number';
import { useAdmin } from '@/lib/admin/use-admin';
import { useStatistics } from '@/lib/admin/live';
import { barShare } from '@/lib/bar-share';
import { formatCedis, formatCount } from '@/lib/format';
import { useFlip } from '@/lib/use-flip';
import { adminStatistics as t } from '@/texts/en/admin-figures';
import { ChartsSection } from './charts-section';

export function StatisticsPage() {
  const { superAdmin } = useAdmin();
  const query = useStatistics();
  return (
    <>
      <AdminHead
        title={t.title}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-5 gap-y-1">
            {superAdmin ? t.allSubtitle : t.mySubtitle}
            {query.data && <LiveIndicator updatedAt={query.dataUpdatedAt} className="text-ink" />}
          </span>
        }
      />
      <Loaded query={query}>
        {(statistics) => (
          <div className="grid grid-cols-1 gap-5">
            {statistics.incomplete && <Notice tone="warning" title={t.incomplete} />}
            <Cards statistics={statistics} />
            <TopContests contests={statistics.topContests} />
            <ChartsSection />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Cards({ statistics: s }: { statistics: StatisticsView }) {
  const { cards } = t;
  return (
    <>
      <StatGrid
        className="grid-cols-2 xl:grid-cols-4"
        stats={[
          { label: cards.hosts, value: formatCount(s.totalHosts), icon: Building2 },
          {
            label: cards.contests,
            value: formatCount(s.totalContests),
            note: cards.contestsNote(s.activeContests, s.pausedContests),
            icon: Trophy,
          },
          {
            label: cards.votes,
            value: <RollingNumber value={s.totalVotes} testId="total-votes" />,
            note: cards.votesNote(s.totalContestants),
            icon: Vote,
          },
          {
            label: cards.revenue,
            value: formatCedis(s.totalRevenue),
            note: cards.revenueNote(s.totalPayments),
            icon: Coins,
          },
        ]}
      />
      <StatGrid
        className="sm:grid-cols-3"
        stats={[
          { label: cards.categories, value: formatCount(s.totalCategories), icon: Layers },
          {
            label: cards.averageRevenue,
            value: formatCedis(s.totalContests > 0 ? s.averageRevenuePerContest : 0),
            icon: TrendingUp,
          },
          {
            label: cards.averageVotes,
            value: formatCount(s.totalContests > 0 ? Math.round(s.averageVotesPerContest) : 0),
            icon: TrendingUp,
          },
        ]}
      />
    </>
  );
}

/** The top list holds 5 (specification §9). */
const LENGTH = 5;

function TopContests({ contests }: { contests: TopContest[] }) {
  const texts = t.top;
  const shown = contests.slice(0, LENGTH);
  const most = Math.max(1, shown[0]?.votes ?? 0);
  const list = useFlip<HTMLOListElement>(shown.map(({ id }) => id).join());
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{texts.title}</h2>
      {shown.length === 0 ? (
        <div className="mt-5">
          <EmptyState icon={Trophy} title={texts.empty} text={texts.emptyHint} />
        </div>
      ) : (
        <ol ref={list} className="relative mt-5 grid gap-5">
          {shown.map((contest, index) => (
            <li
              key={contest.id}
              data-flip={contest.id}
              className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-3 bg-surface"
            >
              <Rank index={index} />
              <div className="min-w-0">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <Link
                    to={`/admin/contests/${contest.id}`}
                    className="min-w-0 font-semibold no-underline hover:underline"
                  >
                    {contest.title}
                  </Link>
                  <span className="text-sm whitespace-nowrap tabular-nums">
                    <strong>{texts.votes(contest.votes)}</strong>
                    <span className="text-muted"> · {formatCedis(contest.revenue)}</span>
                  </span>
                </div>
                <div aria-hidden className="mt-2 h-3 overflow-hidden rounded-full bg-sunken">
                  <div
                    className="h-full rounded-full bg-gold transition-[width] duration-(--motion-slow)"
                    style={{ width: barShare(contest.votes, most) }}
                  />
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** Medals for the first three, then #4 and #5. */
function Rank({ index }: { index: number }) {
  const texts = t.top;
  const medal = texts.medals[index];
  if (!medal) {
    return (
      <span className="text-center font-display text-xl font-bold text-muted">{texts.rank(index + 1)}</span>
    );
  }
  return (
    <svg viewBox="0 0 32 40" role="img" aria-label={medal} className="mx-auto h-10">
      <path d="M6 0h7l5 14h-7zM26 0h-7l-5 14h7z" className="fill-red" />
      <circle cx="16" cy="26" r="13" className={medalFill[index]} />
      <circle cx="16" cy="26" r="10" className="fill-none stroke-on-gold/40" />
      <text
        x="16"
        y="31.5"
        textAnchor="middle"
        className="fill-on-gold font-display text-base font-extrabold"
      >
        {index + 1}
      </text>
    </svg>
  );
}

const medalFill = ['fill-gold', 'fill-silver', 'fill-bronze'];
