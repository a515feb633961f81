import type { PublicContestantView, PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ErrorBox } from '@/components/error-box';
import { Notice } from '@/components/notice';
import { Spinner } from '@/components/spinner';
import { ApiError } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { useContestLive } from '@/lib/live';
import { publicContestQuery } from '@/lib/public-contest';
import { useSharedContestant } from '@/lib/use-shared-contestant';
import { useTitle } from '@/lib/use-title';
import { provisionalText } from '@/texts/en/common';
import { common } from '@/texts/en/common';
import { contestTexts as t } from '@/texts/en/contest';
import { Announcer } from './announcer';
import { CategorySection } from './category-section';
import { ContestHeader } from './contest-header';
import { ContestSkeleton } from './contest-skeleton';
import { Rankings } from './rankings';
import { useVotingState } from '@/lib/voting-state';

const loadDialog = () => import('./vote-dialog');
const VoteDialog = lazy(async () => ({ default: (await loadDialog()).VoteDialog }));

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
        <div className="page-width pt-12">
          <EmptyState
            headingLevel="h1"
            title={t.notFoundTitle}
            text={t.notFoundText}
            action={<ButtonLink to="/contests">{t.backToContests}</ButtonLink>}
          />
        </div>
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
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [dialogOpen, setDialogOpen] = useState(false);
  const chosen = findContestant(contest, chosenId);

  const vote = useCallback((contestant: PublicContestantView) => {
    setChosenId(contestant.id);
    setDialogOpen(true);
  }, []);

  // The dialog's code comes with the first touch of anything: by the time a finger is lifted from "Vote Now" it is on its way, and
  // those who only look never pay for it.
  useEffect(() => {
    if (voting !== 'open') return;
    const load = () => void loadDialog().catch(() => undefined);
    const signs = ['pointerdown', 'keydown'] as const;
    signs.forEach((sign) => window.addEventListener(sign, load, { once: true, passive: true }));
    return () => signs.forEach((sign) => window.removeEventListener(sign, load));
  }, [voting]);

  return (
    <>
      <ContestHeader contest={contest} updatedAt={updatedAt} />
      <div className="page-width space-y-4 pt-6">
        {voting !== 'open' && (
          <Notice tone={voting === 'ended' ? 'info' : 'warning'}>
            <p className="text-base font-medium">
              {voting === 'notStarted'
                ? t.closed.notStarted(formatDateTime(contest.startDate))
                : t.closed[voting]}
            </p>
          </Notice>
        )}
        {contest.showResults && contest.provisional && (
          <Notice tone="info">
            <p data-testid="provisional">{provisionalText(contest.paymentsWaiting)}</p>
          </Notice>
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
      {contest.categories.length > 1 && <CategoryLinks categories={contest.categories} />}
      {contest.categories.map((category) => (
        <CategorySection
          key={category.id}
          category={category}
          showResults={contest.showResults}
          voting={voting}
          onVote={vote}
        />
      ))}
      {contest.showResults && <Rankings categories={contest.categories} />}
      {contest.showResults && <Announcer contest={contest} />}
      {chosen && (
        <Suspense fallback={<DialogOnItsWay />}>
          <VoteDialog contest={contest} contestant={chosen} open={dialogOpen} onOpenChange={setDialogOpen} />
        </Suspense>
      )}
    </>
  );
}

/** A tap on a slow network must not seem to do nothing. */
function DialogOnItsWay() {
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-night-deep/70 text-on-night">
      <Spinner size="large" caption={common.loading} />
    </div>
  );
}

/** With several categories: the way to each, above them all. */
function CategoryLinks({ categories }: { categories: PublicContestView['categories'] }) {
  return (
    <nav aria-label={t.categories} className="page-width pt-2">
      <ul className="-mx-gutter flex gap-2 overflow-x-auto px-gutter py-1">
        {categories.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#category-${id}`}
              className="flex min-h-touch items-center rounded-full border-[1.5px] border-line bg-surface px-4 text-sm font-semibold whitespace-nowrap no-underline hover:border-edge"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function findContestant(contest: PublicContestView, id: string | null): PublicContestantView | undefined {
  if (!id) return undefined;
  return contest.categories
    .flatMap((category) => category.contestants)
    .find((contestant) => contestant.id === id);
}
