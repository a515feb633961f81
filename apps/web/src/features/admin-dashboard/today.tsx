import type { UserView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ContestStrip } from '@/components/admin/overview/contest-strip';
import { DecisionList } from '@/components/admin/overview/decision-list';
import { TodayPanel } from '@/components/admin/overview/today-panel';
import { Avatar } from '@/components/avatar';
import { Card } from '@/components/card';
import { Link } from '@/components/link';
import { Notice } from '@/components/notice';
import { overviewQuery } from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { formatDate } from '@/lib/format';
import { adminOverview as t } from '@/texts/en/admin-overview';
import { approvalsQuery } from './api';

const REREAD_MS = 5_000;
const MOST_CONTESTS = 6;

/** The day of the whole platform: money, incidents, registrations to approve, the contests that take votes. */
export function Today() {
  const overview = useQuery(overviewQuery);
  const approvals = useQuery(approvalsQuery);
  // The counts above follow the socket: these must not differ from them for long.
  useRereadOnStatistics({ queryKey: overviewQuery.queryKey }, REREAD_MS);
  if (overview.isPending) return <div aria-hidden className="skeleton h-72 rounded-xl" />;
  if (!overview.data) return <Notice tone="error" title={t.failed} />;
  return (
    <section aria-label={t.label} className="grid grid-cols-1 gap-5">
      <TodayPanel overview={overview.data} />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <DecisionList title={t.decisions.incidents} decisions={overview.data.decisions} />
        <Approvals users={approvals.data?.data ?? []} />
      </div>
      <ContestStrip title={t.contests.allTitle} overview={overview.data} most={MOST_CONTESTS} />
    </section>
  );
}

function Approvals({ users }: { users: UserView[] }) {
  return (
    <Card className="p-5" data-testid="approvals">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t.approvals.title}</h2>
        <Link
          to="/admin/users"
          className="inline-flex min-h-touch items-center text-sm font-semibold underline underline-offset-4"
        >
          {t.approvals.all}
        </Link>
      </div>
      {users.length === 0 && <p className="mt-2 text-sm text-muted">{t.approvals.none}</p>}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {users.map(({ id, firstName, lastName, email, createdAt }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <Avatar user={{ firstName, lastName }} size="small" />
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{`${firstName} ${lastName}`}</p>
              <p className="text-sm text-muted wrap-anywhere">
                {email} · {t.approvals.since} {formatDate(createdAt)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
