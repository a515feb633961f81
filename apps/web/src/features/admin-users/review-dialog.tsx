import type { UserReview, UserView } from '@abato/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { Button, IconButton } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { errorText } from '@/lib/api';
import { needsReason, RevealReason } from '@/components/admin/reveal-reason';
import { toast } from '@/lib/toast';
import { adminUsers } from '@/texts/en/admin-users';
import { UserHistory } from './user-history';
import { approveUser, rejectUser, revealUser, userReviewQuery } from './api';

const t = adminUsers.review;

export type ReviewDecision = 'approve' | 'reject';
const decisions = {
  approve: { ...adminUsers.confirmApprove, confirm: adminUsers.approve, run: approveUser },
  reject: { ...adminUsers.confirmReject, confirm: adminUsers.reject, run: rejectUser },
};

export interface Reviewing {
  user: UserView;
  /** The decision that is asked about; null while only looking. */
  decision: ReviewDecision | null;
}

/** Who registered and for which organisation; a pending registration is decided here, so that it is never decided unseen. */
export function ReviewDialog({ reviewing, onClose }: { reviewing: Reviewing | null; onClose: () => void }) {
  if (!reviewing) return null;
  const { user, decision } = reviewing;
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={decision ? decisions[decision].title : t.title}
      description={decision ? decisions[decision].text(name) : undefined}
      wide
      testId="review-user"
    >
      <Review {...reviewing} onClose={onClose} />
    </Dialog>
  );
}

function Review({ user, decision, onClose }: Reviewing & { onClose: () => void }) {
  const query = useQuery(userReviewQuery(user.id));
  const choices: ReviewDecision[] =
    user.approvalStatus !== 'PENDING' ? [] : decision ? [decision] : ['reject', 'approve'];
  return (
    <>
      <Loaded query={query}>{(review) => <Details review={review} />}</Loaded>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onClose}>
          {t.close}
        </Button>
        {choices.map((choice) => (
          <Decide
            key={choice}
            user={user}
            decision={choice}
            testId={decision ? 'confirm' : `review-${choice}`}
            // What is not loaded cannot have been looked at.
            disabled={!query.data}
            onClose={onClose}
          />
        ))}
      </div>
    </>
  );
}

function Decide({
  user,
  decision,
  testId,
  disabled,
  onClose,
}: {
  user: UserView;
  decision: ReviewDecision;
  testId: string;
  disabled: boolean;
  onClose: () => void;
}) {
  const { confirm, done, run } = decisions[decision];
  const action = useAdminAction({ run, success: done });
  return (
    <Button
      variant={decision === 'reject' ? 'danger' : 'gold'}
      busy={action.isPending}
      disabled={disabled}
      onClick={() => action.mutate(user.id, { onSettled: onClose })}
      data-testid={testId}
    >
      {confirm}
    </Button>
  );
}

function Details({ review }: { review: UserReview }) {
  return (
    <div className="grid gap-6">
      {!review.emailVerified && <Notice tone="warning" title={adminUsers.unverified} />}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={t.name}>
          {review.firstName} {review.lastName}
        </Fact>
        <Fact name={t.email}>{review.email}</Fact>
        <Fact name={t.phone}>{review.phone}</Fact>
        <Fact name={t.idNumber}>
          <IdNumber review={review} />
        </Fact>
      </dl>
      {review.hosts.map((host) => (
        <section key={host.id} aria-label={host.name} className="border-t border-line pt-5">
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
            <Fact name={t.organisation}>{host.name}</Fact>
            <Fact name={t.contact}>
              {host.email}
              <br />
              {host.phone}
            </Fact>
            <div className="sm:col-span-2">
              <Fact name={t.description}>
                <span className="whitespace-pre-line">{host.description}</span>
              </Fact>
            </div>
          </dl>
        </section>
      ))}
      {review.hosts.length === 0 && <p className="text-muted">{t.noHost}</p>}
      <UserHistory review={review} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  );
}

/** Masked until it is asked for, which the audit log records. */
function IdNumber({ review }: { review: UserReview }) {
  const reveal = useMutation({
    mutationFn: (reason: string | null) => revealUser(review.id, reason),
    onError: (error) => {
      if (!needsReason(error)) toast.error(errorText(error));
    },
  });
  if (reveal.data) return <span role="status">{reveal.data.idNumber}</span>;
  return (
    <span className="flex items-center gap-1">
      {review.maskedIdNumber || t.none}
      {review.maskedIdNumber && (
        <IconButton
          label={t.reveal}
          aria-busy={reveal.isPending || undefined}
          onClick={() => reveal.mutate(null)}
          className="-my-2 text-muted"
        >
          <Eye aria-hidden className="size-4" />
        </IconButton>
      )}
      <RevealReason
        open={needsReason(reveal.error) || (reveal.isPending && reveal.variables !== null)}
        busy={reveal.isPending}
        onClose={reveal.reset}
        onReason={(reason) => reveal.mutate(reason)}
      />
    </span>
  );
}
