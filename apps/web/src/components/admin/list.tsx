import type { PageBody } from '@abato/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/empty-state';
import { Pagination } from '@/components/pagination';
import { Loaded, LoadFailure } from './loaded';

export interface EmptyList {
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
