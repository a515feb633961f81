import {
  APPROVAL_STATUSES,
  DEFAULT_PAGE_SIZES,
  type ApprovalStatus,
  type Role,
  type UserView,
} from '@abato/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { List } from '@/components/admin/list';
import { StatGrid } from '@/components/admin/stat-grid';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { optionsOf, SearchField, SelectField } from '@/components/field';
import { Notice } from '@/components/notice';
import { adminKeys } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useSearchText } from '@/lib/admin/use-search-text';
import { queryString } from '@/lib/api';
import { formatCount } from '@/lib/format';
import { readsPage } from '@/lib/read';
import { useDebounced } from '@/lib/use-debounced';
import { adminUsers as t } from '@/texts/en/admin-users';
import { outcomeNames } from '@/texts/en/outcomes';
import { roleNames } from '@/texts/en/roles';
import { UserTable } from './user-table';

interface UserFilters {
  search: string;
  approvalStatus: ApprovalStatus | '';
  role: Role | '';
}
const NO_FILTERS: UserFilters = { search: '', approvalStatus: '', role: '' };
const FILTER_ROLES = ['SUPER_ADMIN', 'COMPANY_ADMIN'] as const;

export function UsersPage() {
  const { superAdmin } = useAdmin();
  return (
    <>
      <AdminHead title={t.title} tab={t.pageTitle} subtitle={t.subtitle} />
      {superAdmin ? <Users /> : <Notice tone="error" title={t.denied} />}
    </>
  );
}

function Users() {
  const { id } = useAdmin();
  const [text, setText] = useSearchText();
  const [choice, setChoice] = useState(NO_FILTERS);
  const filters = { ...choice, search: text };
  const [page, setPage] = useState(1);
  const search = useDebounced(filters.search);
  // 1,000 to a page; the search is trimmed and blank filters are left out (specification §5).
  const asked = queryString({ ...filters, search, page, pageSize: DEFAULT_PAGE_SIZES.users });
  const query = useQuery(
    readsPage<UserView>([...adminKeys.users, 'list', asked], `/users${asked}`, {
      placeholderData: keepPreviousData,
    }),
  );
  const filtered = Boolean(search.trim() || filters.approvalStatus || filters.role);
  const filter = (next: UserFilters) => {
    setPage(1);
    setText(next.search);
    setChoice(next);
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <Counts />
      <UserFilterBar filters={filters} onChange={filter} onClear={() => filter(NO_FILTERS)} />
      <List
        query={query}
        empty={{ icon: SearchX, title: t.empty, text: filtered ? t.emptyFiltered : t.emptyAll }}
        onPage={setPage}
      >
        {(users) => <UserTable users={users} ownId={id} />}
      </List>
    </div>
  );
}

function Counts() {
  const total = useCount();
  const pending = useCount('PENDING');
  const approved = useCount('APPROVED');
  const rejected = useCount('REJECTED');
  return (
    <StatGrid
      stats={[
        { label: t.cards.total, value: total, icon: UsersRound },
        { label: t.cards.pending, value: pending, icon: Clock },
        { label: t.cards.approved, value: approved, icon: CircleCheck },
        { label: t.cards.rejected, value: rejected, icon: CircleX },
      ]}
    />
  );
}

/** How many users there are, of one status or of all, whatever the filters say. */
function useCount(approvalStatus?: ApprovalStatus): string {
  const { data } = useQuery(
    readsPage<UserView>(
      [...adminKeys.users, 'count', approvalStatus ?? 'all'],
      `/users${queryString({ page: 1, pageSize: 1, approvalStatus })}`,
    ),
  );
  return data ? formatCount(data.pagination.total) : '–';
}

function UserFilterBar({
  filters,
  onChange,
  onClear,
}: {
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
  onClear: () => void;
}) {
  const texts = t.filters;
  return (
    <Card className="grid items-end gap-4 p-5 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <SearchField
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={filters.search}
        onSearch={(search) => onChange({ ...filters, search })}
        data-testid="user-search"
      />
      <SelectField
        label={texts.approval}
        value={filters.approvalStatus}
        blank={texts.all}
        options={optionsOf(APPROVAL_STATUSES, outcomeNames)}
        onChange={(event) =>
          onChange({ ...filters, approvalStatus: event.target.value as ApprovalStatus | '' })
        }
        data-testid="user-approval-filter"
      />
      <SelectField
        label={texts.role}
        value={filters.role}
        blank={texts.all}
        options={optionsOf(FILTER_ROLES, roleNames)}
        onChange={(event) => onChange({ ...filters, role: event.target.value as Role | '' })}
        data-testid="user-role-filter"
      />
      <Button variant="outline" onClick={onClear} data-testid="clear-filters">
        {texts.clear}
      </Button>
    </Card>
  );
}
