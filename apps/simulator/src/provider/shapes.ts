import { createHash } from 'node:crypto';
import type { Fields } from '../core/fields.js';
import type { Prompt, Transaction } from '../core/model.js';
import type { Answer } from '../core/script.js';
import { NETWORKS, SOURCE } from './fixtures.js';

/** Transactions, as the provider's OpenAPI document and samples have them (`test/provider-facts.json` holds the fields). */

/** Money was taken: nothing but a refund, reversal or dispute follows. */
export const moneyTaken = ({ paidAmount }: Transaction): boolean => paidAmount !== null;

/** A stable pseudo-random token, so that the same payer is the same customer on every call. */
export const token = (seed: string, length: number): string =>
  createHash('sha256').update(seed).digest('hex').slice(0, length);

/** Fields that are never filled here. */
export const nulls = (...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, null]));

export function without(fields: Fields, ...names: string[]): Fields {
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
  const { notFound: _, ...said } = lie;
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
    // The provider has several shapes for "nothing".
    metadata: of.metadata ?? (isWebhook ? 0 : ''),
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

/** A transaction as lists and disputes show it: a few fields fewer than alone, and an empty plan is an object. */
export function transactionListData(of: Transaction): Fields & { id: number } {
  const all = transactionData(of, 'api');
  const data = without(all, 'receipt_number', 'fees_breakdown', 'transaction_date', 'plan_object');
  const metadata = data.metadata === '' ? null : data.metadata;
  return { ...data, id: of.id, metadata, plan: {}, source: SOURCE };
}

/** The payer as the provider knows him. */
export function customerOf({ email }: Transaction): Fields {
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
