import type { PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { ErrorBox } from '@/components/error-box';
import { Notice } from '@/components/notice';
import { ApiError } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { loadCode } from '@/lib/load-code';
import { useContestLive } from '@/lib/live';
import { publicContestQuery } from '@/lib/public-contest';
import { useSharedContestant } from '@/lib/use-shared-contestant';
import { useTitle } from '@/lib/use-title';
import { contestTexts as t } from '@/texts/en/contest';
import { CategorySection } from './category-section';
import { CategoryTabs } from './category-tabs';
import { ContestHeader } from './contest-header';
import { ContestSkeleton } from './contest-skeleton';
import { useIdle } from './use-idle';
import { useVoteDialog } from './use-vote-dialog';
import { useVotingState, type VotingState } from '@/lib/voting-state';

const VoteWindowLine = lazy(async () => ({
  default: (await loadCode(() => import('@/components/vote-window-line'))).VoteWindowLine,
}));
// What few visitors meet comes when it is met.
const ContestNotFound = lazy(async () => ({
  default: (await loadCode(() => import('./contest-not-found'))).ContestNotFound,
}));
const ProvisionalLine = lazy(async () => ({
  default: (await loadCode(() => import('./provisional-line'))).ProvisionalLine,
}));
const loadRankings = () => loadCode(() => import('./rankings'));
const Rankings = lazy(async () => ({ default: (await loadRankings()).Rankings }));
const Announcer = lazy(async () => ({ default: (await loadRankings()).Announcer }));

const WINDOW = 'font-semibold text-gold-text';

/** One contest: its live ranking, and voting. */
export function ContestPage() {
  const { contestId = '' } = useParams();
  const query = useQuery(publicContestQuery(contestId));
  useContestLive(query.data?.id);
  useTitle(query.data?.title);
  useSharedContestant(query.data !== undefined);

  if (query.isPending) return <ContestSkeleton />;
  if (!query.data) {
    if (query.error instanceof ApiError && query.error.status === 404) {
      return (
        <Suspense fallback={<ContestSkeleton />}>
          <ContestNotFound />
        </Suspense>
      );
    }
    return (
      <div className="page-width pt-12">
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </div>
    );
  }
  return <Contest contest={query.data} updatedAt={query.dataUpdatedAt} />;
}

function Contest({ contest, updatedAt }: { contest: PublicContestView; updatedAt: number }) {
  const voting = useVotingState(contest);
  const idle = useIdle();
  const closed = voting === 'open' ? null : closedText(contest, voting);
  const provisional = contest.showResults && contest.provisional;
  const { vote, dialog } = useVoteDialog(contest, closed, idle);

  return (
    <>
      <ContestHeader contest={contest} updatedAt={updatedAt} />
      <div className="page-width space-y-4 pt-4 empty:hidden sm:pt-6">
        {(closed || provisional) && (
          <Notice tone={voting === 'ended' ? 'info' : 'warning'}>
            {closed && <p className="text-base font-medium">{closed}</p>}
            {provisional && (
              <Suspense fallback={<p>&nbsp;</p>}>
                <ProvisionalLine contest={contest} />
              </Suspense>
            )}
          </Notice>
        )}
        {voting !== 'ended' && contest.windows?.length > 0 && (
          <Suspense fallback={<p className={WINDOW}>&nbsp;</p>}>
            <VoteWindowLine windows={contest.windows} className={WINDOW} testId="vote-window" />
          </Suspense>
        )}
        {!contest.showResults && (
          <div className="flex items-center gap-4 rounded-lg border border-night-line bg-night p-5 text-on-night">
            <EyeOff aria-hidden className="size-7 shrink-0 text-on-night-gold" />
            <div>
              <p className="font-display text-lg font-bold">{t.resultsHidden.title}</p>
              <p className="text-sm text-on-night-muted">{t.resultsHidden.text}</p>
            </div>
          </div>
        )}
      </div>
      {contest.categories.length > 1 && <CategoryTabs categories={contest.categories} />}
      {contest.categories.map((category) => (
        <CategorySection
          key={category.id}
          category={category}
          price={contest.votePrice > 0 ? category.votePrice : null}
          showResults={contest.showResults}
          voting={voting}
          onVote={vote}
        />
      ))}
      {/* Below the cards, which say the same; once voting is over the results are what one came for. */}
      {contest.showResults && (idle || voting === 'ended') && (
        <Suspense>
          <Rankings contest={contest} />
          <Announcer contest={contest} />
        </Suspense>
      )}
      {dialog}
    </>
  );
}

function closedText(contest: PublicContestView, voting: Exclude<VotingState, 'open'>): string {
  return voting === 'notStarted' ? t.closed.notStarted(formatDateTime(contest.startDate)) : t.closed[voting];
}
