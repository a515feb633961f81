import type { PaymentCorrectionResult, ReturnedInput } from '@abato/contracts';
import { api } from '@/lib/api';

/** Super admins decide. */
export const askForRefund = (id: string, reason: string) =>
  api.post(`/payments/${id}/refund-request`, { reason });
export const withdrawRequest = (id: string) => api.delete(`/payments/${id}/refund-request`);
/** At once, by a super admin. */
export const refundPayment = (id: string, reason: string) => api.post(`/payments/${id}/refund`, { reason });
export const saveReturned = (id: string, input: ReturnedInput) =>
  api.post<PaymentCorrectionResult>(`/payments/${id}/returned`, input);
