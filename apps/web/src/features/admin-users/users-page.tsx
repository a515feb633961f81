import type { ApprovalStatus, UserView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { List } from '@/components/admin/list';
import { StatGrid } from '@/components/admin/stat-grid';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { useAdmin } from '@/lib/admin/use-admin';
import { useSearchText } from '@/lib/admin/use-search-text';
import { formatCount } from '@/lib/format';
import { useDebounced } from '@/lib/use-debounced';
import { useTitle } from '@/lib/use-title';
import { adminUsers as t } from '@/texts/en/admin-users';
import { deleteUser, userCountQuery, userListQuery, type UserFilters } from './api';
import { ReviewDialog, type Reviewing } from './review-dialog';
import { UserFilterBar } from './user-filters';
import { UserTable } from './user-table';

const NO_FILTERS: UserFilters = { search: '', approvalStatus: '', role: '' };
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
  const [text, setText] = useSearchText();
  const [choice, setChoice] = useState(NO_FILTERS);
  const filters = { ...choice, search: text };
  const [page, setPage] = useState(1);
  const [reviewing, setReviewing] = useState<Reviewing | null>(null);
  const [deleting, setDeleting] = useState<UserView | null>(null);
  const search = useDebounced(filters.search);
  const query = useQuery(userListQuery({ ...filters, search }, page));
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
        {(users) => (
          <UserTable
            users={users}
            ownId={id}
            onReview={(user, decision) => setReviewing({ user, decision })}
            onDelete={setDeleting}
          />
        )}
      </List>
      <ReviewDialog reviewing={reviewing} onClose={() => setReviewing(null)} />
      <ConfirmAction
        subject={deleting}
        // Asks first and reloads the list afterwards (specification §2, §8).
        texts={({ firstName, lastName }) => ({
          ...t.confirmDelete,
          confirm: t.delete,
          text: t.confirmDelete.text(`${firstName} ${lastName}`),
        })}
        run={(user) => deleteUser(user.id)}
        onClose={() => setDeleting(null)}
      />
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

function useCount(status?: ApprovalStatus): string {
  const { data } = useQuery(userCountQuery(status));
  return data === undefined ? '–' : formatCount(data);
}
