import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PaymentProof, parseTransaction, type ProviderTransaction } from './transactions.js';
import { type DisputeOutcome, disputeProof, parseDispute, type ProviderDispute } from './dispute-calls.js';
import { REFUND_STATUSES, type RefundStatus } from './refund-calls.js';
import { object, text } from './read.js';

/**
 * Whether a webhook was signed by the provider: `x-paystack-signature` is the hex HMAC-SHA512 of the raw body under the
 * secret key. Always over the bytes as they came: parsing and printing JSON again changes spaces, escapes and numbers.
 */
export function isSignedByProvider(
  rawBody: Buffer,
  signature: string | undefined,
  secretKey: string,
): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const expected = createHmac('sha512', secretKey).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** What a webhook says, in our words. Events we do not know are kept in the inbox and change nothing. */
export type WebhookEvent =
  | ({ kind: 'transaction'; event: string; dispute?: ProviderDispute } & ProviderTransaction)
  | { kind: 'refund'; event: string; reference: string | null; status: RefundStatus }
  | { kind: 'other'; event: string | null; reference: string | null };

/**
 * Translate a webhook. Never throws: whatever does not parse is 'other'.
 * @param rawBody the bytes whose signature was checked
 */
export function parseWebhook(rawBody: Buffer): WebhookEvent {
  const body = readBody(rawBody);
  const event = text(body.event);
  if (event === 'charge.success') return { kind: 'transaction', event, ...parseTransaction(body.data) };
  if (event?.startsWith('charge.dispute.')) return parseDisputeEvent(event, body.data);
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
function parseDisputeEvent(event: string, data: unknown): WebhookEvent {
  const dispute = { ...parseDispute(data), isReminder: event === 'charge.dispute.remind' };
  const { reference } = dispute.transaction;
  const status = disputeStatus(event, dispute.outcome);
  if (!status) return { kind: 'other', event, reference };
  return { kind: 'transaction', event, reference, dispute, proof: disputeProof(dispute, status, event) };
}

function disputeStatus(event: string, outcome: DisputeOutcome | null): PaymentProof['status'] | null {
  if (event === 'charge.dispute.create' || event === 'charge.dispute.remind') return 'disputed';
  if (event !== 'charge.dispute.resolve' || !outcome) return null;
  return outcome === 'lost' ? 'reversed' : 'dispute-won';
}

/** The status is in the data; the event's name is the fallback. */
function parseRefund(event: string, data: unknown): WebhookEvent {
  const fields = object(data);
  const reference = text(fields.transaction_reference);
  const told = text(fields.status) ?? event.slice('refund.'.length);
  const status = REFUND_STATUSES.find((known) => known === told);
  if (!status) return { kind: 'other', event, reference };
  return { kind: 'refund', event, reference, status };
}
