import type { PageBody } from '@abato/contracts';
import { keepPreviousData, useQuery, type QueryFunction, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryString } from '@/lib/api';
import { adminKeys } from './api';

interface PagedOptions<T> {
  queryKey: readonly unknown[];
  queryFn: QueryFunction<PageBody<T>>;
  refetchInterval?: number;
}

/** A list that is read page by page. @param path below `/api` */
export function pagedQuery<T>(path: string, refetchInterval?: number): (page: number) => PagedOptions<T> {
  return (page) => ({
    queryKey: [...adminKeys.all, path, page],
    queryFn: ({ signal }) => api.page<T>(`${path}${queryString({ page })}`, { signal }),
    ...(refetchInterval && { refetchInterval }),
  });
}

/** The page of a list that is looked at. The page before stays until the next one is there. */
export function usePaged<T>(optionsOf: (page: number) => PagedOptions<T>): {
  query: UseQueryResult<PageBody<T>>;
  onPage: (page: number) => void;
} {
  const [page, onPage] = useState(1);
  return { query: useQuery({ ...optionsOf(page), placeholderData: keepPreviousData }), onPage };
}
