import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { ContestFilter } from '@/components/admin/contest-filter';
import { ExportButton } from '@/components/admin/export-button';
import { Loaded, LoadFailure } from '@/components/admin/loaded';
import { EmptyState } from '@/components/empty-state';
import { LiveIndicator } from '@/components/live-indicator';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { recordsOf } from '@/lib/admin/export';
import { paymentStatsQuery } from '@/lib/admin/payment-stats';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useTitle } from '@/lib/use-title';
import { adminPayments as t } from '@/texts/en/admin-figures';
import { paymentListQuery } from './payment-list';
import { PaymentTable } from './payment-table';
import { ContestRevenue, OverallCard } from './revenue-cards';
import { useOverallRevenue } from './use-overall-revenue';

export function PaymentsPage() {
  const { superAdmin } = useAdmin();
  const { contests, list, chosen, status, page, choose } = useChosenContest();
  const revenue = useOverallRevenue(list);
  useContestFigures(chosen?.id);
  const title = superAdmin ? t.allTitle : t.myTitle;
  useTitle(title);
  return (
    <>
      <PageHeader title={title} subtitle={superAdmin ? t.allSubtitle : t.mySubtitle} />
      <Loaded query={contests} caption={t.loading}>
        {({ pagination }) => (
          <div className="grid grid-cols-1 gap-6">
            <OverallCard revenue={revenue} contests={pagination.total} />
            <ContestFilter
              contests={list}
              chosen={chosen?.id}
              status={status}
              onContest={(id) => choose('contest', id)}
              onStatus={(value) => choose('status', value)}
            />
            {chosen ? (
              <ContestPayments
                key={chosen.id}
                contest={chosen}
                status={status}
                page={page}
                onPage={(next) => choose('page', String(next))}
              />
            ) : (
              <EmptyState icon={<CreditCard className="size-8" />} title={t.empty} text={t.emptyHint} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function ContestPayments({
  contest,
  status,
  page,
  onPage,
}: {
  contest: ContestView;
  status: string;
  page: number;
  onPage: (page: number) => void;
}) {
  const stats = useQuery(paymentStatsQuery(contest.id));
  const payments = useQuery(paymentListQuery(contest.id, status, page));
  return (
    <>
      {stats.data && <ContestRevenue title={contest.title} stats={stats.data} />}
      {stats.data && stats.data.totalPayments > 0 && <TimelineCard contestId={contest.id} metric="revenue" />}
      <section aria-label={t.table.caption(contest.title)} className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <LiveIndicator updatedAt={payments.dataUpdatedAt} />
          <ExportButton contestId={contest.id} kind="payments" records={recordsOf(stats.data)} />
        </div>
        {payments.isError && payments.data && (
          <LoadFailure
            error={payments.error}
            onRetry={() => void payments.refetch()}
            retrying={payments.isFetching}
          />
        )}
        <Loaded query={payments} caption={t.loading}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              <EmptyState
                icon={<CreditCard className="size-8" />}
                title={status ? t.emptyFiltered : t.empty}
                text={status ? t.emptyFilteredHint : t.emptyHint}
              />
            ) : (
              <div>
                <PaymentTable title={contest.title} payments={data} />
                <Pagination pagination={pagination} onPage={onPage} />
              </div>
            )
          }
        </Loaded>
      </section>
    </>
  );
}
