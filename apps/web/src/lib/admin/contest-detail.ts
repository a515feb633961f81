import type { ContestView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /contests/{id}, as its owner and super admins see it. */
export function contestQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'detail'],
    queryFn: ({ signal }) => api.get<ContestView>(`/contests/${encodeURIComponent(contestId)}`, { signal }),
  });
}
