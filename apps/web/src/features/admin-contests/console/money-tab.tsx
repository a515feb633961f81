import type { ContestView, PaymentStats } from '@abato/contracts';
import { CircleCheck, CircleX, Clock, Coins } from 'lucide-react';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { StatGrid } from '@/components/admin/stat-grid';
import { ButtonLink } from '@/components/button';
import { formatCedis, formatCount } from '@/lib/format';
import { adminConsole } from '@/texts/en/admin-console';
import { adminContest } from '@/texts/en/admin-contests';

/** What a contest has earned, and the way to its books. */
export function MoneyTab({ contest, stats }: { contest: ContestView; stats: PaymentStats }) {
  const t = adminConsole.money;
  const { COMPLETED, PENDING, FAILED } = stats.countsByStatus;
  const links: [string, string][] = [
    [`/admin/payments?contest=${contest.id}`, t.payments],
    [`/admin/votes?contest=${contest.id}`, t.votes],
    [`/admin/reconciliation?contest=${contest.id}`, t.reconciliation],
    ['/admin/disputes', t.disputes],
    [`/admin/hosts/${contest.hostId}/money`, t.host],
  ];
  return (
    <div className="grid grid-cols-1 gap-6">
      <StatGrid
        label={adminContest.figures.label}
        stats={[
          { label: adminContest.figures.revenue, value: formatCedis(stats.totalRevenue), icon: Coins },
          { label: t.completed, value: formatCount(COMPLETED), icon: CircleCheck },
          { label: t.pending, value: formatCount(PENDING), icon: Clock },
          { label: t.failed, value: formatCount(FAILED), icon: CircleX },
        ]}
      />
      <TimelineCard contestId={contest.id} metric={contest.votePrice > 0 ? 'revenue' : 'votes'} />
      <nav aria-label={t.links} className="flex flex-wrap gap-3">
        {links.map(([to, name]) => (
          <ButtonLink key={to} variant="outline" size="sm" to={to}>
            {name}
          </ButtonLink>
        ))}
      </nav>
    </div>
  );
}
