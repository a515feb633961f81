import type { BookDifferenceView, ReconciliationView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { pagedQuery } from '@/lib/admin/use-paged';
import { api } from '@/lib/api';

const REREAD_MS = 30_000;

/** GET /payments/contest/{id}/reconciliation. */
export function reconciliationQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'reconciliation'],
    queryFn: ({ signal }) =>
      api.get<ReconciliationView>(`/payments/contest/${encodeURIComponent(contestId)}/reconciliation`, {
        signal,
      }),
    refetchInterval: REREAD_MS,
  });
}

/** GET /payments/differences, of all contests; for super admins. */
export const differencesQuery = pagedQuery<BookDifferenceView>('/payments/differences');
