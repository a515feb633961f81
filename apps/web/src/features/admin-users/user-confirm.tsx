import type { UserView } from '@abato/contracts';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { adminUsers as t } from '@/texts/en/admin-users';
import { approveUser, deleteUser, rejectUser } from './user-calls';
import type { UserDecision } from './user-row';

const decisions = {
  approve: { texts: t.confirmApprove, confirm: t.approve, run: approveUser },
  reject: { texts: t.confirmReject, confirm: t.reject, run: rejectUser },
  delete: { texts: t.confirmDelete, confirm: t.delete, run: deleteUser },
};

export interface OpenDecision {
  user: UserView;
  decision: UserDecision;
}

/** Each action on a user asks first and reloads the list afterwards (specification §2, §8). */
export function UserConfirm({ open, onClose }: { open: OpenDecision | null; onClose: () => void }) {
  const decide = useAdminAction({
    run: ({ user, decision }: OpenDecision): Promise<unknown> => decisions[decision].run(user.id),
    success: ({ decision }) => decisions[decision].texts.done,
  });
  const { texts, confirm } = decisions[open?.decision ?? 'approve'];
  return (
    <ConfirmDialog
      open={open !== null}
      onOpenChange={(next) => !next && onClose()}
      title={texts.title}
      text={texts.text(open ? `${open.user.firstName} ${open.user.lastName}` : '')}
      confirm={confirm}
      danger={open?.decision !== 'approve'}
      onConfirm={() => (open ? decide.mutateAsync(open).catch(() => undefined) : undefined)}
    />
  );
}
