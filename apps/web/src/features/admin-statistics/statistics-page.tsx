import type { StatisticsView } from '@abato/contracts';
import { Building2, Coins, Layers, TrendingUp, Trophy, Vote } from 'lucide-react';
import { Loaded } from '@/components/admin/loaded';
import { StatCard } from '@/components/card';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { RollingNumber } from '@/components/rolling-number';
import { useAdmin } from '@/lib/admin/use-admin';
import { useStatistics } from '@/lib/admin/use-statistics';
import { formatCedis, formatCount } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { adminStatistics as t } from '@/texts/en/admin-figures';
import { TopContests } from './top-contests';

export function StatisticsPage() {
  const { superAdmin } = useAdmin();
  const query = useStatistics();
  useTitle(t.pageTitle);
  return (
    <>
      <PageHeader
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
          </div>
        )}
      </Loaded>
    </>
  );
}

function Cards({ statistics: s }: { statistics: StatisticsView }) {
  const icon = 'size-6';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard
          label={t.cards.hosts}
          value={formatCount(s.totalHosts)}
          icon={<Building2 className={icon} />}
        />
        <StatCard
          label={t.cards.contests}
          value={formatCount(s.totalContests)}
          note={t.cards.contestsNote(s.activeContests, s.pausedContests)}
          icon={<Trophy className={icon} />}
        />
        <StatCard
          label={t.cards.votes}
          value={<RollingNumber value={s.totalVotes} testId="total-votes" />}
          note={t.cards.votesNote(s.totalContestants)}
          icon={<Vote className={icon} />}
        />
        <StatCard
          label={t.cards.revenue}
          value={formatCedis(s.totalRevenue)}
          note={t.cards.revenueNote(s.totalPayments)}
          icon={<Coins className={icon} />}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label={t.cards.categories}
          value={formatCount(s.totalCategories)}
          icon={<Layers className={icon} />}
        />
        <StatCard
          label={t.cards.averageRevenue}
          value={formatCedis(s.totalContests > 0 ? s.averageRevenuePerContest : 0)}
          icon={<TrendingUp className={icon} />}
        />
        <StatCard
          label={t.cards.averageVotes}
          value={formatCount(s.totalContests > 0 ? Math.round(s.averageVotesPerContest) : 0)}
          icon={<TrendingUp className={icon} />}
        />
      </div>
    </>
  );
}
