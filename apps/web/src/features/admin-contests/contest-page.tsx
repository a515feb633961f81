import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '@/components/admin/back-link';
import { isMissing, Loaded, Missing } from '@/components/admin/loaded';
import { OwnershipBadge } from '@/components/admin/ownership-badge';
import { ContestBadge } from '@/components/badge';
import { Dialog } from '@/components/dialog';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { categoryListQuery, contestQuery, paymentStatsQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { hasDraft } from '@/lib/form-drafts';
import { useTitle } from '@/lib/use-title';
import { useVotingState } from '@/lib/voting-state';
import { adminContest as t, adminContests } from '@/texts/en/admin-contests';
import { ActivationCard } from './activation-card';
import { CategoryList } from './category-list';
import { ContestActions } from './contest-actions';
import { ContestDetails, ContestFigures } from './contest-details';
import { contestDraftKey, ContestForm } from './contest-form';

export function ContestPage() {
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
          {(contest) => <Contest contest={contest} updatedAt={query.dataUpdatedAt} />}
        </Loaded>
      )}
    </>
  );
}

function Contest({ contest, updatedAt }: { contest: ContestView; updatedAt: number }) {
  const { id, superAdmin } = useAdmin();
  const own = contest.userId === id;
  const voting = useVotingState(contest);
  const [editing, setEditing] = useState(() => hasDraft(contestDraftKey(contest.id)));
  const categories = useQuery(categoryListQuery(contest.id));
  const payments = useQuery(paymentStatsQuery(contest.id));
  return (
    <div className="grid grid-cols-1 gap-6">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ContestBadge contest={contest} />
          {superAdmin && <OwnershipBadge own={own} ownText={adminContests.own} />}
          {contest.status !== 'DRAFT' && <LiveIndicator updatedAt={updatedAt} voting={voting} />}
        </div>
        <h1 className="mt-2 mb-5 text-3xl font-extrabold">{contest.title}</h1>
        <ContestActions contest={contest} own={own} onEdit={() => setEditing(true)} />
      </header>
      {!own && <Notice tone="info" title={adminContests.manageRefused} />}
      {own && contest.status === 'DRAFT' && categories.data && (
        <ActivationCard contest={contest} categories={categories.data.data} />
      )}
      <ContestFigures contest={contest} contestants={contest._count.contestants} payments={payments.data} />
      <ContestDetails contest={contest} />
      <Loaded query={categories}>
        {({ data }) => <CategoryList contestId={contest.id} categories={data} own={own} />}
      </Loaded>
      <Dialog
        open={editing}
        onOpenChange={setEditing}
        title={adminContests.form.editTitle}
        description={adminContests.form.lead}
        wide
      >
        <ContestForm contest={contest} onClose={() => setEditing(false)} />
      </Dialog>
    </div>
  );
}
