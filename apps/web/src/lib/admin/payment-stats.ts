import type { PaymentStats } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { adminKeys } from './keys';

/** GET /payments/contest/{id}/stats. Revenue and methods are over completed payments only. */
export function paymentStatsQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'payment-stats'],
    queryFn: ({ signal }) =>
      api.get<PaymentStats>(`/payments/contest/${encodeURIComponent(contestId)}/stats`, { signal }),
  });
}
