import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '@/lib/api';
import { FailedQuery } from './error-box';
import { Spinner } from './spinner';

/** Instead of a page of one record that has nothing to show yet: it is loading, does not exist, or could not be read. */
export function NotShown({ query, missing }: { query: UseQueryResult; missing: string }) {
  const { error } = query;
  if (!error) return <Spinner size="large" />;
  if (error instanceof ApiError && error.status === 404) return <p className="text-lg">{missing}</p>;
  return <FailedQuery query={query} />;
}
