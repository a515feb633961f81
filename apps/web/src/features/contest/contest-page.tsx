import type { PublicCategoryView, PublicContestantView, PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ContestBadge } from '@/components/badge';
import { buttonClass } from '@/components/button';
import { FailedQuery } from '@/components/error-box';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { RollingNumber } from '@/components/rolling-number';
import { ApiError } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { lazyPart } from '@/lib/load-code';
import { publicContestQuery, useContestLive } from '@/lib/public-contest';
import { serverNow } from '@/lib/server-time';
import { useFlip } from '@/lib/use-flip';
import { sharedContestantId, useSharedContestant } from '@/lib/use-shared-contestant';
import { useTitle } from '@/lib/use-title';
import { useVotingState, type VotingState } from '@/lib/voting-state';
import { contestTexts as t } from '@/texts/en/contest';
import { CategoryFrame, isLong, SHOWN_FIRST } from './category-frame';
import { CategoryTabs } from './category-tabs';
import { ContestHeader } from './contest-header';
import { ContestSkeleton } from './contest-skeleton';
import { ContestantCard } from './contestant-card';
import { useCalmOrder } from './use-calm-order';
import { useIdle } from './use-idle';
import { useVoteDialog } from './use-vote-dialog';

const VoteWindowLine = lazyPart(async () => (await import('@/components/vote-window-line')).VoteWindowLine);
// What few visitors meet comes when it is met.
const ContestNotFound = lazyPart(async () => (await import('./contest-not-found')).ContestNotFound);
const ProvisionalLine = lazyPart(async () => (await import('./provisional-line')).ProvisionalLine);
const NomineeSearch = lazyPart(async () => (await import('./nominee-search')).NomineeSearch);
const Rankings = lazyPart(async () => (await import('./later/rankings')).Rankings);
const Announcer = lazyPart(async () => (await import('./later/rankings')).Announcer);

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
        <FailedQuery query={query} />
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
  const long = isLong(category);
  // A shared link opens at its nominee, wherever in the list.
  const [all, setAll] = useState(() => {
    const shared = sharedContestantId();
    return calm.contestants.slice(SHOWN_FIRST).some(({ id }) => id === shared);
  });
  const [found, setFound] = useState<ReadonlySet<string> | null>(null);
  const collapsed = long && !all && !found;
  const contestants = found
    ? calm.contestants.filter(({ id }) => found.has(id))
    : collapsed
      ? calm.contestants.slice(0, SHOWN_FIRST)
      : calm.contestants;
  const grid = useFlip<HTMLUListElement>(contestants.map(({ id }) => id).join());
  return (
    <CategoryFrame
      category={category}
      price={price}
      search={
        long && (
          <Suspense fallback={null}>
            <NomineeSearch contestants={category.contestants} onFound={setFound} />
          </Suspense>
        )
      }
      list={{ ref: grid, ...calm.holdProps }}
      after={
        collapsed && (
          <button
            type="button"
            data-testid="show-all"
            onClick={() => setAll(true)}
            className={buttonClass('outline', 'md', 'mt-4 w-full')}
          >
            {t.showAll(category.contestants.length)}
          </button>
        )
      }
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
