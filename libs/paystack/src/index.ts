export { type ProviderBank } from './account-calls.js';
export { CALL_PURPOSES, type CallPurpose, budgetOf, payerPace } from './call-budget.js';
export {
  type ChargeAnswer,
  CHARGE_STATUSES,
  type ChargeStatus,
  type ProviderCharge,
} from './charge-calls.js';
export {
  type EvidenceFile,
  type DisputeProof,
  type ProviderDispute,
  parseDispute,
  proofOfDispute,
} from './dispute-calls.js';
export { ProviderError } from './errors.js';
export { createPaystackClient, PaystackModule } from './paystack.module.js';
export { FIRST_PAGE, LIST_PAGE_SIZE, type ListPage, type ListPosition } from './paging.js';
export { type PaidFor, type ProviderSplit } from './payment-fields.js';
export {
  type MoneyReturn,
  type PaymentProof,
  type ProviderTransaction,
  parseTransaction,
} from './transactions.js';
export {
  type ProviderRefund,
  type RefundStatus,
  isRefundOf,
  parseRefundData,
  type RefundAccount,
} from './refund-calls.js';
export {
  MAIN_ACCOUNT,
  type ProviderSettlement,
  type SettledTransaction,
  parseSettled,
  parseSettlement,
} from './settlement-calls.js';
export { PaystackClient } from './paystack-client.js';
export { type Payer, SharedCallLimit } from './shared-call-limit.js';
export { type CallPermit } from './transport.js';
export { isSignedByProvider, parseWebhook } from './webhook.js';
