import type { ContestView, PublicContestView } from '@abato/contracts';
import { compareByOrder } from '@abato/contracts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Loaded, LoadFailure } from '@/components/admin/loaded';
import { Spinner } from '@/components/spinner';
import { ContestPage } from '@/features/contest/contest-page';
import { contestQuery } from '@/lib/admin/contest-detail';
import { useEverybody, type CategoryWithContestants } from '@/lib/admin/use-everybody';
import { publicContestQuery } from '@/lib/public-contest';
import { useTitle } from '@/lib/use-title';
import { previewTexts as t } from '@/texts/en/admin-share';
import { common } from '@/texts/en/common';

/**
 * A draft as voters will see it: the public page itself, over a cache of its own that holds the draft in the public shape.
 * In app/ because it joins two features.
 */
export function ContestPreviewPage() {
  const { contestId = '' } = useParams();
  const contest = useQuery(contestQuery(contestId));
  const everybody = useEverybody(contestId);
  return (
    <Loaded query={contest}>
      {(data) =>
        everybody.error ? (
          <LoadFailure error={everybody.error} onRetry={() => void contest.refetch()} />
        ) : everybody.pending ? (
          <Spinner size="large" fullScreen caption={common.loading} />
        ) : (
          <Preview contest={data} categories={everybody.categories} />
        )
      }
    </Loaded>
  );
}

function Preview({ contest, categories }: { contest: ContestView; categories: CategoryWithContestants[] }) {
  const [client] = useState(() => {
    const preview = new QueryClient({
      // Never asked: the server rightly says that the public has no such contest.
      defaultOptions: { queries: { enabled: false, staleTime: Infinity } },
    });
    preview.setQueryData(publicContestQuery(contest.id).queryKey, publicView(contest, categories));
    return preview;
  });
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-lg bg-blue-soft p-4 font-semibold text-blue-text">
        <Eye aria-hidden className="size-5" />
        {t.banner}
        <Link to={`/admin/contests/${contest.id}`} className="underline">
          {t.back}
        </Link>
      </p>
      <div className="mt-5 overflow-hidden rounded-xl border border-line pb-8">
        <QueryClientProvider client={client}>
          <ContestPage />
        </QueryClientProvider>
      </div>
      <PreviewTitle title={contest.title} />
    </>
  );
}

/** After the page's own title: this tab is not the real thing. */
function PreviewTitle({ title }: { title: string }) {
  useTitle(`${t.pageTitle}: ${title}`);
  return null;
}

/** The draft in the public shape, as if it had just been activated: no votes, everybody first. */
function publicView(contest: ContestView, categories: CategoryWithContestants[]): PublicContestView {
  const { id, name, logo, description } = contest.host;
  const counted = contest.showResults ? 0 : null;
  return {
    id: contest.id,
    hostId: contest.hostId,
    title: contest.title,
    description: contest.description,
    startDate: contest.startDate,
    endDate: contest.endDate,
    votePrice: contest.votePrice,
    banner: contest.banner,
    status: contest.status === 'DRAFT' ? 'ACTIVE' : contest.status,
    isPaused: contest.isPaused,
    showResults: contest.showResults,
    host: { id, name, logo, description },
    _count: { ...contest._count, votes: counted },
    version: counted,
    totalVotes: counted,
    resultsFinal: false,
    freeVotesPerHour: contest.freeVotesPerHour,
    retentionMonths: contest.retentionMonths,
    categories: [...categories]
      .sort((a, b) => compareByOrder(a.category, b.category))
      .map(({ category, contestants }) => ({
        ...category,
        _count: { contestants: contestants.length, votes: counted },
        contestants: [...contestants].sort(compareByOrder).map((contestant) => ({
          ...contestant,
          voteCount: counted,
          _count: { votes: counted },
          rank: contest.showResults ? 1 : null,
          percentage: counted,
          categoryPercentage: counted,
        })),
      })),
  };
}
