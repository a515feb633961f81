import { createHash } from 'node:crypto';
import type { Fields } from '../core/fields.js';
import type { Dispute, Prompt, Refund, Settlement, Transaction } from '../core/model.js';
import { type Answer, answerFrom, type Script } from '../core/script.js';
import { BANK_STAFF, INTEGRATION, MERCHANT, NETWORKS, SOURCE } from './fixtures.js';

/** The provider's objects, as its OpenAPI document and samples have them (`test/provider-facts.json` holds the fields). */

/** Money was taken: nothing but a refund, reversal or dispute follows. */
export const moneyTaken = ({ paidAmount }: Transaction): boolean => paidAmount !== null;

/** A stable pseudo-random token, so that the same payer is the same customer on every call. */
export const token = (seed: string, length: number): string =>
  createHash('sha256').update(seed).digest('hex').slice(0, length);

/** Fields that are never filled here. */
const nulls = (...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, null]));

function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/**
 * A transaction as the API and the webhooks show it.
 * @param lie what a script wants said instead of the truth
 */
export function transactionData(of: Transaction, audience: 'api' | 'webhook', lie: Answer = {}): Fields {
  const { id, status, reference, message, channel, fees, paidAt, createdAt, script } = of;
  const isWebhook = audience === 'webhook';
  const times = { paid_at: paidAt, paidAt, created_at: createdAt, createdAt, transaction_date: createdAt };
  const said = without(lie, 'notFound', 'http', 'hangMs', 'drop');
  return {
    ...nulls('receipt_number', 'order_id', 'pos_transaction_data', 'fees_breakdown', 'connect'),
    ...times,
    id,
    domain: script.domain ?? 'test',
    status,
    reference,
    amount: of.paidAmount ?? of.requestedAmount,
    requested_amount: of.requestedAmount,
    currency: of.paidCurrency,
    message,
    gateway_response: of.gatewayResponse,
    channel,
    ip_address: '154.160.0.10',
    metadata: metadataOf(of, isWebhook),
    log: logOf(of),
    fees,
    authorization: authorizationOf(of),
    customer: customerOf(of),
    plan: isWebhook ? {} : null,
    plan_object: {},
    split: {},
    source: isWebhook ? SOURCE : null,
    ...splitData(of),
    ...said,
    ...(said.paid_at !== undefined && { paidAt: said.paid_at }),
  };
}

/** What the webhook of a success says, which may be a lie. */
export const successData = (of: Transaction, lie = of.script.webhookAs): Fields =>
  transactionData(of, 'webhook', answerFrom(lie));

/** A transaction as lists and disputes show it: a few fields fewer than alone, and an empty plan is an object. */
export function transactionListData(of: Transaction): Fields & { id: number } {
  const all = transactionData(of, 'api');
  const data = without(all, 'receipt_number', 'fees_breakdown', 'transaction_date', 'plan_object');
  const metadata = data.metadata === '' ? null : data.metadata;
  return { ...data, id: of.id, metadata, plan: {}, source: SOURCE };
}

/** The merchant's metadata as the provider gives it back, which has four shapes for "nothing" and two for something. */
function metadataOf({ metadata, script }: Transaction, isWebhook: boolean): unknown {
  const something = metadata ?? {};
  const shapes = { zero: 0, empty: '', null: null, string: JSON.stringify(something), object: something };
  return script.metadataAs ? shapes[script.metadataAs] : (metadata ?? (isWebhook ? 0 : ''));
}

/** The payer as the provider knows him. */
function customerOf({ email }: Transaction): Fields {
  return {
    ...nulls('first_name', 'last_name', 'phone', 'metadata', 'international_format_phone'),
    id: Number.parseInt(token(`customer:${email}`, 8), 16),
    email,
    customer_code: `CUS_${token(`code:${email}`, 15)}`,
    risk_action: 'default',
  };
}

/** The payment instrument; empty until something was paid with. */
function authorizationOf({ id, paidAt, channel, prompt, card }: Transaction): Fields {
  if (paidAt === null) return {};
  const authorization_code = `AUTH_${token(`authorization:${id}`, 10)}`;
  const both = { authorization_code, exp_month: '12', country_code: 'GH', account_name: null };
  if (channel === 'mobile_money' && prompt) {
    const { phone, network } = prompt;
    const { bank } = NETWORKS[network];
    const number = { bin: `${phone.slice(0, 3)}XXX`, last4: `X${phone.slice(-3)}` };
    const exp_year = id % 2 === 0 ? '9999' : 9999;
    const kind = { channel, card_type: '', bank, brand: bank, reusable: false, signature: null };
    return { ...both, ...number, ...kind, exp_year };
  }
  const number = { bin: card.slice(0, 6), last4: card.slice(-4), exp_year: '2030' };
  const kind = { channel: 'card', card_type: 'visa ', bank: 'TEST BANK', brand: 'visa', reusable: true };
  return { ...both, ...number, ...kind, signature: `SIG_${token(`signature:${card}`, 20)}` };
}

function logOf({ decisions, paidAt, createdAt, channel, gatewayResponse }: Transaction): Fields | null {
  if (decisions === 0) return null;
  const success = paidAt !== null;
  const ending = success
    ? { type: 'success', message: `Successfully paid with ${channel}`, time: 9 }
    : { type: 'error', message: `Error: ${gatewayResponse}`, time: 9 };
  return {
    start_time: Math.floor(Date.parse(createdAt) / 1000),
    time_spent: 9,
    attempts: decisions,
    errors: success ? 0 : 1,
    success,
    mobile: channel === 'mobile_money',
    input: [],
    history: [{ type: 'action', message: `Attempted to pay with ${channel}`, time: 7 }, ending],
  };
}

/** A direct charge as `POST /charge`, `POST /charge/submit_…` and `GET /charge/:reference` show it. */
export function chargeData(of: Transaction): Fields {
  const { reference, prompt, message, script } = of;
  if (moneyTaken(of) || !prompt) return transactionData(of, 'api');
  const { state } = prompt;
  if (state === 'timeout') return { reference, status: state, message };
  if (of.status === 'failed') return { reference, status: 'failed', message };
  if (state === 'pending') return { reference, status: state };
  if (state === 'open_url') return { reference, status: state, url: 'https://standard.paystack.co/close' };
  const display_text = script.displayText ?? displayTextOf(prompt);
  const country = state === 'send_address' && { country_code: 'GH' };
  return { reference, status: state, ...(display_text && { display_text }), ...country };
}

function displayTextOf({ state, network, wrongOtps }: Prompt): string | undefined {
  if (state === 'send_otp' && wrongOtps > 0) return 'The voucher code is not correct. Please try again';
  const texts: Partial<Record<typeof state, string>> = {
    send_otp: `Please dial ${NETWORKS[network].dial} to generate a voucher code. Then input the voucher`,
    send_phone: 'Please send phone',
    send_birthday: 'Please send your birthday',
    send_address: 'Please send details for address verification',
    pay_offline: 'Please complete authorization process on your mobile phone',
  };
  return texts[state];
}

/** The parts of a paid transaction, in subunits; they sum to what was paid. `charge` is the main account's before the provider's fee. */
export function sharesOf({ split, paidAmount: paid, fees }: Transaction) {
  if (!split || paid === null) return null;
  const { transactionCharge, percentageCharge, bearer } = split;
  const charge = Number(transactionCharge ?? Math.round((paid * percentageCharge) / 100));
  const paystack = fees ?? 0;
  const [ofMain, ofOther] = bearer === 'account' ? [paystack, 0] : [0, paystack];
  return { paystack, integration: charge - ofMain, subaccount: paid - charge - ofOther, charge };
}

/** What verify, lists and webhooks say about a split; a transaction of the main account alone has neither. */
function splitData(of: Transaction): Fields {
  const { split } = of;
  if (!split) return { fees_split: null, subaccount: {} };
  const { bearer, transactionCharge, percentageCharge, subaccount } = split;
  const charges = {
    transaction_charge: transactionCharge ?? '',
    percentage_charge: String(percentageCharge),
  };
  const shares = sharesOf(of);
  const params = { bearer, ...charges };
  return { fees_split: shares && { ...without(shares, 'charge'), params }, subaccount };
}

/** A refund as the API's lists show it. */
export function refundData(refund: Refund): Fields & { id: number } {
  const { id, transactionReference, amount, currency, status, createdAt, updatedAt } = refund;
  const isProcessed = status === 'processed';
  const note = `Refund for transaction ${transactionReference}`;
  return {
    ...nulls('dispute', 'settlement', 'channel', 'bank_reference'),
    integration: INTEGRATION,
    transaction: refund.transactionId,
    transaction_reference: transactionReference,
    id,
    domain: 'test',
    currency,
    amount,
    status,
    reason: status.toUpperCase(),
    refunded_at: refund.refundedAt,
    expected_at: new Date(Date.parse(createdAt) + 10 * 86_400_000).toISOString(),
    refunded_by: MERCHANT,
    customer_note: refund.customerNote ?? note,
    merchant_note: refund.merchantNote ?? `${note} by ${MERCHANT}`,
    deducted_amount: isProcessed ? amount : 0,
    fully_deducted: isProcessed,
    createdAt,
    updatedAt,
  };
}

/** A new refund, which says less than later, with its transaction, which names neither the payer nor the card. */
export function newRefundData(refund: Refund, of: Transaction): Fields {
  const hidden = [
    'status',
    'message',
    'gateway_response',
    'log',
    'fees',
    'fees_split',
    'metadata',
    'ip_address',
  ];
  const times = ['created_at', 'createdAt', 'transaction_date', 'requested_amount', 'receipt_number'];
  const transaction = {
    ...without(transactionData(of, 'api'), ...hidden, ...times, 'connect', 'plan_object'),
    authorization: nulls('exp_month', 'exp_year', 'account_name'),
    customer: nulls('international_format_phone'),
    plan: {},
    subaccount: nulls('currency'),
  };
  const later = ['dispute', 'settlement', 'refunded_at', 'bank_reference', 'reason', 'transaction_reference'];
  return { ...without(refundData(refund), ...later), transaction };
}

/** A refund that was given another account. */
export function retriedRefundData(refund: Refund): Fields {
  const data = without(refundData(refund), 'transaction_reference', 'createdAt', 'updatedAt');
  const more = nulls('customer', 'reversed_at', 'session_id');
  return { ...data, ...more, channel: 'mobile_money', initiated_by: MERCHANT };
}

/** A refund as its webhooks show it: the amount is text in some of the provider's samples and a number in others. */
export function refundWebhookData(refund: Refund, of: Transaction, as: Script['refundAmountAs']): Fields {
  const { status, amount, currency } = refund;
  const { first_name, last_name, email } = customerOf(of);
  return {
    status,
    transaction_reference: refund.transactionReference,
    refund_reference: status === 'pending' ? null : refund.reference,
    amount: as === 'number' ? amount : String(amount),
    currency,
    processor: 'mpgs_zen',
    customer: { first_name, last_name, email },
    integration: INTEGRATION,
    domain: 'test',
  };
}

export type DisputedTransaction = Transaction & { dispute: Dispute };

/** A dispute as `GET /dispute` and `GET /dispute/:id` show it. */
export function disputeData(of: DisputedTransaction): Fields & { id: number } {
  const { id, status, resolution, refundAmount, dueAt, createdAt, resolvedAt, ...more } = of.dispute;
  const isCard = of.channel === 'card';
  const messages: Fields[] = [{ sender: BANK_STAFF, body: 'Customer complained', createdAt }];
  if (more.message) messages.push({ sender: MERCHANT, body: more.message, createdAt: resolvedAt });
  return {
    ...nulls('transaction_reference', 'note'),
    id,
    refund_amount: refundAmount,
    currency: of.paidCurrency,
    status,
    resolution,
    domain: of.script.domain ?? 'test',
    category: 'chargeback',
    transaction: { ...transactionListData(of), fees_breakdown: null },
    customer: customerOf(of),
    bin: isCard ? of.card.slice(0, 6) : null,
    last4: isCard ? of.card.slice(-4) : null,
    dueAt,
    resolvedAt: resolvedAt ?? null,
    evidence: more.evidence ? evidenceData(of.dispute) : null,
    attachments: more.attachments?.length ? JSON.stringify(more.attachments) : null,
    history: [{ status, by: BANK_STAFF, createdAt }],
    messages,
    createdAt,
    updatedAt: more.updatedAt ?? createdAt,
  };
}

/** Evidence as the answer to adding it shows it. */
export function evidenceData({ id, evidence, updatedAt }: Dispute): Fields {
  const given = Object.entries(evidence ?? {}).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), dispute: id, updatedAt };
}

/** The answer to a resolution: a dispute with the message, and internal numbers in place of the payer and the transaction. */
export function resolvedData(of: DisputedTransaction): Fields {
  const { id: dispute, message: body, resolvedAt: createdAt, evidence } = of.dispute;
  return {
    ...without(disputeData(of), 'customer', 'history', 'messages'),
    merchant_transaction_reference: of.reference,
    integration: INTEGRATION,
    created_by: 30,
    transaction: of.id,
    evidence: evidence?.id ?? null,
    message: { dispute, sender: MERCHANT, body, id: dispute + 1, createdAt, updatedAt: createdAt },
  };
}

/** A subaccount as lists and splits show it. */
export function subaccountData(of: Fields): Fields {
  const { id, subaccount_code, business_name, settlement_bank, currency, account_number } = of;
  const { description = business_name, primary_contact_name = null, primary_contact_email = null } = of;
  const account = { id, subaccount_code, business_name, description, settlement_bank, currency };
  const contact = {
    primary_contact_name,
    primary_contact_email,
    ...nulls('primary_contact_phone', 'metadata'),
  };
  return { ...contact, ...account, account_number };
}

export function settlementData(of: Settlement): Fields & { id: number } {
  const { id, status, totalAmount, effectiveAmount, fees, processed, deductions, createdAt, updatedAt } = of;
  return {
    id,
    domain: 'test',
    status,
    currency: 'GHS',
    integration: INTEGRATION,
    total_amount: totalAmount,
    effective_amount: effectiveAmount,
    total_fees: fees,
    total_processed: processed,
    deductions: deductions || null,
    settlement_date: of.settlementDate,
    settled_by: null,
    createdAt,
    updatedAt,
  };
}
