import type { UseQueryResult } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { ErrorBox } from '@/components/error-box';
import { NotApprovedNotice } from '@/components/not-approved-notice';
import { Spinner } from '@/components/spinner';
import { ApiError } from '@/lib/api';
import { profileQuery } from '@/lib/profile';
import { common } from '@/texts/en/common';

/** The three states of anything that is read: on its way, failed, there. What is there stays when reading it again fails. */
export function Loaded<T>({
  query,
  caption,
  children,
}: {
  query: UseQueryResult<T>;
  caption?: string;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Spinner size="large" fullScreen caption={caption ?? common.loading} />;
  return <LoadFailure error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}

/** A failed read; an account whose approval is missing gets the way to its status instead of "Try again". */
export function LoadFailure({
  error,
  onRetry,
  retrying,
}: {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}) {
  const client = useQueryClient();
  const notApproved = error instanceof ApiError && error.code === 'NOT_APPROVED';
  useEffect(() => {
    // The stored user says otherwise: the guard must learn of it.
    if (notApproved) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [client, notApproved]);
  if (notApproved) return <NotApprovedNotice />;
  return <ErrorBox error={error} onRetry={onRetry} retrying={retrying} />;
}
