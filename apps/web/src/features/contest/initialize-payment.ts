import type { InitializePaymentResult, PendingPaymentRecord } from '@abato/contracts';
import { api } from '@/lib/api';
import { tabStorage } from '@/lib/storage';

/** POST /payments/paystack/initialize */
export function initializePayment(voteId: string, phoneNumber: string): Promise<InitializePaymentResult> {
  return api.post<InitializePaymentResult>('/payments/paystack/initialize', { voteId, phoneNumber });
}

/** What the return page shows while it verifies (specification §3). */
export function rememberPendingPayment(record: PendingPaymentRecord): void {
  tabStorage.write('pendingPayment', record);
}
