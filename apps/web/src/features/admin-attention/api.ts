import { hostPath } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

/** The account that was shown, and no newer one. */
export const approveAccount = (hostId: string, requestedAt: string) =>
  api.post(hostPath(hostId, `/settlement-account/approve${queryString({ requestedAt })}`));
export const rejectAccount = (hostId: string) => api.delete(hostPath(hostId, '/settlement-account'));

export const confirmCorrection = (id: string) => api.post(`/payments/corrections/${id}/confirm`);
export const rejectCorrection = (id: string, reason: string) =>
  api.post(`/payments/corrections/${id}/reject`, { reason });

/** @param difference the amount that was shown: no other is closed unseen */
export const closeDifference = (id: string, note: string, difference: number) =>
  api.post(`/hosts/admin/settlement-differences/${id}/close`, { note, difference });

export const retryWebhook = (id: number) => api.post(`/payments/webhooks/${id}/retry`);

export const addNote = (id: string, note: string) => api.post(`/payments/${id}/notes`, { note });
export const decidePayment = (
  id: string,
  decision: 'accept' | 'refund' | 'returned' | 'kept',
  reason: string,
) => api.post(`/payments/${id}/${decision}`, { reason });
export const giveRefundAccount = (path: string, account: object) => api.post(path, account);
export const readEvidence = (id: string) => api.get(`/payments/${id}/evidence`);
