import type { UserView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '@/components/avatar';
import { OutcomeBadge } from '@/components/outcome-badge';
import { Card } from '@/components/card';
import { FailedQuery } from '@/components/error-box';
import { TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { Spinner } from '@/components/spinner';
import { formatDate } from '@/lib/format';
import { profileQuery } from '@/lib/profile';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import { common } from '@/texts/en/common';
import { roleNames } from '@/texts/en/roles';
import { SecuritySection } from './security-section';
import { UnverifiedNotice } from './unverified-notice';
import '@/styles/all.css';

const t = authTexts.profile;

export function ProfilePage() {
  useTitle(t.pageTitle);
  const query = useQuery(profileQuery);
  return (
    <div className="page-width max-w-4xl pt-8 sm:pt-12">
      <h1 className="text-3xl font-extrabold">{t.title}</h1>
      <div className="mt-7">
        {query.isPending && <Spinner caption={common.loading} />}
        {query.data ? <Profile user={query.data} /> : <FailedQuery query={query} />}
      </div>
    </div>
  );
}

function Profile({ user }: { user: UserView }) {
  const fields: [string, string | undefined][] = [
    [t.firstName, user.firstName],
    [t.lastName, user.lastName],
    [t.email, user.email],
    [t.phone, user.phone],
    [t.idNumber, user.idNumber],
  ];
  return (
    <div className="space-y-6">
      <UnverifiedNotice user={user} />
      {user.approvalStatus === 'PENDING' && (
        <Notice tone="warning" title={t.pendingTitle}>
          {t.pendingText}
        </Notice>
      )}
      {user.approvalStatus === 'REJECTED' && user.rejectionReason && (
        <Notice tone="error" title={t.rejectedTitle}>
          {user.rejectionReason}
        </Notice>
      )}
      <Card className="overflow-hidden">
        <div aria-hidden className="kente h-2.5" />
        <div className="flex flex-col items-center gap-5 p-6 text-center sm:flex-row sm:p-8 sm:text-left">
          <Avatar user={user} size="large" />
          <div className="min-w-0">
            <h2 className="text-2xl">
              {user.firstName} {user.lastName}
            </h2>
            <p className="break-all text-muted">{user.email}</p>
            <OutcomeBadge status={user.approvalStatus} className="mt-3" />
          </div>
          <dl className="grid grid-cols-2 gap-x-8 gap-y-1 text-sm sm:ml-auto sm:grid-cols-1">
            <div>
              <dt className="text-muted">{t.role}</dt>
              <dd className="font-semibold">{roleNames[user.role]}</dd>
            </div>
            <div className="sm:mt-2">
              <dt className="text-muted">{t.memberSince}</dt>
              <dd className="font-semibold">{formatDate(user.createdAt)}</dd>
            </div>
          </dl>
        </div>
      </Card>
      <Card className="p-6 sm:p-8">
        <h2 className="text-xl">{t.details}</h2>
        <p className="mt-1 text-sm text-muted">{t.detailsNote}</p>
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          {fields.map(([label, value]) => (
            <TextField key={label} label={label} value={value ?? t.none} readOnly />
          ))}
        </div>
      </Card>
      <SecuritySection />
    </div>
  );
}
