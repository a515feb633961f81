import { createHash } from 'node:crypto';
import type { Network, Transaction } from '../core/model.js';
import type { Answer } from '../core/script.js';
import { splitData } from './subaccounts.js';

/** Ghana's price list: 1.95 % of a local card or mobile-money payment. Charged in whole subunits, half up. */
const FEE_PER_TEN_THOUSAND = 195;

/** The provider's fee for an amount, in subunits. */
export function feeOf(amount: number): number {
  return Math.round((amount * FEE_PER_TEN_THOUSAND) / 10_000);
}

const BANK_OF: Record<Network, string> = {
  mtn: 'MTN Mobile Money',
  vod: 'Telecel Cash',
  atl: 'AirtelTigo Money',
};

/** A stable pseudo-random token, so that the same payer is the same customer on every call. */
function token(seed: string, length: number): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, length);
}

/** The merchant's metadata as the provider gives it back, which has four shapes for "nothing" and two for something. */
export function metadataOf(transaction: Transaction, audience: 'api' | 'webhook'): unknown {
  const { metadata, script } = transaction;
  switch (script.metadataAs) {
    case 'zero':
      return 0;
    case 'empty':
      return '';
    case 'null':
      return null;
    case 'string':
      return JSON.stringify(metadata ?? {});
    case 'object':
      return metadata ?? {};
    default:
      return metadata ?? (audience === 'webhook' ? 0 : '');
  }
}

/** The payer as the provider knows him. */
export function customerOf(transaction: Transaction): Record<string, unknown> {
  return {
    id: Number.parseInt(token(`customer:${transaction.email}`, 8), 16),
    first_name: null,
    last_name: null,
    email: transaction.email,
    customer_code: `CUS_${token(`code:${transaction.email}`, 15)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  };
}

function isPaid(transaction: Transaction): boolean {
  return transaction.paidAt !== null;
}

/** The payment instrument; empty until something was paid with. */
export function authorizationOf(transaction: Transaction): Record<string, unknown> {
  if (!isPaid(transaction)) return {};
  const code = token(`authorization:${transaction.id}`, 10);
  if (transaction.channel === 'mobile_money' && transaction.prompt) {
    const { phone, network } = transaction.prompt;
    return {
      authorization_code: `AUTH_${code}`,
      bin: `${phone.slice(0, 3)}XXX`,
      last4: `X${phone.slice(-3)}`,
      exp_month: '12',
      exp_year: transaction.id % 2 === 0 ? '9999' : 9999,
      channel: 'mobile_money',
      card_type: '',
      bank: BANK_OF[network],
      country_code: 'GH',
      brand: BANK_OF[network],
      reusable: false,
      signature: null,
      account_name: null,
    };
  }
  return {
    authorization_code: `AUTH_${code}`,
    bin: transaction.card.slice(0, 6),
    last4: transaction.card.slice(-4),
    exp_month: '12',
    exp_year: '2030',
    channel: 'card',
    card_type: 'visa ',
    bank: 'TEST BANK',
    country_code: 'GH',
    brand: 'visa',
    reusable: true,
    signature: `SIG_${token(`signature:${transaction.card}`, 20)}`,
    account_name: null,
  };
}

function logOf(transaction: Transaction): Record<string, unknown> | null {
  if (transaction.decisions === 0) return null;
  const success = isPaid(transaction);
  const start = Math.floor(Date.parse(transaction.createdAt) / 1000);
  return {
    start_time: start,
    time_spent: 9,
    attempts: transaction.decisions,
    errors: success ? 0 : 1,
    success,
    mobile: transaction.channel === 'mobile_money',
    input: [],
    history: [
      { type: 'action', message: `Attempted to pay with ${transaction.channel}`, time: 7 },
      success
        ? { type: 'success', message: `Successfully paid with ${transaction.channel}`, time: 9 }
        : { type: 'error', message: `Error: ${transaction.gatewayResponse}`, time: 9 },
    ],
  };
}

/**
 * A transaction as the API and the webhooks show it.
 * @param lie what a script wants said instead of the truth
 */
export function transactionData(
  transaction: Transaction,
  audience: 'api' | 'webhook',
  lie: Answer = {},
): Record<string, unknown> {
  const amount = transaction.paidAmount ?? transaction.requestedAmount;
  const data: Record<string, unknown> = {
    id: transaction.id,
    domain: transaction.script.domain ?? 'test',
    status: transaction.status,
    reference: transaction.reference,
    receipt_number: null,
    amount,
    message: transaction.message,
    gateway_response: transaction.gatewayResponse,
    paid_at: transaction.paidAt,
    created_at: transaction.createdAt,
    channel: transaction.channel,
    currency: transaction.paidCurrency,
    ip_address: '154.160.0.10',
    metadata: metadataOf(transaction, audience),
    log: logOf(transaction),
    fees: transaction.fees,
    authorization: authorizationOf(transaction),
    customer: customerOf(transaction),
    plan: audience === 'webhook' ? {} : null,
    split: {},
    order_id: null,
    paidAt: transaction.paidAt,
    createdAt: transaction.createdAt,
    requested_amount: transaction.requestedAmount,
    pos_transaction_data: null,
    source: audience === 'webhook' ? SOURCE : null,
    fees_breakdown: null,
    connect: null,
    transaction_date: transaction.createdAt,
    plan_object: {},
    ...splitData(transaction),
  };
  const { status, reference, currency, domain, message, gateway_response } = lie;
  Object.assign(data, definedOnly({ status, reference, currency, domain, message, gateway_response }));
  if (lie.amount !== undefined) data.amount = lie.amount;
  if (lie.requested_amount !== undefined) data.requested_amount = lie.requested_amount;
  if (lie.paid_at !== undefined) Object.assign(data, { paid_at: lie.paid_at, paidAt: lie.paid_at });
  return data;
}

/** A transaction as lists and disputes show it: a few fields fewer than alone, and an empty plan is an object. */
export function transactionListData(transaction: Transaction): Record<string, unknown> {
  const {
    receipt_number: _r,
    fees_breakdown: _f,
    transaction_date: _t,
    plan_object: _p,
    ...data
  } = transactionData(transaction, 'api');
  return { ...data, metadata: data.metadata === '' ? null : data.metadata, plan: {}, source: SOURCE };
}

const SOURCE = {
  source: 'merchant_api',
  type: 'api',
  identifier: null,
  entry_point: 'transaction_initialize',
};

function definedOnly(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
