import type { StatisticsView } from '@abato/contracts';
import { Building2, Coins, Layers, TrendingUp, Trophy, Vote } from 'lucide-react';
import { AdminHead } from '@/components/admin/admin-head';
import { Loaded } from '@/components/admin/loaded';
import { StatGrid } from '@/components/admin/stat-grid';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { RollingNumber } from '@/components/rolling-number';
import { useAdmin } from '@/lib/admin/use-admin';
import { useStatistics } from '@/lib/admin/use-statistics';
import { formatCedis, formatCount } from '@/lib/format';
import { adminStatistics as t } from '@/texts/en/admin-figures';
import { ChartsSection } from './charts-section';
import { TopContests } from './top-contests';

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
