import type { PageBody } from '@abato/contracts';
import { queryOptions, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { api } from './api';

type More<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>;

/** What `GET path` answers. */
export const reads = <T>(queryKey: QueryKey, path: string, more?: More<T>) =>
  queryOptions<T>({ queryKey, queryFn: ({ signal }) => api.get<T>(path, { signal }), ...more });

/** The page of a list that `GET path` answers. */
export const readsPage = <T>(queryKey: QueryKey, path: string, more?: More<PageBody<T>>) =>
  queryOptions<PageBody<T>>({
    queryKey,
    queryFn: ({ signal }) => api.page<T>(path, { signal }),
    ...more,
  });
