import { PAYMENT_METHODS, PAYMENT_STATE_NAMES, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { AdminHead } from '@/components/admin/admin-head';
import { Book } from '@/components/admin/books/book';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { Empty } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect } from '@/components/admin/toolbar';
import { UnreadFigures } from '@/components/admin/unread-figures';
import { optionsOf, type Option } from '@/components/field';
import { Spinner } from '@/components/spinner';
import { paymentStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/books';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { adminPayments as t } from '@/texts/en/admin-figures';
import { adminHistory } from '@/texts/en/admin-history';
import { PaymentTable } from './payment-table';
import { ContestRevenue, OverallCard } from './revenue-cards';

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
