/** Shapes of the provider's requests and answers, as the namespace `Provider`. */
export type { ProviderBank as Bank } from './account-calls.js';
export type { CallPurpose } from './call-budget.js';
export type { ChargeAnswer, ChargeStatus, ProviderCharge as Charge } from './charge-calls.js';
export type { DisputeProof, EvidenceFile, ProviderDispute as Dispute } from './dispute-calls.js';
export type { ListPage, ListPosition } from './paging.js';
export type { PaidFor, ProviderSplit as Split } from './payment-fields.js';
export type { ProviderRefund as Refund, RefundAccount, RefundStatus } from './refund-calls.js';
export type { ProviderSettlement as Settlement, SettledTransaction } from './settlement-calls.js';
export type { Payer } from './shared-call-limit.js';
export type { ProviderTransaction as Transaction } from './transactions.js';
export type { CallPermit } from './transport.js';
