import type { BookDifferenceView, ReconciliationView } from '@abato/contracts';
import { adminKeys } from '@/lib/admin/api';
import { pagedQuery } from '@/lib/admin/use-paged';
import { reads } from '@/lib/read';

const REREAD_MS = 30_000;

/** GET /payments/contest/{id}/reconciliation. */
export const reconciliationQuery = (contestId: string) =>
  reads<ReconciliationView>(
    [...adminKeys.contest(contestId), 'reconciliation'],
    `/payments/contest/${encodeURIComponent(contestId)}/reconciliation`,
    { refetchInterval: REREAD_MS },
  );

/** GET /payments/differences, of all contests; for super admins. */
export const differencesQuery = pagedQuery<BookDifferenceView>('/payments/differences');
