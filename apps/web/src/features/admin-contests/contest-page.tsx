import type { ContestView, PaymentStats } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, Coins, ExternalLink, MonitorPlay, Pencil, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { showForm, useReopened } from '@/components/admin/ask';
import { BackLink } from '@/components/admin/admin-head';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { isMissing, Loaded, Missing } from '@/components/admin/loaded';
import { OwnershipBadge } from '@/components/admin/ownership-badge';
import { StatGrid } from '@/components/admin/stat-grid';
import { Badge, ContestBadge } from '@/components/badge';
import { Button, ButtonLink } from '@/components/button';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { categoryListQuery, contestQuery, paymentStatsQuery } from '@/lib/admin/api';
import { useContestFigures } from '@/lib/admin/live';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis, formatCount } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { useVotingState } from '@/lib/voting-state';
import { adminConsole } from '@/texts/en/admin-console';
import { adminContest, adminContests, adminContest as t } from '@/texts/en/admin-contests';
import { ActivationCard } from './activation-card';
import { CategoryList } from './category-list';
import { Console } from './console/console';
import { Controls } from './console/controls';
import { ContestTabs, useContestTab } from './console/tabs';
import { ContestDetails, ContestFigures } from './contest-details';
import { contestDraftKey, ContestForm } from './contest-form';
import { ResultCard } from './result-card';
import { SmsCard } from './sms-card';

/** Parts that other features draw. */
interface OtherTabs {
  /** Held votes to decide. @param waiting how many */
  held: (contest: ContestView, waiting: number) => ReactNode;
  share: (contest: ContestView) => ReactNode;
  log: (contestId: string) => ReactNode;
  /** The voters of a contest with an electorate. */
  electorate: (contest: ContestView, own: boolean) => ReactNode;
}

export function ContestPage({ tabs }: { tabs: OtherTabs }) {
  const { contestId = '' } = useParams();
  const query = useQuery(contestQuery(contestId));
  useContestFigures(contestId);
  const missing = isMissing(query.error);
  useTitle(missing ? t.notFound : query.data?.title);
  return (
    <>
      <BackLink to="/admin/contests">{t.back}</BackLink>
      {missing ? (
        <Missing title={t.notFound} text={t.notFoundHint} back={['/admin/contests', t.back]} />
      ) : (
        <Loaded query={query}>
          {(contest) => <Contest contest={contest} updatedAt={query.dataUpdatedAt} tabs={tabs} />}
        </Loaded>
      )}
    </>
  );
}

function Contest({ contest, updatedAt, tabs }: { contest: ContestView; updatedAt: number; tabs: OtherTabs }) {
  const { id, superAdmin } = useAdmin();
  const own = contest.userId === id;
  const voting = useVotingState(contest);
  const tab = useContestTab();
  const { editTitle: title, lead: description } = adminContests.form;
  const edit = () =>
    showForm({ title, description, wide: true }, (close) => (
      <ContestForm contest={contest} onClose={close} />
    ));
  useReopened(contestDraftKey(id, contest.id), edit);
  const isDraft = contest.status === 'DRAFT';
  return (
    <div className="grid grid-cols-1 gap-6">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ContestBadge contest={contest} />
          {!isDraft && (
            <Badge tone={contest.showResults ? 'blue' : 'purple'}>
              {contest.showResults ? adminConsole.results.shown : adminConsole.results.hidden}
            </Badge>
          )}
          {superAdmin && <OwnershipBadge own={own} ownText={adminContests.own} />}
          {!isDraft && <LiveIndicator updatedAt={updatedAt} voting={voting} />}
        </div>
        <h1 className="mt-2 mb-5 text-2xl font-extrabold sm:text-3xl">{contest.title}</h1>
        <ContestActions contest={contest} own={own} onEdit={edit} />
      </header>
      {!own && <Notice tone="info" title={adminContests.manageRefused} />}
      <ContestTabs current={tab} />
      {tab === 'overview' && <Overview contest={contest} own={own} held={tabs.held} />}
      {tab === 'nominees' && <Nominees contest={contest} own={own} />}
      {tab === 'money' && <Money contest={contest} />}
      {tab === 'share' && tabs.share(contest)}
      {tab === 'settings' && contest.verification === 'ELECTORATE' && contest.votePrice === 0
        ? tabs.electorate(contest, own)
        : null}
      {tab === 'settings' && (
        <>
          <ContestDetails contest={contest} />
          <SmsCard contest={contest} />
        </>
      )}
      {tab === 'log' && tabs.log(contest.id)}
    </div>
  );
}

/** A draft's is what is still to be set up; from activation on it is the console. */
function Overview({ contest, own, held }: { contest: ContestView; own: boolean; held: OtherTabs['held'] }) {
  const payments = useQuery(paymentStatsQuery(contest.id));
  const categories = useQuery({ ...categoryListQuery(contest.id), enabled: contest.status === 'DRAFT' });
  if (contest.status !== 'DRAFT')
    return (
      <>
        {contest.status === 'ENDED' && <ResultCard contest={contest} own={own} />}
        <Console
          contest={contest}
          own={own}
          payments={payments.data}
          held={(waiting) => held(contest, waiting)}
        />
      </>
    );
  return (
    <>
      {own && categories.data && <ActivationCard contest={contest} categories={categories.data.data} />}
      <ContestFigures contest={contest} contestants={contest._count.contestants} payments={payments.data} />
      <ContestDetails contest={contest} />
      {own && <Controls contest={contest} />}
      <Nominees contest={contest} own={own} />
    </>
  );
}

function Nominees({ contest, own }: { contest: ContestView; own: boolean }) {
  const categories = useQuery(categoryListQuery(contest.id));
  return (
    <Loaded query={categories}>
      {({ data }) => <CategoryList contest={contest} categories={data} own={own} />}
    </Loaded>
  );
}

function Money({ contest }: { contest: ContestView }) {
  const payments = useQuery(paymentStatsQuery(contest.id));
  return <Loaded query={payments}>{(stats) => <MoneyTab contest={contest} stats={stats} />}</Loaded>;
}

/** Editing, and the screens of a contest. Those who may only look at it get the links. */
function ContestActions({
  contest,
  own,
  onEdit,
}: {
  contest: ContestView;
  own: boolean;
  onEdit: () => void;
}) {
  const t = adminContest.actions;
  return (
    // On phones two in a row, an odd one as wide as both: three uneven rows otherwise.
    <div className="grid w-full grid-cols-2 gap-3 max-sm:*:odd:last:col-span-2 sm:flex sm:w-auto sm:flex-wrap">
      {own && (
        <Button variant="ink" size="sm" icon={Pencil} onClick={onEdit} data-testid="contest-edit">
          {t.edit}
        </Button>
      )}
      <ButtonLink
        variant="outline"
        size="sm"
        to={contest.status === 'DRAFT' ? `/admin/contests/${contest.id}/preview` : `/contests/${contest.id}`}
        icon={ExternalLink}
      >
        {contest.status === 'DRAFT' ? t.preview : t.viewPublic}
      </ButtonLink>
      <ButtonLink
        variant="outline"
        size="sm"
        to={`/admin/contests/${contest.id}/share`}
        icon={Share2}
        data-testid="share-kit"
      >
        {t.share}
      </ButtonLink>
      {contest.status !== 'DRAFT' && (
        <ButtonLink
          variant="outline"
          size="sm"
          to={`/contests/${contest.id}/stage`}
          target="_blank"
          icon={MonitorPlay}
        >
          {t.stage}
        </ButtonLink>
      )}
    </div>
  );
}

/** What a contest has earned, and the way to its books. */
function MoneyTab({ contest, stats }: { contest: ContestView; stats: PaymentStats }) {
  const t = adminConsole.money;
  const { COMPLETED, PENDING, FAILED } = stats.countsByStatus;
  const links: [string, string][] = [
    [`/admin/payments?contest=${contest.id}`, t.payments],
    [`/admin/votes?contest=${contest.id}`, t.votes],
    [`/admin/reconciliation?contest=${contest.id}`, t.reconciliation],
    ['/admin/disputes', t.disputes],
    [`/admin/hosts/${contest.hostId}/money`, t.host],
  ];
  return (
    <div className="grid grid-cols-1 gap-6">
      <StatGrid
        label={adminContest.figures.label}
        stats={[
          { label: adminContest.figures.revenue, value: formatCedis(stats.totalRevenue), icon: Coins },
          { label: t.completed, value: formatCount(COMPLETED), icon: CircleCheck },
          { label: t.pending, value: formatCount(PENDING), icon: Clock },
          { label: t.failed, value: formatCount(FAILED), icon: CircleX },
        ]}
      />
      <TimelineCard contestId={contest.id} metric={contest.votePrice > 0 ? 'revenue' : 'votes'} />
      <nav aria-label={t.links} className="flex flex-wrap gap-3">
        {links.map(([to, name]) => (
          <ButtonLink key={to} variant="outline" size="sm" to={to}>
            {name}
          </ButtonLink>
        ))}
      </nav>
    </div>
  );
}
