export { type ProviderBank } from './account-calls.js';
export { CALL_PURPOSES, type CallPurpose, CallWindow, budgetOf, payerPace } from './call-budget.js';
export { type ChargeAnswer } from './charge-calls.js';
export { type EvidenceFile } from './dispute-calls.js';
export { ProviderError } from './errors.js';
export { createPaystackClient } from './metered-client.js';
export { FIRST_PAGE, LIST_PAGE_SIZE, type ListPage, type ListPosition } from './paging.js';
export { CHARGE_STATUSES, type ChargeStatus, type ProviderCharge } from './parse-charge.js';
export { type PaidFor, type ProviderSplit } from './payment-fields.js';
export type { MoneyReturn, PaymentProof } from './payment-proof.js';
export { PaystackModule } from './paystack.module.js';
export { type DisputeProof, type ProviderDispute, parseDispute, proofOfDispute } from './parse-dispute.js';
export { type ProviderRefund, type RefundStatus, isRefundOf, parseRefundData } from './parse-refund.js';
export {
  MAIN_ACCOUNT,
  type ProviderSettlement,
  type SettledTransaction,
  parseSettled,
  parseSettlement,
} from './parse-settlement.js';
export { type ProviderTransaction, parseTransaction } from './parse-transaction.js';
export { PaystackClient } from './paystack-client.js';
export { type RefundAccount } from './refund-calls.js';
export { type Payer, SharedCallLimit } from './shared-call-limit.js';
export { type CallPermit } from './transport.js';
export { isSignedByProvider, parseWebhook } from './webhook.js';
