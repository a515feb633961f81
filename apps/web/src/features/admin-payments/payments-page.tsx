import {
  type ContestView,
  DEFAULT_PAGE_SIZES,
  PAYMENT_METHODS,
  PAYMENT_STATE_NAMES,
  type PaymentStats,
  type RevenueView,
} from '@abato/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, Coins, CreditCard, Divide } from 'lucide-react';
import { useEffect } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { Book } from '@/components/admin/books/book';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { Loaded } from '@/components/admin/loaded';
import { StatGrid, UnreadFigures } from '@/components/admin/stat-grid';
import { ContestSelect, Filters, StatusSelect } from '@/components/admin/toolbar';
import { Card } from '@/components/card';
import { type Option, optionsOf } from '@/components/field';
import { MethodBadge } from '@/components/outcome-badge';
import { Spinner } from '@/components/spinner';
import { EmptyState } from '@/components/empty-state';
import { adminKeys, paymentStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/books';
import { useContestFigures, useRereadOnStatistics } from '@/lib/admin/live';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { formatCedis, formatCount } from '@/lib/format';
import { reads } from '@/lib/api';
import { adminPayments as t } from '@/texts/en/admin-figures';
import { adminHistory } from '@/texts/en/admin-history';
import { PaymentTable } from './payment-table';
import { revenueBeyond } from './revenue-beyond';

export function PaymentsPage() {
  const { superAdmin } = useAdmin();
  const { contests, list, chosen, status, page, part, choose } = useChosenContest();
  useContestFigures(chosen?.id);
  return (
    <>
      <AdminHead
        title={superAdmin ? t.allTitle : t.myTitle}
        subtitle={superAdmin ? t.allSubtitle : t.mySubtitle}
      />
      <Loaded query={contests} caption={t.loading}>
        {({ pagination }) => (
          <div className="grid grid-cols-1 gap-6">
            <OverallCard list={list} contests={pagination.total} />
            <Filters>
              <ContestSelect contests={list} chosen={chosen?.id} onContest={(id) => choose('contest', id)} />
              <StatusSelect status={status} onStatus={(value) => choose('status', value)} />
            </Filters>
            {chosen ? (
              <ContestPayments
                key={chosen.id}
                contest={chosen}
                filters={{
                  status,
                  state: part('state') ?? '',
                  method: part('method') ?? '',
                  day: part('day') ?? '',
                }}
                page={page}
                choose={choose}
              />
            ) : (
              <EmptyState icon={CreditCard} title={t.empty} text={t.emptyHint} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function ContestPayments({
  contest,
  filters,
  page,
  choose,
}: {
  contest: ContestView;
  filters: Record<'status' | 'state' | 'method' | 'day', string>;
  page: number;
  choose: ReturnType<typeof useChosenContest>['choose'];
}) {
  const stats = useQuery(paymentStatsQuery(contest.id));
  // The filters are below the figures: they are drawn when they will not move any more.
  if (stats.isPending) return <Spinner size="large" fullScreen caption={t.loading} />;
  return (
    <>
      <UnreadFigures query={stats} />
      {stats.data && <ContestRevenue title={contest.title} stats={stats.data} />}
      {stats.data && stats.data.totalPayments > 0 && <TimelineCard contestId={contest.id} metric="revenue" />}
      <Book
        kind="payments"
        contest={contest}
        filters={filters}
        page={page}
        choose={choose}
        selects={[
          [
            'state',
            adminHistory.state,
            adminHistory.allStates,
            optionsOf(PAYMENT_STATE_NAMES, adminHistory.states),
          ],
          [
            'method',
            adminHistory.method,
            adminHistory.allMethods,
            PAYMENT_METHODS.map((method): Option => [method, method]),
          ],
        ]}
        records={recordsOf(stats.data)}
        icon={CreditCard}
        texts={t}
      >
        {(rows) => <PaymentTable title={contest.title} payments={rows} />}
      </Book>
    </>
  );
}

const { unread } = adminHistory;

/** With many contests on screen the sum costs as many calls: it follows the statistics at most this often. */
const REREAD_MS = 10_000;
/** The newest contests are read one by one (specification §7), all others with one call. */
const READ_SINGLY = DEFAULT_PAGE_SIZES.adminContests;

/** GET /payments/revenue: of every contest, by its id. */
const revenueQuery = reads<RevenueView>([...adminKeys.all, 'revenue'], '/payments/revenue', {
  staleTime: REREAD_MS,
});

/**
 * The sum of every contest's revenue (specification §7); one whose figures fail is skipped and logged.
 * @param list the newest contests
 * @param count of all contests
 * @returns cedis: 'calculating' until the first sum is there, 'unread' when not one contest could be read; `left` contests are missing in it
 */
function useOverallRevenue(
  list: ContestView[],
  count: number,
): { sum: number | 'calculating' | 'unread'; left: number } {
  const contests = list.slice(0, READ_SINGLY);
  const others = Math.max(0, count - contests.length);
  const further = useQuery({ ...revenueQuery, enabled: others > 0 });
  const { pesewas, calculating, failed } = useQueries({
    queries: contests.map(({ id }) => ({ ...paymentStatsQuery(id), staleTime: REREAD_MS })),
    combine: (results) => ({
      // In pesewas: a thousand added cedis amounts would drift in binary floating point.
      pesewas: results.reduce((total, { data }) => total + Math.round((data?.totalRevenue ?? 0) * 100), 0),
      calculating: results.some(({ isPending }) => isPending),
      failed: results.flatMap(({ isError, data }, index) =>
        isError && !data ? [contests[index]?.title ?? ''] : [],
      ),
    }),
  });
  const skipped = failed.join(', ');
  useEffect(() => {
    if (skipped) console.warn(t.logSkipped, skipped);
  }, [skipped]);
  useRereadOnStatistics(
    {
      queryKey: adminKeys.all,
      predicate: ({ queryKey }) => queryKey[1] === 'revenue' || queryKey[3] === 'payment-stats',
    },
    REREAD_MS,
  );
  const left = failed.length + (further.data ? 0 : others);
  if (calculating || (others > 0 && further.isPending)) return { sum: 'calculating', left: failed.length };
  if (left > 0 && left === contests.length + others) return { sum: 'unread', left };
  const rest = others > 0 ? revenueBeyond(contests, further.data) : 0;
  return { sum: (pesewas + rest) / 100, left };
}

/** The sum over all contests, highlighted (specification §2). */
function OverallCard({
  list,
  contests,
}: {
  list: ContestView[];
  /** How many there are. */
  contests: number;
}) {
  const { sum, left } = useOverallRevenue(list, contests);
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
function ContestRevenue({ title, stats }: { title: string; stats: PaymentStats }) {
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
