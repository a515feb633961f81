import { invalid, ProviderError } from '../core/errors.js';
import { amountOf, type Fields, fieldsOf, isWithin, listed, need, textOf } from '../core/fields.js';
import type { Refund, Transaction } from '../core/model.js';
import { answer, type Handler, type Simulator } from '../core/simulator.js';
import { FIXTURES, SAMPLES } from './fixtures.js';
import { failAfter, failBefore, movement } from './payments.js';
import { customerOf, moneyTaken } from './shapes.js';

/** `/refund`: queued, then pending → processing → processed, failed or needs-attention. */

/** The provider takes days; a test does not. Milliseconds between one state and the next. */
const STEP_MS = 1_000;
const EXPECTED_WITHIN_MS = 10 * 86_400_000;

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
  failBefore(script.refund);
  const amount = allowed(sim, transaction, asked);
  const now = time.text();
  const value: Refund = {
    id: store.nextId(),
    transactionId: transaction.id,
    transactionReference: reference,
    amount,
    currency: transaction.paidCurrency,
    status: 'pending',
    merchantNote: textOf(body.merchant_note),
    createdAt: now,
    updatedAt: now,
    nextAt: nextAt(sim, transaction),
  };
  if (amount >= store.balanceOf(reference)) transaction.status = 'reversal_pending';
  store.save({ kind: 'refund', value }, { kind: 'transaction', value: transaction });
  log.info({ id: value.id, reference, amount }, 'refund queued');
  announce(sim, transaction, value);
  armRefunds(sim, value);
  failAfter(script.refund);
  return answer('Refund has been queued for processing', newRefundData(value, transaction));
};

export const listRefunds: Handler = ({ store }, { query }) => {
  const named = textOf(query.transaction);
  const wanted = named === null ? null : (store.byIdOrReference(named)?.id ?? -1);
  const matching = [...store.refunds.values()].filter(
    (one) => isWithin(query, one.createdAt) && (wanted === null || one.transactionId === wanted),
  );
  return listed('Refunds retrieved', matching, query, refundData);
};

export const fetchRefund: Handler = (sim, { params }) =>
  answer('Refund retrieved', refundData(find(sim, params.id)));

/** The merchant gives the payer's account for a refund that needs attention: 422 for any other, 400 by the script. */
export const retryRefund: Handler = (sim, { params, body }) => {
  const value = find(sim, params.id);
  const account = fieldsOf(body.refund_account_details);
  for (const name of ['currency', 'account_number', 'bank_id'])
    need(account, name, `refund_account_details.${name} is required`);
  const banks = Object.values(FIXTURES.banks).flat();
  if (!banks.some(({ id }) => String(id) === textOf(account.bank_id))) throw invalid('Invalid bank');
  if (textOf(account.currency) !== value.currency) throw invalid('Currency does not match the transaction');
  const notRetried = 'Invalid Refund state, refund status should be "needs-attention"';
  if (value.status !== 'needs-attention') throw new ProviderError(422, notRetried);
  const transaction = transactionOf(sim, value);
  const { refundAccount: how } = transaction.script;
  if (how === 'refused') throw invalid('The account cannot take money');
  // A person has given another account at the dashboard a moment ago.
  const isGivenBefore = how === 'given-before';
  failBefore(how);
  if (!isGivenBefore) value.account = account;
  enter(sim, value, 'processing', nextAt(sim, transaction));
  if (isGivenBefore) throw new ProviderError(422, notRetried);
  failAfter(how);
  const data = { ...SAMPLES.retriedRefund, ...commonData(value), ...stateData(value) };
  return answer('Refund retried and has been queued for processing', data);
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
      const transaction = transactionOf(sim, value);
      if (value.status === 'pending') enter(sim, value, 'processing', nextAt(sim, transaction));
      else enter(sim, value, ending(transaction, value), null);
    });
  }
}

/** The script decides, else the card; a refund retried with the payer's account goes through. */
function ending({ channel, card, script }: Transaction, { attended }: Refund): Refund['status'] {
  if (attended) return 'processed';
  const ofCard = channel === 'card' ? FIXTURES.cards.find(({ number }) => number === card) : undefined;
  const how = script.refund ?? ofCard?.refund;
  if (how === 'fails') return 'failed';
  return how === 'needs-attention' ? how : 'processed';
}

function enter(sim: Simulator, value: Refund, status: Refund['status'], next: number | null): void {
  const { store, time, log } = sim;
  const { id, transactionReference: reference, amount } = value;
  const transaction = transactionOf(sim, value);
  if (value.status === 'needs-attention') value.attended = true;
  Object.assign(value, { status, nextAt: next, updatedAt: time.text() });
  const isGone = status === 'processed';
  if (isGone && store.balanceOf(reference) <= amount) transaction.status = 'reversed';
  if (status === 'failed' && transaction.status === 'reversal_pending') transaction.status = 'success';
  const money = isGone ? [movement(sim, transaction, 'refunded', amount)] : [];
  store.save({ kind: 'refund', value }, ...money, { kind: 'transaction', value: transaction });
  log.info({ id, reference, status }, 'refund moved');
  announce(sim, transaction, value);
  armRefunds(sim, value);
}

const nextAt = ({ time }: Simulator, { script }: Transaction): number =>
  time.now() + (script.refundDelayMs ?? STEP_MS);

/** The amount is text, as in most of the provider's samples. */
function announce({ webhooks }: Simulator, transaction: Transaction, value: Refund): void {
  const { script, reference } = transaction;
  if (script.webhook === 'never') return;
  const { status, amount, currency } = value;
  const { first_name, last_name, email } = customerOf(transaction);
  webhooks.send(`refund.${status}`, reference, {
    ...SAMPLES.refundWebhook,
    status,
    transaction_reference: reference,
    refund_reference: status === 'pending' ? null : `RF-${value.id}`,
    amount: String(amount),
    currency,
    customer: { first_name, last_name, email },
  });
}

/** @throws ProviderError 404 */
function find({ store }: Simulator, id: string | undefined): Refund {
  const value = store.refunds.get(Number(id));
  if (!value) throw new ProviderError(404, 'Refund not found', 'refund_not_found');
  return value;
}

/** Refunds and their transactions are forgotten together. */
const transactionOf = ({ store }: Simulator, { transactionReference }: Refund): Transaction =>
  store.transactions.get(transactionReference) as Transaction;

/** What every answer about a refund says. */
function commonData(refund: Refund): Fields {
  const { id, transactionId: transaction, amount, currency, status, createdAt } = refund;
  const isProcessed = status === 'processed';
  return {
    ...SAMPLES.refund,
    transaction,
    id,
    currency,
    amount,
    status,
    expected_at: new Date(Date.parse(createdAt) + EXPECTED_WITHIN_MS).toISOString(),
    deducted_amount: isProcessed ? amount : 0,
    fully_deducted: isProcessed,
    ...(refund.merchantNote && { merchant_note: refund.merchantNote }),
  };
}

const stateData = ({ status, updatedAt }: Refund): Fields => ({
  reason: status.toUpperCase(),
  refunded_at: status === 'processed' ? updatedAt : null,
});

/** A refund as lists show it, and alone. */
export function refundData(refund: Refund): Fields {
  const { transactionReference: transaction_reference, createdAt, updatedAt } = refund;
  const own = { transaction_reference, createdAt, updatedAt };
  return { ...SAMPLES.listedRefund, ...commonData(refund), ...stateData(refund), ...own };
}

/** A new refund, with its transaction, which names neither the payer nor the card. */
function newRefundData(refund: Refund, of: Transaction): Fields {
  const { createdAt, updatedAt } = refund;
  const { id, reference, channel, paidAmount: amount, paidCurrency: currency, paidAt, script } = of;
  const paid = { amount, currency, channel, paidAt, paid_at: paidAt, domain: script.domain ?? 'test' };
  const transaction = { ...SAMPLES.refundedTransaction, id, reference, ...paid };
  return { ...commonData(refund), channel: null, createdAt, updatedAt, transaction };
}
