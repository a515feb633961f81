import { randomBytes } from 'node:crypto';
import { invalid, ProviderError } from '../core/errors.js';
import { amountOf, type Fields, fieldsOf, isWithin, need, paged, textOf } from '../core/fields.js';
import type { Refund, Transaction } from '../core/model.js';
import type { Handler, Simulator } from '../core/simulator.js';
import { BANKS, INTEGRATION, MERCHANT, TEST_CARDS } from './fixtures.js';
import { movement } from './payments.js';
import { failAfter, failBefore } from './scripts.js';
import { customerOf, moneyTaken, nulls, transactionData, without } from './shapes.js';

/** `/refund`: queued, then pending → processing → processed, failed or needs-attention. */

/** The provider takes days; a test does not. Milliseconds between one state and the next. */
const STEP_MS = 1_000;

/** There is no idempotency key: asking twice may pay back twice. */
export const refund: Handler = (sim, { body }) => {
  const { store, time, log } = sim;
  const transaction = store.byIdOrReference(need(body, 'transaction', 'Transaction is required'));
  if (!transaction) throw new ProviderError(404, 'Transaction not found', 'transaction_not_found');
  const { script, reference } = transaction;
  const currency = textOf(body.currency);
  if (currency && currency !== transaction.paidCurrency)
    throw invalid('Currency does not match the transaction');
  const asked = textOf(body.amount) === null ? null : amountOf(body);
  const accept = script.refund === 'fails' || script.refund === 'needs-attention' ? 'ok' : script.refund;
  failBefore(accept, script.hangMs);
  const amount = allowed(sim, transaction, asked);
  const now = time.text();
  const value: Refund = {
    id: store.nextId(),
    reference: `RF-${randomBytes(8).toString('hex')}`,
    transactionId: transaction.id,
    transactionReference: reference,
    amount,
    currency: transaction.paidCurrency,
    status: 'pending',
    customerNote: textOf(body.customer_note),
    merchantNote: textOf(body.merchant_note),
    createdAt: now,
    updatedAt: now,
    refundedAt: null,
    nextAt: nextAt(sim, transaction),
  };
  if (amount >= store.balanceOf(reference)) transaction.status = 'reversal_pending';
  store.save({ kind: 'refund', value }, { kind: 'transaction', value: transaction });
  log.info({ id: value.id, reference, amount }, 'refund queued');
  announce(sim, transaction, value);
  armRefunds(sim, value);
  failAfter(accept, script.hangMs);
  const data = newRefundData(value, transaction);
  return { status: true, message: 'Refund has been queued for processing', data };
};

export const listRefunds: Handler = ({ store }, { query }) => {
  const [named, currency] = [textOf(query.transaction), textOf(query.currency)];
  const wanted = named === null ? null : (store.byIdOrReference(named)?.id ?? -1);
  const matching = [...store.refunds.values()]
    .reverse()
    .filter(
      (one) =>
        isWithin(query, one.createdAt) &&
        (wanted === null || one.transactionId === wanted) &&
        (!currency || one.currency === currency),
    );
  const page = paged(matching, query);
  return { status: true, message: 'Refunds retrieved', ...page, data: page.data.map(refundData) };
};

export const fetchRefund: Handler = (sim, { params }) => {
  return { status: true, message: 'Refund retrieved', data: refundData(find(sim, params.id)) };
};

/** The merchant gives the payer's account for a refund that needs attention: 422 for any other, 400 by the script. */
export const retryRefund: Handler = (sim, { params, body }) => {
  const value = find(sim, params.id);
  const account = fieldsOf(body.refund_account_details);
  for (const name of ['currency', 'account_number', 'bank_id'])
    need(account, name, `refund_account_details.${name} is required`);
  const isBank = Object.values(BANKS)
    .flat()
    .some(({ id }) => String(id) === String(account.bank_id));
  if (!isBank) throw invalid('Invalid bank');
  if (textOf(account.currency) !== value.currency) throw invalid('Currency does not match the transaction');
  const notRetried = 'Invalid Refund state, refund status should be "needs-attention"';
  if (value.status !== 'needs-attention') throw new ProviderError(422, notRetried);
  const {
    refundAccount: how,
    hangMs,
    refundDelayMs = STEP_MS,
  } = sim.store.transactions.get(value.transactionReference)?.script ?? {};
  if (how === 'refused') throw invalid('The account cannot take money');
  // A person has given another account at the dashboard a moment ago.
  const isGivenBefore = how === 'given-before';
  const accept = isGivenBefore ? 'ok' : how;
  failBefore(accept, hangMs);
  if (!isGivenBefore) value.account = account;
  enter(sim, value, 'processing', sim.time.now() + refundDelayMs);
  if (isGivenBefore) throw new ProviderError(422, notRetried);
  failAfter(accept, hangMs);
  const message = 'Refund retried and has been queued for processing';
  return { status: true, message, data: retriedRefundData(value) };
};

/** What may still be given back, in subunits. @throws ProviderError 400 when nothing, or not that much, is left */
function allowed({ store }: Simulator, transaction: Transaction, asked: number | null): number {
  if (!moneyTaken(transaction))
    throw invalid('Transaction has not been paid and cannot be refunded', 'invalid_transaction');
  const open = store
    .refundsOf(transaction)
    .filter(({ status }) => status !== 'processed' && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = store.balanceOf(transaction.reference) - open;
  if (left <= 0) throw invalid('Transaction has been fully reversed', 'transaction_reversed');
  if (asked !== null && asked > left)
    throw invalid('Refund amount cannot be more than the amount that is left', 'invalid_amount');
  return asked ?? left;
}

/** Make the next states of refunds come in their time. */
export function armRefunds(sim: Simulator, ...refunds: Refund[]): void {
  for (const value of refunds) {
    if (value.nextAt === null) continue;
    sim.time.set(`refund:${value.id}`, value.nextAt, () => {
      const transaction = sim.store.transactions.get(value.transactionReference);
      if (!transaction) return;
      if (value.status === 'pending') enter(sim, value, 'processing', nextAt(sim, transaction));
      else if (value.status === 'processing') enter(sim, value, ending(transaction, value), null);
    });
  }
}

/** The script decides, else the card; a refund retried with the payer's account goes through. */
function ending({ channel, card, script }: Transaction, { attended }: Refund): Refund['status'] {
  if (attended) return 'processed';
  const ofCard = channel === 'card' ? TEST_CARDS.find(({ number }) => number === card)?.refund : undefined;
  const how = script.refund ?? ofCard;
  if (how === 'fails') return 'failed';
  return how === 'needs-attention' ? how : 'processed';
}

function enter(sim: Simulator, value: Refund, status: Refund['status'], next: number | null): void {
  const { store, time, log } = sim;
  const { id, transactionReference: reference, amount } = value;
  const transaction = store.transactions.get(reference);
  if (!transaction) return;
  if (value.status === 'needs-attention') value.attended = true;
  Object.assign(value, { status, nextAt: next, updatedAt: time.text() });
  const isGone = status === 'processed';
  if (isGone) value.refundedAt = value.updatedAt;
  if (isGone && store.balanceOf(reference) <= amount) transaction.status = 'reversed';
  if (status === 'failed' && transaction.status === 'reversal_pending') transaction.status = 'success';
  store.save({ kind: 'refund', value }, ...(isGone ? [movement(sim, transaction, 'refunded', amount)] : []), {
    kind: 'transaction',
    value: transaction,
  });
  log.info({ id, reference, status }, 'refund moved');
  announce(sim, transaction, value);
  armRefunds(sim, value);
}

const nextAt = ({ time }: Simulator, { script }: Transaction): number =>
  time.now() + (script.refundDelayMs ?? STEP_MS);

function announce({ webhooks }: Simulator, transaction: Transaction, value: Refund): void {
  const { script, reference } = transaction;
  if (script.webhook === 'never') return;
  const data = refundWebhookData(value, transaction);
  webhooks.send({ event: `refund.${value.status}`, reference, data });
}

/** @throws ProviderError 404 */
function find({ store }: Simulator, id: string | undefined): Refund {
  const value = store.refunds.get(Number(id));
  if (!value) throw new ProviderError(404, 'Refund not found', 'refund_not_found');
  return value;
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
function newRefundData(refund: Refund, of: Transaction): Fields {
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
function retriedRefundData(refund: Refund): Fields {
  const data = without(refundData(refund), 'transaction_reference', 'createdAt', 'updatedAt');
  const more = nulls('customer', 'reversed_at', 'session_id');
  return { ...data, ...more, channel: 'mobile_money', initiated_by: MERCHANT };
}

/** A refund as its webhooks show it: the amount is text, as in most of the provider's samples. */
function refundWebhookData(refund: Refund, of: Transaction): Fields {
  const { status, amount, currency } = refund;
  const { first_name, last_name, email } = customerOf(of);
  return {
    status,
    transaction_reference: refund.transactionReference,
    refund_reference: status === 'pending' ? null : refund.reference,
    amount: String(amount),
    currency,
    processor: 'mpgs_zen',
    customer: { first_name, last_name, email },
    integration: INTEGRATION,
    domain: 'test',
  };
}
