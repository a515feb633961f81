import type { AuditEntryView, RevealedUser, UserReview, UserView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { showForm } from '@/components/admin/ask';
import { Loaded } from '@/components/admin/loaded';
import { RevealButton } from '@/components/admin/reveal-button';
import { Button } from '@/components/button';
import { Link } from '@/components/link';
import { Notice } from '@/components/notice';
import { adminKeys } from '@/lib/admin/api';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { queryString, reads, readsPage } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { adminUsers } from '@/texts/en/admin-users';
import { approveUser, rejectUser } from './api';

const t = adminUsers.review;

const decisions = {
  approve: { ...adminUsers.confirmApprove, confirm: adminUsers.approve, run: approveUser },
  reject: { ...adminUsers.confirmReject, confirm: adminUsers.reject, run: rejectUser },
};
type ReviewDecision = keyof typeof decisions;

/**
 * Shows who registered and for which organisation; a pending registration is decided here, so that it is never decided unseen.
 * @param decision that is asked about; null while only looking
 */
export function reviewUser(user: UserView, decision: ReviewDecision | null): void {
  const name = `${user.firstName} ${user.lastName}`;
  const { title, text } = decision ? decisions[decision] : { title: t.title };
  showForm({ title, description: text?.(name), wide: true, testId: 'review-user' }, (close) => (
    <Review user={user} decision={decision} onClose={close} />
  ));
}

function Review({
  user,
  decision,
  onClose,
}: {
  user: UserView;
  decision: ReviewDecision | null;
  onClose: () => void;
}) {
  const query = useQuery(reads<UserReview>([...adminKeys.users, 'review', user.id], `/users/${user.id}`));
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

/** Masked until it is asked for. */
function IdNumber({ review: { id, maskedIdNumber } }: { review: UserReview }) {
  const [shown, setShown] = useState<RevealedUser | null>(null);
  if (shown) return <span role="status">{shown.idNumber}</span>;
  return (
    <span className="flex items-center gap-1">
      {maskedIdNumber || t.none}
      {maskedIdNumber && (
        <RevealButton<RevealedUser>
          path={`/users/${id}`}
          label={t.reveal}
          className="-my-2 text-muted"
          onShown={setShown}
        />
      )}
    </span>
  );
}

/** Most entries of a history; the audit log has them all. */
const HISTORY_SIZE = 10;

const historyQuery = (userId: string) =>
  readsPage<AuditEntryView>(
    [...adminKeys.users, 'history', userId],
    `/audit${queryString({ subject: userId, page: 1, pageSize: HISTORY_SIZE })}`,
  );

/** What happened with a registration, newest first: decisions and reveals of the audit log, and the registration itself. */
function UserHistory({ review }: { review: UserReview }) {
  const { data, isError } = useQuery(historyQuery(review.id));
  return (
    <section aria-labelledby="user-history" className="border-t border-line pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 id="user-history" className="text-base">
          {t.history.title}
        </h3>
        <Link to="/admin/audit" className="text-sm underline underline-offset-4">
          {t.history.all}
        </Link>
      </div>
      {isError && <p className="mt-2 text-sm text-red-text">{t.history.failed}</p>}
      <ol className="mt-2 grid gap-1.5 text-sm" data-testid="user-history">
        {data?.data.map((entry) => (
          <Entry key={entry.id} at={entry.at} text={textOf(entry)} />
        ))}
        <Entry at={review.createdAt} text={t.history.registered} />
      </ol>
      {review.rejectionReason && <p className="mt-2 text-sm text-muted">{review.rejectionReason}</p>}
    </section>
  );
}

function Entry({ at, text }: { at: string; text: string }) {
  return (
    <li className="flex flex-wrap gap-x-3">
      <time dateTime={at} className="text-muted tabular-nums">
        {formatDateTime(at)}
      </time>
      <span className="font-semibold">{text}</span>
    </li>
  );
}

/** An action without a text of its own is named as in the log. */
function textOf({ action, actor }: AuditEntryView): string {
  const names: Record<string, string | undefined> = t.history.actions;
  const what = names[action] ?? action;
  return actor?.name ? t.history.by(what, actor.name) : what;
}
