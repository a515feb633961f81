import type { RehearsalPlan, RehearsalView, Role, StartRehearsalInput } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

/** The worker writes its progress down every second, and no message announces it. */
const REREAD_MS = 1_000;
const REREAD_LIST_MS = 5_000;

const key = [...adminKeys.all, 'rehearsals'] as const;

export const isOver = ({ state }: Pick<RehearsalView, 'state'>): boolean =>
  state !== 'WAITING' && state !== 'RUNNING';

/** GET /rehearsals (own ones), for super admins GET /rehearsals/admin/all. */
export function rehearsalListQuery(role: Role, page: number) {
  const path = role === 'SUPER_ADMIN' ? '/rehearsals/admin/all' : '/rehearsals';
  return queryOptions({
    queryKey: [...key, 'list', role, page],
    queryFn: ({ signal }) => api.page<RehearsalView>(`${path}${queryString({ page })}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((each) => !isOver(each)) ? REREAD_LIST_MS : false),
  });
}

/** GET /rehearsals/{id}. */
export function rehearsalQuery(id: string) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => api.get<RehearsalView>(`/rehearsals/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : REREAD_MS),
  });
}

/** GET /rehearsals/plan. */
export const rehearsalPlanQuery = queryOptions({
  queryKey: [...key, 'plan'],
  queryFn: ({ signal }) => api.get<RehearsalPlan>('/rehearsals/plan', { signal }),
  // Read anew whenever the form is opened.
  gcTime: 0,
});

/** POST /rehearsals. */
export const startRehearsal = (input: StartRehearsalInput): Promise<RehearsalView> =>
  api.post('/rehearsals', input);

/** POST /rehearsals/{id}/stop. */
export const stopRehearsal = (id: string): Promise<RehearsalView> =>
  api.post(`/rehearsals/${encodeURIComponent(id)}/stop`);
