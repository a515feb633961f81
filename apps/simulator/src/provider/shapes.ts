import { createHash } from 'node:crypto';
import type { Fields } from '../core/fields.js';
import type { Prompt, Transaction } from '../core/model.js';
import type { Tale } from '../core/script.js';
import { FIXTURES, SAMPLES } from './fixtures.js';

/** Transactions, as the provider's OpenAPI document and samples have them (`test/provider-facts.json` holds the fields). */

/** Money was taken: nothing but a refund, reversal or dispute follows. */
export const moneyTaken = ({ paidAmount }: Transaction): boolean => paidAmount !== null;

export function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/**
 * A transaction as the API and, with `more` of its webhooks, the webhooks show it.
 * @param lie what a script wants said instead of the truth
 */
export function transactionData(of: Transaction, lie: Tale = {}, more: Fields = {}): Fields {
  const { id, status, reference, message, channel, fees, paidAt, createdAt, metadata } = of;
  const { notFound: _, ...said } = lie;
  return {
    ...SAMPLES.transaction,
    ...more,
    id,
    domain: of.script.domain ?? 'test',
    status,
    reference,
    amount: of.paidAmount ?? of.requestedAmount,
    requested_amount: of.requestedAmount,
    currency: of.paidCurrency,
    message,
    gateway_response: of.gatewayResponse,
    channel,
    fees,
    paid_at: paidAt,
    created_at: createdAt,
    createdAt,
    transaction_date: createdAt,
    authorization: authorizationOf(of),
    customer: customerOf(of),
    ...(metadata !== null && { metadata }),
    ...splitData(of),
    ...said,
    paidAt: said.paid_at ?? paidAt,
  };
}

export const webhookData = (of: Transaction, lie?: Tale): Fields =>
  transactionData(of, lie, SAMPLES.webhookTransaction);

/** A transaction as lists and disputes show it: a few fields fewer than alone. */
export function transactionListData(of: Transaction): Fields {
  const all = transactionData(of, {}, SAMPLES.listedTransaction);
  return without(all, 'receipt_number', 'fees_breakdown', 'transaction_date', 'plan_object');
}

/** The payer as the provider knows him: the same address is the same customer on every call. */
export function customerOf({ email }: Transaction): Fields {
  const id = createHash('sha256').update(email).digest().readUInt32BE();
  return { ...SAMPLES.customer, id, email, customer_code: `CUS_${id}` };
}

/** The payment instrument; empty until something was paid with. */
function authorizationOf({ id, paidAt, channel, prompt, card }: Transaction): Fields {
  if (paidAt === null) return {};
  const authorization_code = `AUTH_${id}`;
  if (channel === 'card' || !prompt)
    return { ...SAMPLES.card, authorization_code, bin: card.slice(0, 6), last4: card.slice(-4) };
  const { phone, network } = prompt;
  const { bank } = FIXTURES.networks[network];
  const number = { bin: `${phone.slice(0, 3)}XXX`, last4: `X${phone.slice(-3)}` };
  return { ...SAMPLES.wallet, authorization_code, ...number, bank, brand: bank };
}

/** A direct charge as `POST /charge`, `POST /charge/submit_…` and `GET /charge/:reference` show it. */
export function chargeData(of: Transaction): Fields {
  const { reference, prompt, message, script } = of;
  if (moneyTaken(of) || !prompt) return transactionData(of);
  const { state } = prompt;
  if (state === 'timeout') return { reference, status: state, message };
  if (of.status === 'failed') return { reference, status: 'failed', message };
  if (state === 'pending') return { reference, status: state };
  if (state === 'open_url') return { reference, status: state, url: 'https://standard.paystack.co/close' };
  const display_text = script.displayText ?? askOf(prompt);
  const country = state === 'send_address' && { country_code: 'GH' };
  return { reference, status: state, ...(display_text && { display_text }), ...country };
}

function askOf({ state, network, wrongOtps }: Prompt): string | undefined {
  if (state !== 'send_otp') return FIXTURES.asks[state];
  if (wrongOtps > 0) return 'The voucher code is not correct. Please try again';
  const { dial } = FIXTURES.networks[network];
  return `Please dial ${dial} to generate a voucher code. Then input the voucher`;
}

/** The parts of a paid transaction, in subunits; they sum to what was paid. `charge` is the main account's before the provider's fee. */
export function sharesOf({ split, paidAmount: paid, fees }: Transaction) {
  if (!split || paid === null) return null;
  const charge = Number(split.transactionCharge);
  const paystack = fees ?? 0;
  const [ofMain, ofOther] = split.bearer === 'account' ? [paystack, 0] : [0, paystack];
  return { paystack, integration: charge - ofMain, subaccount: paid - charge - ofOther, charge };
}

/** What verify, lists and webhooks say about a split. */
function splitData(of: Transaction): Fields {
  if (!of.split) return {};
  const { bearer, transactionCharge: transaction_charge, subaccount } = of.split;
  const shares = sharesOf(of);
  const params = { bearer, transaction_charge, percentage_charge: String(subaccount.percentage_charge) };
  return { fees_split: shares && { ...without(shares, 'charge'), params }, subaccount };
}
