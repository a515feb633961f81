import clsx from 'clsx';
import { CircleX, Hourglass } from 'lucide-react';
import { useSession } from '@/lib/session';
import { useTitle } from '@/lib/use-title';
import { adminShell } from '@/texts/en/admin-shell';
import { ButtonLink } from './button';
import '@/styles/all.css';

/** For accounts that are not approved: instead of seven pages of refusals, what is the matter and what happens next. */
export function NotApprovedNotice() {
  const { user } = useSession();
  const t = adminShell.notApproved;
  const rejected = user?.approvalStatus === 'REJECTED';
  const Icon = rejected ? CircleX : Hourglass;
  useTitle(rejected ? t.rejectedTitle : t.title);
  return (
    <section
      data-testid="not-approved"
      className="mx-auto max-w-text rounded-lg border border-line bg-surface p-7 text-center shadow-card sm:p-10"
    >
      <Icon
        aria-hidden
        className={clsx('mx-auto size-14', rejected ? 'text-red-text' : 'text-gold-text')}
        strokeWidth={1.5}
      />
      <h1 className="mt-4 text-2xl">{rejected ? t.rejectedTitle : t.title}</h1>
      <p className="mt-2 text-muted">{rejected ? (user?.rejectionReason ?? t.rejectedText) : t.text}</p>
      <ButtonLink to={rejected ? '/profile' : '/pending-approval'} variant="outline" className="mt-6">
        {rejected ? t.profile : t.details}
      </ButtonLink>
    </section>
  );
}
