import type { ErrorBody, PaymentAttention } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/keys';
import { api, ApiError, NetworkError } from '@/lib/api';
import { saveFile } from '@/lib/save-file';
import { readToken } from '@/lib/storage';

/** What somebody pays into a held payment is news at any time. */
const ASK_EVERY_MS = 30_000;

/** GET /payments/attention. */
export const attentionQuery = queryOptions({
  queryKey: [...adminKeys.all, 'attention'],
  queryFn: ({ signal }) => api.get<PaymentAttention[]>('/payments/attention', { signal }),
  refetchInterval: ASK_EVERY_MS,
});

/** POST /payments/{id}/accept: the votes count. */
export function acceptPayment(id: string, reason: string): Promise<null> {
  return api.post(`/payments/${id}/accept`, { reason });
}

/** POST /payments/{id}/refund: the money goes back. */
export function refundPayment(id: string, reason: string): Promise<null> {
  return api.post(`/payments/${id}/refund`, { reason });
}

/** POST /payments/{id}/notes. */
export function addPaymentNote(id: string, note: string): Promise<null> {
  return api.post(`/payments/${id}/notes`, { note });
}

/** GET /payments/{id}/evidence as a file. @throws ApiError, NetworkError */
export async function downloadEvidence(id: string, reference: string): Promise<void> {
  const response = await fetch(`/api/payments/${id}/evidence`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${readToken() ?? ''}` },
  }).catch(() => {
    throw new NetworkError();
  });
  if (!response.ok) {
    throw new ApiError(response.status, (await response.json().catch(() => null)) as ErrorBody | null);
  }
  const { data } = (await response.json()) as { data: unknown };
  saveFile(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
    `evidence-${reference}.json`,
  );
}
