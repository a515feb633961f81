import type { PaymentStats } from '@abato/contracts';
import { CircleCheck, Clock, Coins, Divide } from 'lucide-react';
import { StatGrid } from '@/components/admin/stat-grid';
import { MethodBadge } from '@/components/method-badge';
import { Card } from '@/components/card';
import { formatCedis, formatCount } from '@/lib/format';
import { adminPayments as t } from '@/texts/en/admin-figures';
import { adminHistory } from '@/texts/en/admin-history';
import type { useOverallRevenue } from './api';

const { unread } = adminHistory;

/** The sum over all contests, highlighted (specification §2). */
export function OverallCard({
  revenue: { sum, left },
  contests,
}: {
  revenue: ReturnType<typeof useOverallRevenue>;
  contests: number;
}) {
  return (
    <div className="stage overflow-hidden rounded-xl">
      <div className="p-6 sm:p-8">
        <h2 className="text-base font-medium tracking-normal text-on-night-muted">{t.overall}</h2>
        <p
          className="mt-1 font-display text-4xl font-extrabold text-on-night-gold tabular-nums"
          data-testid="overall-revenue"
          aria-busy={sum === 'calculating'}
        >
          {sum === 'calculating' ? t.calculating : sum === 'unread' ? unread.value : formatCedis(sum)}
        </p>
        <p className="mt-2 text-on-night-muted">{t.across(contests)}</p>
        {left > 0 && (
          <p className="mt-1 text-on-night" role="status" data-testid="revenue-left-out">
            {unread.some(left)}
          </p>
        )}
      </div>
      <div aria-hidden className="kente h-2.5" />
    </div>
  );
}

/** One contest's figures; the average is revenue by number of completed payments, 0 without any. */
export function ContestRevenue({ title, stats }: { title: string; stats: PaymentStats }) {
  const { COMPLETED: completed, PENDING: pending } = stats.countsByStatus;
  const average = completed > 0 ? stats.totalRevenue / completed : 0;
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="text-2xl">{t.statsHeading(title)}</h2>
      <StatGrid
        stats={[
          { label: t.cards.revenue, value: formatCedis(stats.totalRevenue), icon: Coins },
          { label: t.cards.completed, value: formatCount(completed), icon: CircleCheck },
          { label: t.cards.pending, value: formatCount(pending), icon: Clock },
          { label: t.cards.average, value: formatCedis(average), icon: Divide },
        ]}
      />
      {stats.paymentsByMethod.length > 0 && (
        <>
          <h3 className="mt-2 text-xl">{t.methods}</h3>
          <ul className="grid gap-4 sm:grid-cols-2">
            {stats.paymentsByMethod.map(({ method, _count, _sum }) => (
              <li key={method}>
                <Card className="flex items-center justify-between gap-4 p-5">
                  <div>
                    <MethodBadge method={method} />
                    <p className="mt-2 text-sm text-muted">{t.transactions(_count)}</p>
                  </div>
                  <p className="font-display text-xl font-bold whitespace-nowrap tabular-nums">
                    {formatCedis(_sum.amount)}
                  </p>
                </Card>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
