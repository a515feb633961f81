import type { UserView } from '@abato/contracts';
import { Avatar } from '@/components/avatar';
import { Badge, StatusBadge } from '@/components/badge';
import { Button } from '@/components/button';
import { Tr } from '@/components/admin/table';
import { Td } from '@/components/cells';
import { roleNames } from '@/texts/en/common';
import { adminUsers as t } from '@/texts/en/admin-users';

export type UserDecision = 'approve' | 'reject' | 'delete';

export function UserRow({
  user,
  self,
  onDecide,
}: {
  user: UserView;
  self: boolean;
  onDecide: (decision: UserDecision) => void;
}) {
  return (
    <Tr data-testid={`user-${user.id}`}>
      <Td>
        <div className="flex items-center gap-3">
          <Avatar user={user} size="small" />
          <div>
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {user.firstName} {user.lastName}
              {self && <Badge tone="blue">{t.table.you}</Badge>}
            </p>
            <p className="whitespace-nowrap text-muted">{user.phone}</p>
          </div>
        </div>
      </Td>
      <Td label={t.table.contact} className="break-words">
        {user.email}
      </Td>
      <Td label={t.table.role}>
        <Badge tone={user.role === 'SUPER_ADMIN' ? 'purple' : 'gray'}>{roleNames[user.role]}</Badge>
      </Td>
      <Td label={t.table.status}>
        <StatusBadge status={user.approvalStatus} />
      </Td>
      <Td>
        {self ? (
          <span className="whitespace-nowrap text-muted">{t.table.currentUser}</span>
        ) : (
          <Actions user={user} onDecide={onDecide} />
        )}
      </Td>
    </Tr>
  );
}

function Actions({ user, onDecide }: { user: UserView; onDecide: (decision: UserDecision) => void }) {
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <div className="flex flex-wrap items-center gap-2 @max-[54rem]:mt-1 @min-[54rem]:flex-nowrap">
      {user.approvalStatus === 'PENDING' && (
        <>
          <Button
            size="sm"
            aria-label={t.approveNamed(name)}
            onClick={() => onDecide('approve')}
            data-testid={`approve-${user.id}`}
          >
            {t.approve}
          </Button>
          <Button
            size="sm"
            variant="outline"
            aria-label={t.rejectNamed(name)}
            onClick={() => onDecide('reject')}
            data-testid={`reject-${user.id}`}
          >
            {t.reject}
          </Button>
        </>
      )}
      {user.approvalStatus === 'APPROVED' && (
        <span className="font-semibold whitespace-nowrap text-green-text">{t.table.approved}</span>
      )}
      {user.approvalStatus === 'REJECTED' && (
        <span className="font-semibold whitespace-nowrap text-red-text">{t.table.rejected}</span>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="text-red-text"
        aria-label={t.deleteNamed(name)}
        onClick={() => onDecide('delete')}
        data-testid={`delete-user-${user.id}`}
      >
        {t.delete}
      </Button>
    </div>
  );
}
