import { usePrefetchQuery, type UsePrefetchQueryOptions } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { useParams, type Params, type RouteObject } from 'react-router-dom';
import { loadCode } from '@/lib/load-code';
import { queryClient } from '@/lib/query-client';
import { PageLoading } from './layout';

type FirstQuery<T, K extends readonly unknown[]> = (
  params: Params,
) => UsePrefetchQueryOptions<T, Error, T, T, K>;
export type Prepare = (params: Params) => Promise<unknown>;

let made = 0;

/**
 * A page whose code comes when needed. Its own boundary shows the spinner at once instead of a page that seems dead.
 * @param load its code
 * @param query what it asks first
 */
export function page<T, K extends readonly unknown[]>(
  load: () => Promise<ComponentType>,
  query?: FirstQuery<T, K>,
): { element: ReactNode; handle: Prepare } {
  let loaded: ComponentType | undefined;
  const fetchCode = async () => (loaded ??= await loadCode(load));
  const Late = lazy(async () => ({ default: await fetchCode() }));
  function Page() {
    // Code that is there already is shown at once: React keeps a spinner, once shown, for 300 ms.
    const [Shown] = useState(() => loaded ?? Late);
    return <Shown />;
  }
  const prepare: Prepare = (params) =>
    Promise.all([fetchCode(), query && queryClient.prefetchQuery(query(params))]);
  made += 1;
  const element = (
    <Suspense key={made} fallback={<PageLoading />}>
      <Page />
    </Suspense>
  );
  return { handle: prepare, element: query ? <Asking query={query}>{element}</Asking> : element };
}

/** Pages by their addresses. @param query what each of them asks first */
export const pages = <T, K extends readonly unknown[]>(
  loads: Record<string, () => Promise<ComponentType>>,
  query?: FirstQuery<T, K>,
): RouteObject[] => Object.entries(loads).map(([path, load]) => ({ path, ...page(load, query) }));

function Asking<T, K extends readonly unknown[]>(props: { query: FirstQuery<T, K>; children: ReactNode }) {
  usePrefetchQuery(props.query(useParams()));
  return props.children;
}
