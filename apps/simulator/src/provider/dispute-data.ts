import type { Dispute, Transaction } from '../core/model.js';
import { customerOf, transactionListData } from './transaction-data.js';

/** The integration number the provider puts into its objects. */
const INTEGRATION = 100_043;

export type DisputedTransaction = Transaction & { dispute: Dispute };

/** A dispute as `GET /dispute` and `GET /dispute/:id` show it. */
export function disputeData(transaction: DisputedTransaction): Record<string, unknown> {
  const { dispute } = transaction;
  const isCard = transaction.channel === 'card';
  return {
    id: dispute.id,
    refund_amount: dispute.refundAmount,
    currency: transaction.paidCurrency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: transaction.script.domain ?? 'test',
    transaction: { ...transactionListData(transaction), fees_breakdown: null },
    transaction_reference: null,
    category: 'chargeback',
    customer: customerOf(transaction),
    bin: isCard ? transaction.card.slice(0, 6) : null,
    last4: isCard ? transaction.card.slice(-4) : null,
    dueAt: dispute.dueAt,
    resolvedAt: dispute.resolvedAt ?? null,
    evidence: dispute.evidence ? evidenceData(dispute) : null,
    attachments: dispute.attachments?.length ? JSON.stringify(dispute.attachments) : null,
    note: null,
    history: [{ status: dispute.status, by: 'bank@example.com', createdAt: dispute.createdAt }],
    messages: [
      { sender: 'bank@example.com', body: 'Customer complained', createdAt: dispute.createdAt },
      ...(dispute.message
        ? [{ sender: 'merchant@example.com', body: dispute.message, createdAt: dispute.resolvedAt }]
        : []),
    ],
    createdAt: dispute.createdAt,
    updatedAt: dispute.updatedAt ?? dispute.createdAt,
  };
}

/** Evidence as the answer to adding it shows it. */
export function evidenceData({ id, evidence, updatedAt }: Dispute): Record<string, unknown> {
  const given = Object.entries(evidence ?? {}).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), dispute: id, updatedAt };
}

/** A dispute as `GET /dispute/transaction/:id` shows it: with internal numbers in place of the payer. */
export function disputeOfTransactionData(transaction: DisputedTransaction): Record<string, unknown> {
  const { customer: _c, ...data } = disputeData(transaction);
  return {
    ...data,
    merchant_transaction_reference: transaction.reference,
    integration: INTEGRATION,
    created_by: 30,
  };
}

/** The answer to a resolution: a dispute with the message, and the internal numbers that lists leave out. */
export function resolvedData(transaction: DisputedTransaction): Record<string, unknown> {
  const { customer: _c, history: _h, messages: _m, evidence: _e, ...data } = disputeData(transaction);
  const { dispute } = transaction;
  return {
    ...data,
    merchant_transaction_reference: transaction.reference,
    integration: INTEGRATION,
    transaction: transaction.id,
    created_by: 30,
    evidence: dispute.evidence?.id ?? null,
    message: {
      dispute: dispute.id,
      sender: 'merchant@example.com',
      body: dispute.message,
      id: dispute.id + 1,
      createdAt: dispute.resolvedAt,
      updatedAt: dispute.resolvedAt,
    },
  };
}
