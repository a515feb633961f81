import type { UserView } from '@abato/contracts';
import { confirmAction } from '@/components/admin/ask';
import { Table, type Column } from '@/components/admin/table';
import { Avatar } from '@/components/avatar';
import { Badge } from '@/components/badge';
import { OutcomeBadge } from '@/components/outcome-badge';
import { Button } from '@/components/button';
import { roleNames } from '@/texts/en/roles';
import { adminUsers as t } from '@/texts/en/admin-users';
import { deleteUser } from './api';
import { reviewUser } from './review-dialog';

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

export function UserTable({ users, ownId }: { users: UserView[]; ownId: string }) {
  return (
    <Table
      caption={t.table.caption}
      columns={columnsFor(ownId)}
      rows={users}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ 'data-testid': `user-${id}` })}
      stacked
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
