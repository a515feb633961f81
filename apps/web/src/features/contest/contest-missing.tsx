import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import { FailedQuery } from '@/components/error-box';
import { ApiError } from '@/lib/api';
import { lazyPart } from '@/lib/load-code';
import { ContestSkeleton } from './contest-skeleton';

// What few visitors meet comes when it is met.
const ContestNotFound = lazyPart(async () => (await import('./contest-not-found')).ContestNotFound);

/** In place of a contest that does not exist or could not be read. */
export function ContestMissing({ query }: { query: UseQueryResult }) {
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
