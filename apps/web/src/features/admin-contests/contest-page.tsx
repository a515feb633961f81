import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { showForm, useReopened } from '@/components/admin/ask';
import { BackLink } from '@/components/admin/back-link';
import { isMissing, Loaded, Missing } from '@/components/admin/loaded';
import { OwnershipBadge } from '@/components/admin/ownership-badge';
import { Badge, ContestBadge } from '@/components/badge';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { categoryListQuery, contestQuery, paymentStatsQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useTitle } from '@/lib/use-title';
import { useVotingState } from '@/lib/voting-state';
import { adminConsole } from '@/texts/en/admin-console';
import { adminContest as t, adminContests } from '@/texts/en/admin-contests';
import { ActivationCard } from './activation-card';
import { CategoryList } from './category-list';
import { Console } from './console/console';
import { Controls } from './console/controls';
import { MoneyTab } from './console/money-tab';
import { ContestTabs, useContestTab } from './console/tabs';
import { ContestActions } from './contest-actions';
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
