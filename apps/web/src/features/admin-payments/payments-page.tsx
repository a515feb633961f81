import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { ExportButton } from '@/components/admin/export-button';
import { Empty, List } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect, Toolbar } from '@/components/admin/toolbar';
import { LiveIndicator } from '@/components/live-indicator';
import { PageHeader } from '@/components/page-header';
import { paymentStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/export';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useTitle } from '@/lib/use-title';
import { adminPayments as t } from '@/texts/en/admin-figures';
import { paymentListQuery, useOverallRevenue } from './api';
import { PaymentTable } from './payment-table';
import { ContestRevenue, OverallCard } from './revenue-cards';

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
            <Filters>
              <ContestSelect contests={list} chosen={chosen?.id} onContest={(id) => choose('contest', id)} />
              <StatusSelect status={status} onStatus={(value) => choose('status', value)} />
            </Filters>
            {chosen ? (
              <ContestPayments
                key={chosen.id}
                contest={chosen}
                status={status}
                page={page}
                onPage={(next) => choose('page', String(next))}
              />
            ) : (
              <Empty icon={CreditCard} title={t.empty} text={t.emptyHint} />
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
        <Toolbar
          actions={<ExportButton contestId={contest.id} kind="payments" records={recordsOf(stats.data)} />}
        >
          <LiveIndicator updatedAt={payments.dataUpdatedAt} />
        </Toolbar>
        <List
          query={payments}
          caption={t.loading}
          empty={{
            icon: CreditCard,
            title: status ? t.emptyFiltered : t.empty,
            text: status ? t.emptyFilteredHint : t.emptyHint,
          }}
          onPage={onPage}
        >
          {(rows) => <PaymentTable title={contest.title} payments={rows} />}
        </List>
      </section>
    </>
  );
}
