import {
  APPROVAL_STATUSES,
  type ApprovalStatus,
  DEFAULT_PAGE_SIZES,
  type Role,
  type UserView,
} from '@abato/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { confirmAction } from '@/components/admin/ask';
import { List } from '@/components/admin/loaded';
import { StatGrid } from '@/components/admin/stat-grid';
import { type Column, Table } from '@/components/admin/table';
import { Avatar } from '@/components/avatar';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { optionsOf, SearchField, SelectField } from '@/components/field';
import { Notice } from '@/components/notice';
import { OutcomeBadge } from '@/components/outcome-badge';
import { adminKeys } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useSearchText } from '@/lib/admin/use-search-text';
import { queryString, readsPage } from '@/lib/api';
import { formatCount } from '@/lib/format';
import { useDebounced } from '@/lib/use-debounced';
import { adminUsers as t } from '@/texts/en/admin-users';
import { outcomeNames } from '@/texts/en/outcomes';
import { roleNames } from '@/texts/en/roles';
import { deleteUser } from './api';
import { reviewUser } from './review-dialog';

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

/** @param ownId of the signed-in user, who cannot decide about themselves */
const columnsFor = (ownId: string): Column<UserView>[] => [
  {
    name: t.table.user,
    unnamed: true,
    cell: (user) => (
      <div className="flex items-center gap-3">
        <Avatar user={user} size="small" />
        <div className="min-w-28">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {user.firstName} {user.lastName}
            {user.id === ownId && <Badge tone="blue">{t.table.you}</Badge>}
          </p>
          <p className="whitespace-nowrap text-muted">{user.phone}</p>
        </div>
      </div>
    ),
  },
  { name: t.table.contact, className: 'min-w-48 wrap-anywhere', cell: (user) => <Contact user={user} /> },
  {
    name: t.table.role,
    cell: ({ role }) => <Badge tone={role === 'SUPER_ADMIN' ? 'purple' : 'gray'}>{roleNames[role]}</Badge>,
  },
  { name: t.table.status, cell: ({ approvalStatus }) => <OutcomeBadge status={approvalStatus} /> },
  {
    name: t.table.actions,
    unnamed: true,
    cell: (user) =>
      user.id === ownId ? (
        <span className="whitespace-nowrap text-muted">{t.table.currentUser}</span>
      ) : (
        <Actions user={user} />
      ),
  },
];

function UserTable({ users, ownId }: { users: UserView[]; ownId: string }) {
  return (
    <Table
      caption={t.table.caption}
      columns={columnsFor(ownId)}
      rows={users}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ 'data-testid': `user-${id}` })}
    />
  );
}

function Actions({ user }: { user: UserView }) {
  const name = `${user.firstName} ${user.lastName}`;
  const remove = () =>
    confirmAction({
      ...t.confirmDelete,
      confirm: t.delete,
      text: t.confirmDelete.text(name),
      run: () => deleteUser(user.id),
    });
  return (
    // In a wide table two lines, one for the decision: four buttons in a row would not fit at 1280.
    <div className="flex flex-wrap items-center gap-2 @max-[54rem]:mt-1 @min-[54rem]:grid @min-[54rem]:w-fit @min-[54rem]:grid-cols-[auto_auto] @min-[54rem]:gap-y-1">
      {user.approvalStatus === 'PENDING' && (
        <>
          <Button
            size="sm"
            aria-label={t.approveNamed(name)}
            onClick={() => reviewUser(user, 'approve')}
            data-testid={`approve-${user.id}`}
          >
            {t.approve}
          </Button>
          <Button
            size="sm"
            variant="outline"
            aria-label={t.rejectNamed(name)}
            onClick={() => reviewUser(user, 'reject')}
            data-testid={`reject-${user.id}`}
          >
            {t.reject}
          </Button>
        </>
      )}
      {user.approvalStatus === 'APPROVED' && (
        <span className="font-semibold whitespace-nowrap text-green-text @min-[54rem]:col-span-2 @min-[54rem]:px-3">
          {t.table.approved}
        </span>
      )}
      {user.approvalStatus === 'REJECTED' && (
        <span className="font-semibold whitespace-nowrap text-red-text @min-[54rem]:col-span-2 @min-[54rem]:px-3">
          {t.table.rejected}
        </span>
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-label={t.review.openNamed(name)}
        onClick={() => reviewUser(user, null)}
        data-testid={`review-${user.id}`}
      >
        {t.review.open}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="text-red-text"
        aria-label={t.deleteNamed(name)}
        onClick={remove}
        data-testid={`delete-user-${user.id}`}
      >
        {t.delete}
      </Button>
    </div>
  );
}

function Contact({ user: { email, emailVerified } }: { user: UserView }) {
  return (
    <>
      <p>{email}</p>
      {!emailVerified && <Badge tone="gold">{t.unverified}</Badge>}
    </>
  );
}
