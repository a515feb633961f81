import { PAYMENT_METHODS, PAYMENT_STATE_NAMES, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, SearchX } from 'lucide-react';
import { BookFilters, FoundCount } from '@/components/admin/books/book-filters';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { ExportButtons } from '@/components/admin/export-button';
import { Empty, List } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect, Toolbar } from '@/components/admin/toolbar';
import { UnreadFigures } from '@/components/admin/unread-figures';
import { optionsOf, SelectField, type Option } from '@/components/field';
import { LiveIndicator } from '@/components/live-indicator';
import { PageHeader } from '@/components/page-header';
import { Spinner } from '@/components/spinner';
import { paymentStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/export';
import { useAdmin } from '@/lib/admin/use-admin';
import { useBook } from '@/lib/admin/use-book';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useTitle } from '@/lib/use-title';
import { adminPayments as t } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory } from '@/texts/en/admin-history';
import { useOverallRevenue } from './api';
import { PaymentTable } from './payment-table';
import { ContestRevenue, OverallCard } from './revenue-cards';

export function PaymentsPage() {
  const { superAdmin } = useAdmin();
  const { contests, list, chosen, status, page, part, choose } = useChosenContest();
  const revenue = useOverallRevenue(list, contests.data?.pagination.total ?? 0);
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
  filters,
  page,
  choose,
}: {
  contest: ContestView;
  filters: Record<'status' | 'state' | 'method' | 'day', string>;
  page: number;
  choose: ReturnType<typeof useChosenContest>['choose'];
}) {
  const {
    rows: payments,
    searched,
    isFiltered,
    bar,
  } = useBook('payments', contest.id, filters, page, choose);
  const stats = useQuery(paymentStatsQuery(contest.id));
  // The filters are below the figures: they are drawn when they will not move any more.
  if (stats.isPending) return <Spinner size="large" fullScreen caption={t.loading} />;
  return (
    <>
      <UnreadFigures query={stats} />
      {stats.data && <ContestRevenue title={contest.title} stats={stats.data} />}
      {stats.data && stats.data.totalPayments > 0 && <TimelineCard contestId={contest.id} metric="revenue" />}
      <section aria-label={t.table.caption(contest.title)} className="grid grid-cols-1 gap-4">
        <BookFilters {...bar}>
          <SelectField
            label={adminHistory.state}
            value={filters.state}
            blank={adminHistory.allStates}
            options={optionsOf(PAYMENT_STATE_NAMES, adminHistory.states)}
            onChange={(event) => choose('state', event.target.value)}
            data-testid="state-filter"
          />
          <SelectField
            label={adminHistory.method}
            value={filters.method}
            blank={adminHistory.allMethods}
            options={PAYMENT_METHODS.map((method): Option => [method, method])}
            onChange={(event) => choose('method', event.target.value)}
            data-testid="method-filter"
          />
        </BookFilters>
        <Toolbar
          actions={<ExportButtons contestId={contest.id} kind="payments" records={recordsOf(stats.data)} />}
        >
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <LiveIndicator updatedAt={payments.dataUpdatedAt} className="text-ink" />
            <FoundCount query={payments} searched={searched} />
          </p>
        </Toolbar>
        <List
          query={payments}
          caption={t.loading}
          empty={
            searched
              ? { icon: SearchX, title: adminForms.noMatch, text: adminHistory.searchNote }
              : {
                  icon: CreditCard,
                  title: isFiltered ? t.emptyFiltered : t.empty,
                  text: isFiltered ? t.emptyFilteredHint : t.emptyHint,
                }
          }
          onPage={(next) => choose('page', String(next))}
        >
          {(rows) => <PaymentTable title={contest.title} payments={rows} />}
        </List>
      </section>
    </>
  );
}
