import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, SearchX, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { StatCard } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { Table } from '@/components/admin/table';
import { Th } from '@/components/cells';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCount } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { adminUsers as t } from '@/texts/en/admin-users';
import { userCountQuery, userListQuery, type UserFilters } from './user-calls';
import { UserConfirm, type OpenDecision } from './user-confirm';
import { UserFilterBar } from './user-filters';
import { UserRow } from './user-row';

const NO_FILTERS: UserFilters = { search: '', approvalStatus: '', role: '' };
/** The search asks when typing rests this long. */
const SEARCH_REST_MS = 300;

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : SEARCH_REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

export function UsersPage() {
  const { superAdmin } = useAdmin();
  useTitle(t.pageTitle);
  return (
    <>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      {superAdmin ? <Users /> : <Notice tone="error" title={t.denied} />}
    </>
  );
}

function Users() {
  const { id } = useAdmin();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OpenDecision | null>(null);
  const search = useRested(filters.search);
  const query = useQuery(userListQuery({ ...filters, search }, page));
  const filtered = Boolean(search.trim() || filters.approvalStatus || filters.role);
  const filter = (next: UserFilters) => {
    setPage(1);
    setFilters(next);
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <Counts />
      <UserFilterBar filters={filters} onChange={filter} onClear={() => filter(NO_FILTERS)} />
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<SearchX className="size-8" />}
              title={t.empty}
              text={filtered ? t.emptyFiltered : t.emptyAll}
            />
          ) : (
            <div>
              <Table caption={t.table.caption} stacked>
                <thead>
                  <tr>
                    <Th>{t.table.user}</Th>
                    <Th>{t.table.contact}</Th>
                    <Th>{t.table.role}</Th>
                    <Th>{t.table.status}</Th>
                    <Th>{t.table.actions}</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((user) => (
                    <UserRow
                      key={user.id}
                      user={user}
                      self={user.id === id}
                      onDecide={(decision) => setOpen({ user, decision })}
                    />
                  ))}
                </tbody>
              </Table>
              <Pagination pagination={pagination} onPage={setPage} />
            </div>
          )
        }
      </Loaded>
      <UserConfirm open={open} onClose={() => setOpen(null)} />
    </div>
  );
}

function Counts() {
  const total = useQuery(userCountQuery());
  const pending = useQuery(userCountQuery('PENDING'));
  const approved = useQuery(userCountQuery('APPROVED'));
  const rejected = useQuery(userCountQuery('REJECTED'));
  const show = (count: number | undefined) => (count === undefined ? '–' : formatCount(count));
  const icon = 'size-6';
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label={t.cards.total} value={show(total.data)} icon={<UsersRound className={icon} />} />
      <StatCard label={t.cards.pending} value={show(pending.data)} icon={<Clock className={icon} />} />
      <StatCard
        label={t.cards.approved}
        value={show(approved.data)}
        icon={<CircleCheck className={icon} />}
      />
      <StatCard label={t.cards.rejected} value={show(rejected.data)} icon={<CircleX className={icon} />} />
    </div>
  );
}
