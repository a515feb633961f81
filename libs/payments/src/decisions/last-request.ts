import type { PaymentView } from '@abato/contracts';

/** Of the last request about a payment that another person decides. */
export interface LastRequest {
  asked: boolean;
  decision: 'ORDERED' | 'REJECTED' | 'WITHDRAWN' | null;
  decision_reason: string | null;
}

/** SQL: its columns, of `joinLastRequest`. */
export const LAST_REQUEST = 'k.id IS NOT NULL AS asked, k.decision, k.decision_reason';

/** SQL: joins it. @param of SQL of the payment's id, and further conditions */
export const joinLastRequest = (of: string): string =>
  `LEFT JOIN LATERAL (
     SELECT id, decision, decision_reason FROM payment_corrections
     WHERE payment_id = ${of} ORDER BY entered_at DESC, id DESC LIMIT 1) k ON true`;

/** As lists show it; the reason only of a rejection. */
export const requestOf = (row: LastRequest): PaymentView['refundRequest'] =>
  row.asked
    ? {
        state: row.decision ?? 'WAITING',
        decisionReason: row.decision === 'REJECTED' ? row.decision_reason : null,
      }
    : null;
