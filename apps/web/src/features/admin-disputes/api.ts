import type { DisputeView, PaymentCorrectionResult } from '@abato/contracts';
import { pagedQuery } from '@/lib/admin/use-paged';
import { api } from '@/lib/api';

/** A dispute may be opened or decided at any time, and no message announces it. */
const REREAD_MS = 60_000;

/** GET /payments/disputes. */
export const disputesQuery = pagedQuery<DisputeView>('/payments/disputes', REREAD_MS);

/** POST /payments/disputes/{id}/evidence. */
export function addEvidence(id: string, serviceDetails: string, file?: File): Promise<null> {
  const form = new FormData();
  form.set('serviceDetails', serviceDetails);
  if (file) form.set('file', file);
  return api.post(`/payments/disputes/${id}/evidence`, form);
}

/** GET /payments/disputes/{id}/evidence.pdf: a file. */
export const evidencePath = (id: string): string => `/payments/disputes/${id}/evidence.pdf`;

export type DisputeAnswer = 'accept' | 'decline';

/** POST /payments/disputes/{id}/resolve. */
export function resolveDispute(
  id: string,
  answer: DisputeAnswer,
  message: string,
): Promise<PaymentCorrectionResult> {
  return api.post(`/payments/disputes/${id}/resolve`, { answer, message });
}
