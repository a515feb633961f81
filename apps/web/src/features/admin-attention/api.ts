import type {
  CloseDifferenceInput,
  OpenSettlementDifference,
  PaymentAttention,
  PaymentCorrection,
  PaymentCorrectionResult,
  RefundAccountInput,
  ResolveAccountInput,
  ResolvedAccount,
  SetAsideWebhook,
  SettlementAccount,
  WaitingSettlementAccount,
} from '@abato/contracts';
import { pagedQuery } from '@/lib/admin/use-paged';
import { api, queryString } from '@/lib/api';
import { saveFile } from '@/lib/save-file';

/** A held payment may change at any time, and no message announces it. */
const REREAD_MS = 30_000;

/** GET /payments/attention. */
export const attentionQuery = pagedQuery<PaymentAttention>('/payments/attention', REREAD_MS);

/** GET /payments/corrections. */
export const correctionsQuery = pagedQuery<PaymentCorrection>('/payments/corrections', REREAD_MS);

/** POST /payments/corrections/{id}/confirm. */
export function confirmCorrection(id: string): Promise<null> {
  return api.post(`/payments/corrections/${id}/confirm`);
}

/** POST /payments/corrections/{id}/reject. */
export function rejectCorrection(id: string, reason: string): Promise<null> {
  return api.post(`/payments/corrections/${id}/reject`, { reason });
}

/** GET /hosts/admin/settlement-accounts. */
export const waitingAccountsQuery = pagedQuery<WaitingSettlementAccount>(
  '/hosts/admin/settlement-accounts',
  REREAD_MS,
);

/** GET /hosts/admin/settlement-differences. */
export const settlementDifferencesQuery = pagedQuery<OpenSettlementDifference>(
  '/hosts/admin/settlement-differences',
  REREAD_MS,
);

/** POST /hosts/admin/settlement-differences/{id}/close: the amount that was shown, and no other. */
export function closeDifference(id: string, input: CloseDifferenceInput): Promise<null> {
  return api.post(`/hosts/admin/settlement-differences/${id}/close`, input);
}

/** POST /hosts/{id}/settlement-account/approve: the account that was shown, and no newer one. */
export function approveAccount(hostId: string, requestedAt: string): Promise<SettlementAccount> {
  return api.post(`/hosts/${hostId}/settlement-account/approve${queryString({ requestedAt })}`);
}

/** DELETE /hosts/{id}/settlement-account. */
export function rejectAccount(hostId: string): Promise<SettlementAccount> {
  return api.delete(`/hosts/${hostId}/settlement-account`);
}

/** GET /payments/webhooks/set-aside. */
export const setAsideWebhooksQuery = pagedQuery<SetAsideWebhook>('/payments/webhooks/set-aside', REREAD_MS);

/** POST /payments/webhooks/{id}/retry. */
export function retryWebhook(id: number): Promise<null> {
  return api.post(`/payments/webhooks/${id}/retry`);
}

/**
 * What a super admin can do about a payment: its votes count, its money goes back, the payer has it back in another way, a dispute is over and
 * it was kept, or a note is kept with it.
 */
export type Decision = 'accept' | 'refund' | 'returned' | 'kept' | 'note';

const paths = {
  accept: 'accept',
  refund: 'refund',
  returned: 'returned',
  kept: 'kept',
  note: 'notes',
} as const;

/** POST /payments/{id}/accept, /refund, /returned, /kept or /notes. @param text the reason, or the note itself */
export function decidePayment(
  id: string,
  decision: Decision,
  text: string,
): Promise<PaymentCorrectionResult | null> {
  return api.post(`/payments/${id}/${paths[decision]}`, { [decision === 'note' ? 'note' : 'reason']: text });
}

/** POST /payments/{id}/refund-account/resolve: whose account it is. */
export function resolveRefundAccount(id: string, input: ResolveAccountInput): Promise<ResolvedAccount> {
  return api.ask(`/payments/${id}/refund-account/resolve`, input);
}

/** POST /payments/{id}/refund-account: the provider pays a refund that is stuck to it. */
export function giveRefundAccount(id: string, input: RefundAccountInput): Promise<null> {
  return api.post(`/payments/${id}/refund-account`, input);
}

/** GET /payments/{id}/evidence, saved as a file. @throws ApiError, NetworkError */
export async function downloadEvidence({ id, reference }: PaymentAttention): Promise<void> {
  const evidence = JSON.stringify(await api.get(`/payments/${id}/evidence`), null, 2);
  saveFile(new Blob([evidence], { type: 'application/json' }), `evidence-${reference}.json`);
}
