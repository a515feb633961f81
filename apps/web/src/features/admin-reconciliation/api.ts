import type { BookDifferenceView, ReconciliationView } from '@abato/contracts';
import { ofContest } from '@/lib/admin/api';
import { pagedQuery } from '@/lib/admin/use-paged';

const REREAD_MS = 30_000;

/** GET /payments/contest/{id}/reconciliation. */
export const reconciliationQuery = ofContest<ReconciliationView>(
  'reconciliation',
  '/payments/contest/{id}/reconciliation',
  { refetchInterval: REREAD_MS },
);

/** GET /payments/differences, of all contests; for super admins. */
export const differencesQuery = pagedQuery<BookDifferenceView>('/payments/differences');
