import type { PageBody } from '@abato/contracts';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, SearchX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ErrorBox } from '@/components/error-box';
import { NotApprovedNotice } from '@/components/not-approved-notice';
import { Pagination } from '@/components/pagination';
import { Spinner } from '@/components/spinner';
import { ApiError } from '@/lib/api';
import { profileQuery } from '@/lib/profile';
import { common } from '@/texts/en/common';

/** The three states of an answer: loading, failed, shown. What is shown stays when reading it again fails. */
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
  return <LoadFailure query={query} />;
}

/** A failed read; an account without approval sees its status instead of "Try again". */
export function LoadFailure({ query: { error, refetch, isFetching } }: { query: UseQueryResult }) {
  const client = useQueryClient();
  const notApproved = error instanceof ApiError && error.code === 'NOT_APPROVED';
  useEffect(() => {
    // The stored user says otherwise: the guard reads the profile again.
    if (notApproved) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [client, notApproved]);
  if (notApproved) return <NotApprovedNotice />;
  return <ErrorBox error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}

/** The server knows no such record. */
export const isMissing = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status);

/** Instead of the page of a record that does not exist. */
export function Missing({
  title,
  text,
  back: [to, name],
}: {
  title: string;
  text: string;
  back: [string, string];
}) {
  return (
    <EmptyState
      headingLevel="h1"
      icon={SearchX}
      title={title}
      text={text}
      action={
        <ButtonLink variant="outline" to={to}>
          {name}
        </ButtonLink>
      }
    />
  );
}

interface EmptyList {
  icon: LucideIcon;
  title: string;
  text: string;
}

/**
 * A paged list in all its states: loading, failed, empty, shown. Rows that are there stay when reading them again fails, below the
 * failure.
 */
export function List<T>({
  query,
  caption,
  empty,
  onPage,
  children,
}: {
  query: UseQueryResult<PageBody<T>>;
  /** Of the spinner. */
  caption?: string;
  empty: EmptyList;
  onPage: (page: number) => void;
  children: (rows: T[], total: number) => ReactNode;
}) {
  return (
    <>
      <StaleNotice query={query} />
      <Loaded query={query} caption={caption}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <div>
              {children(data, pagination.total)}
              <Pagination pagination={pagination} onPage={onPage} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** Says that what is shown could not be read again. */
export function StaleNotice({ query }: { query: UseQueryResult }) {
  return query.isError && query.data !== undefined ? <LoadFailure query={query} /> : null;
}
