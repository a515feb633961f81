import type { PublicCategoryView, PublicContestantView, PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { ContestBadge } from '@/components/badge';
import { LiveIndicator } from '@/components/live-indicator';
import { RollingNumber } from '@/components/rolling-number';
import { formatDateTime } from '@/lib/format';
import { lazyPart } from '@/lib/load-code';
import { publicContestQuery, useContestLive } from '@/lib/public-contest';
import { serverNow } from '@/lib/server-time';
import { useFlip } from '@/lib/use-flip';
import { useTitle } from '@/lib/use-title';
import { useVotingState, type VotingState } from '@/lib/voting-state';
import { contestTexts as t } from '@/texts/en/contest';
import { CategoryFrame } from './category-frame';
import { CategoryTabs } from './category-tabs';
import { ContestHeader } from './contest-header';
import { ContestMissing } from './contest-missing';
import { ContestNotices } from './contest-notices';
import { ContestSkeleton } from './contest-skeleton';
import { ContestantCard } from './contestant-card';
import { useCalmOrder } from './use-calm-order';
import { useIdle } from './use-idle';
import { useLongList } from './use-long-list';
import { useSharedContestant } from './use-shared-contestant';
import { useVoteDialog } from './use-vote-dialog';

// What few visitors meet comes when it is met.
const Rankings = lazyPart(async () => (await import('./later/rankings')).Rankings);
const Announcer = lazyPart(async () => (await import('./later/rankings')).Announcer);

/** One contest: its live ranking, and voting. */
export function ContestPage() {
  const { contestId = '' } = useParams();
  const query = useQuery(publicContestQuery(contestId));
  useContestLive(query.data?.id);
  useTitle(query.data?.title);
  useSharedContestant(query.data !== undefined);

  if (query.isPending) return <ContestSkeleton />;
  if (!query.data) return <ContestMissing query={query} />;
  return <Contest contest={query.data} updatedAt={query.dataUpdatedAt} />;
}

function Contest({ contest, updatedAt }: { contest: PublicContestView; updatedAt: number }) {
  const voting = useVotingState(contest);
  const idle = useIdle();
  const closed = voting === 'open' ? null : closedText(contest, voting);
  const { vote, dialog } = useVoteDialog(contest, closed, idle);

  return (
    <>
      <ContestHeader
        contest={contest}
        now={serverNow()}
        state={
          <>
            <ContestBadge contest={contest} />
            {contest.status !== 'ENDED' && <LiveIndicator updatedAt={updatedAt} voting={voting} />}
          </>
        }
        total={
          <RollingNumber
            value={contest.totalVotes ?? 0}
            testId="total-votes"
            className="font-display text-2xl font-extrabold sm:text-3xl"
          />
        }
      />
      <div className="page-width space-y-4 pt-4 empty:hidden sm:pt-6">
        <ContestNotices contest={contest} voting={voting} closed={closed} />
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

/** A category and its contestants, which move when their order changes. */
function CategorySection({
  category,
  price,
  showResults,
  voting,
  onVote,
}: {
  category: PublicCategoryView;
  /** Cedis, where it is not the contest's. */
  price: number | null | undefined;
  showResults: boolean;
  voting: VotingState;
  onVote: (contestant: PublicContestantView) => void;
}) {
  const calm = useCalmOrder(category.contestants);
  const { contestants, search, more } = useLongList(category, calm.contestants);
  const grid = useFlip<HTMLUListElement>(contestants.map(({ id }) => id).join());
  return (
    <CategoryFrame
      category={category}
      price={price}
      search={search}
      list={{ ref: grid, ...calm.holdProps }}
      after={more}
    >
      {contestants.map((contestant) => (
        <li key={contestant.id} id={`contestant-${contestant.id}`} data-flip={contestant.id} className="grid">
          <ContestantCard contestant={contestant} showResults={showResults} voting={voting} onVote={onVote} />
        </li>
      ))}
    </CategoryFrame>
  );
}

function closedText(contest: PublicContestView, voting: Exclude<VotingState, 'open'>): string {
  return voting === 'notStarted' ? t.closed.notStarted(formatDateTime(contest.startDate)) : t.closed[voting];
}
