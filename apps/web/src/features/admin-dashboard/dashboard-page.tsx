import type { StatisticsView, UserView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import {
  Building2,
  ChevronRight,
  CreditCard,
  Play,
  Trophy,
  UserCheck,
  Vote,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { Loaded } from '@/components/admin/loaded';
import { ContestStrip, DecisionList, TodayPanel, useOverview } from '@/components/admin/overview';
import { Avatar } from '@/components/avatar';
import { Badge } from '@/components/badge';
import { Card, StatCard } from '@/components/card';
import { Link, TextLink } from '@/components/link';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { RollingNumber } from '@/components/rolling-number';
import { adminKeys } from '@/lib/admin/api';
import { useStatistics } from '@/lib/admin/live';
import { queryString, reads, readsPage } from '@/lib/api';
import { formatDate } from '@/lib/format';
import { adminDashboard as t } from '@/texts/en/admin-figures';
import { adminOverview } from '@/texts/en/admin-overview';

/** No message announces a registration. */
const REREAD_MS = 60_000;

/** Registrations that wait for a decision. */
const pendingUsersQuery = reads<{ count: number }>(
  [...adminKeys.users, 'pending-count'],
  '/users/pending/count',
  { refetchInterval: REREAD_MS },
);

const MOST_APPROVALS = 5;

/** The newest of them. */
const approvalsQuery = readsPage<UserView>(
  [...adminKeys.users, 'approvals'],
  `/users${queryString({ approvalStatus: 'PENDING', page: 1, pageSize: MOST_APPROVALS })}`,
  { refetchInterval: REREAD_MS },
);

const MOST_CONTESTS = 6;

/** Super admins only: the guard sends organisers to their hosts. */
export function DashboardPage() {
  const query = useStatistics();
  return (
    <>
      <AdminHead
        title={t.title}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-5 gap-y-1">
            {t.subtitle}
            {query.data && <LiveIndicator updatedAt={query.dataUpdatedAt} className="text-ink" />}
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-8">
        <Loaded query={query}>{(statistics) => <Counts statistics={statistics} />}</Loaded>
        <Today />
        <QuickActions />
        <Guide done={isSetUp(query.data)} />
      </div>
    </>
  );
}

function Counts({ statistics }: { statistics: StatisticsView }) {
  const cards: [string, string, number, LucideIcon][] = [
    [t.cards.hosts, '/admin/hosts', statistics.totalHosts, Building2],
    [t.cards.contests, '/admin/contests', statistics.totalContests, Trophy],
    [t.cards.active, '/admin/contests', statistics.activeContests, Play],
    [t.cards.votes, '/admin/votes', statistics.totalVotes, Vote],
  ];
  return (
    <ul className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {cards.map(([label, to, value, Icon]) => (
        <li key={label}>
          <Link to={to} className="block h-full rounded-lg no-underline">
            <StatCard
              label={label}
              value={<RollingNumber value={value} />}
              icon={<Icon className="size-6" />}
              className="h-full transition-shadow hover:shadow-lift"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The day of the whole platform: money, incidents, registrations to approve, the contests that take votes. */
function Today() {
  const texts = adminOverview;
  const overview = useOverview();
  if (overview.isPending) return <div aria-hidden className="skeleton h-72 rounded-xl" />;
  if (!overview.data) return <Notice tone="error" title={texts.failed} />;
  return (
    <section aria-label={texts.label} className="grid grid-cols-1 gap-5">
      <TodayPanel overview={overview.data} />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <DecisionList title={texts.decisions.incidents} decisions={overview.data.decisions} />
        <Approvals />
      </div>
      <ContestStrip title={texts.contests.allTitle} overview={overview.data} most={MOST_CONTESTS} />
    </section>
  );
}

function Approvals() {
  const texts = adminOverview.approvals;
  const users = useQuery(approvalsQuery).data?.data ?? [];
  return (
    <Card className="p-5" data-testid="approvals">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{texts.title}</h2>
        <TextLink to="/admin/users" className="text-sm">
          {texts.all}
        </TextLink>
      </div>
      {users.length === 0 && <p className="mt-2 text-sm text-muted">{texts.none}</p>}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {users.map(({ id, firstName, lastName, email, createdAt }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <Avatar user={{ firstName, lastName }} size="small" />
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{`${firstName} ${lastName}`}</p>
              <p className="text-sm text-muted wrap-anywhere">
                {email} · {texts.since} {formatDate(createdAt)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function QuickActions() {
  const pending = useQuery(pendingUsersQuery);
  const waiting = pending.data?.count ?? 0;
  const actions: [string, readonly [string, string], LucideIcon, ReactNode?][] = [
    [
      '/admin/users',
      t.actions.users,
      UserCheck,
      waiting > 0 ? <Badge tone="yellow">{t.pending(waiting)}</Badge> : null,
    ],
    ['/admin/hosts', t.actions.hosts, Building2],
    ['/admin/contests', t.actions.contests, Trophy],
    ['/admin/payments', t.actions.payments, CreditCard],
  ];
  return (
    <section>
      <h2 className="mb-4 text-2xl">{t.actions.title}</h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {actions.map(([to, [title, text], Icon, extra]) => (
          <li key={to}>
            <Link to={to} className="group block h-full rounded-lg no-underline">
              <Card className="flex h-full items-center gap-4 p-5 transition-shadow group-hover:shadow-lift">
                <span
                  aria-hidden
                  className="grid size-11 shrink-0 place-items-center rounded-md bg-gold-soft text-gold-text"
                >
                  <Icon className="size-6" />
                </span>
                <span className="min-w-0 grow">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                    {title}
                    {extra}
                  </span>
                  <span className="block text-sm text-muted">{text}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Card>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether there is a host, a contest, and one that was activated. */
function isSetUp(statistics: StatisticsView | undefined): boolean {
  if (!statistics) return false;
  const { totalHosts, totalContests, activeContests, pausedContests, totalVotes } = statistics;
  return totalHosts > 0 && totalContests > 0 && activeContests + pausedContests + totalVotes > 0;
}

/** Folded once its steps are done; one press opens it again. */
function Guide({ done }: { done: boolean }) {
  const steps = (
    <ol className="grid gap-4 md:grid-cols-3">
      {t.guide.steps.map(([title, text], index) => (
        <li key={title}>
          <Card className="h-full p-5">
            <span
              aria-hidden
              className="grid size-10 place-items-center rounded-full bg-night font-display text-lg font-extrabold text-on-night-gold"
            >
              {index + 1}
            </span>
            <h3 className="mt-3 text-lg">{title}</h3>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </Card>
        </li>
      ))}
    </ol>
  );
  if (!done)
    return (
      <section>
        <h2 className="mb-4 text-2xl">{t.guide.title}</h2>
        {steps}
      </section>
    );
  return (
    <details data-testid="guide">
      <summary className="min-h-touch cursor-pointer py-2 marker:text-gold-text">
        <h2 className="inline text-xl">{t.guide.title}</h2>
      </summary>
      <div className="mt-3">{steps}</div>
    </details>
  );
}
