import type { PaymentProof } from '../rules/payment-situation.js';
import { parseTransaction, type ProviderTransaction } from './parse-transaction.js';
import { bigId, object, text, wholeAmount } from './read.js';

export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention';
const REFUND_STATUSES: readonly string[] = [
  'pending',
  'processing',
  'processed',
  'failed',
  'needs-attention',
];

/** What a webhook says, in our words. Events we do not know are kept in the inbox and change nothing. */
export type WebhookEvent =
  | ({ kind: 'transaction'; event: string } & ProviderTransaction)
  | {
      kind: 'refund';
      event: string;
      reference: string | null;
      status: RefundStatus;
      amount: number | null;
      refundReference: string | null;
    }
  | { kind: 'other'; event: string | null; reference: string | null };

/**
 * Translate a webhook. Never throws: whatever does not parse is 'other'.
 * @param rawBody the bytes whose signature was checked
 */
export function parseWebhook(rawBody: Buffer): WebhookEvent {
  const body = readBody(rawBody);
  const event = text(body.event);
  if (event === 'charge.success') return { kind: 'transaction', event, ...parseTransaction(body.data) };
  if (event?.startsWith('charge.dispute.')) return parseDispute(event, body.data);
  if (event?.startsWith('refund.')) return parseRefund(event, body.data);
  return { kind: 'other', event, reference: text(object(body.data).reference) };
}

function readBody(rawBody: Buffer): Record<string, unknown> {
  try {
    return object(JSON.parse(rawBody.toString('utf8')));
  } catch {
    return {};
  }
}

/** A dispute holds the whole transaction; what it means depends on the event and, when resolved, on its resolution. */
function parseDispute(event: string, data: unknown): WebhookEvent {
  const fields = object(data);
  const { reference, proof } = parseTransaction(fields.transaction);
  const id = bigId(fields.id);
  const status = disputeStatus(event, text(fields.resolution));
  if (!status) return { kind: 'other', event, reference };
  return {
    kind: 'transaction',
    event,
    reference,
    proof: {
      ...proof,
      status,
      // What went back; the payer's bank may dispute a part.
      amount: wholeAmount(fields.refund_amount) ?? proof.amount,
      takenAmount: proof.amount,
      providerStatus: event,
      message: text(fields.resolution),
      ...(status === 'reversed' && id && { back: { source: 'DISPUTE', id } }),
    },
  };
}

function disputeStatus(event: string, resolution: string | null): PaymentProof['status'] | null {
  if (event === 'charge.dispute.create' || event === 'charge.dispute.remind') return 'disputed';
  if (event !== 'charge.dispute.resolve') return null;
  if (resolution === 'merchant-accepted' || resolution === 'auto-accepted') return 'reversed';
  return resolution === 'declined' ? 'dispute-won' : null;
}

/** The status is in the data; the event's name is the fallback. The amount is text in some samples, a number in others. */
function parseRefund(event: string, data: unknown): WebhookEvent {
  const fields = object(data);
  const reference = text(fields.transaction_reference);
  const status = text(fields.status) ?? event.slice('refund.'.length);
  if (!REFUND_STATUSES.includes(status)) return { kind: 'other', event, reference };
  return {
    kind: 'refund',
    event,
    reference,
    status: status as RefundStatus,
    amount: wholeAmount(fields.amount),
    refundReference: text(fields.refund_reference),
  };
}
