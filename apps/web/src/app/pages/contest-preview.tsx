import type { PublicContestView } from '@abato/contracts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '@/components/admin/loaded';
import { Link } from '@/components/link';
import { ContestPage } from '@/features/contest/contest-page';
import { contestPreviewQuery } from '@/lib/admin/api';
import { publicContestQuery } from '@/lib/public-contest';
import { useTitle } from '@/lib/use-title';
import { previewTexts as t } from '@/texts/en/admin-share';

/**
 * A draft as voters will see it: the public page itself, over a cache of its own that holds the server's preview.
 * In app/ because it joins two features.
 */
export function ContestPreviewPage() {
  const { contestId = '' } = useParams();
  const preview = useQuery(contestPreviewQuery(contestId));
  return <Loaded query={preview}>{(contest) => <Preview contest={contest} />}</Loaded>;
}

function Preview({ contest }: { contest: PublicContestView }) {
  const [client] = useState(() => {
    const preview = new QueryClient({
      // Asks nothing: the public detail of a draft does not exist.
      defaultOptions: { queries: { enabled: false, staleTime: Infinity } },
    });
    preview.setQueryData(publicContestQuery(contest.id).queryKey, contest);
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

/** Set after the page's own title: this tab shows a preview. */
function PreviewTitle({ title }: { title: string }) {
  useTitle(`${t.pageTitle}: ${title}`);
  return null;
}
