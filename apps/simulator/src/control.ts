import { z } from 'zod';
import type { Handler } from './core/simulator.js';
import { ControlError } from './core/errors.js';
import { type Fields, parse, textOf } from './core/fields.js';
import type { Transaction } from './core/model.js';
import { faultsSchema, scriptSchema, tale, taleFrom } from './core/script.js';
import type { Change, Store } from './core/store.js';
import { returnAddress } from './pages.js';
import * as accounts from './provider/accounts.js';
import { openDispute, remindOfDispute, resolveDispute } from './provider/disputes.js';
import { decide, takeBack, untouched } from './provider/payments.js';
import { refundData } from './provider/refunds.js';
import { moneyTaken, transactionData, webhookData } from './provider/shapes.js';

/** `/simulator`: what tests ask of the provider, a payer, a bank and bad luck. Amounts in subunits, times in ISO 8601. */

const whole = z.number().int();
const DAY_MS = 24 * 3_600_000;

const nextSchema = scriptSchema.extend({
  times: whole.min(1).max(100_000).default(1),
  /** E-mail address, its part before the @, phone or label. */
  payer: z.string().min(1).max(254).optional(),
});

/**
 * The script of the next payments without one, first come first served. With `payer` only a payment of that payer takes it, so that tests
 * that run at once do not take each other's.
 */
export const next: Handler = ({ store }, { body }) => {
  const { times: left, payer, ...script } = parse(nextSchema, body);
  store.control.queue.push({ script, left, payer });
  store.saveControl();
  return { status: true, script };
};

/** Changes the script of one payment. */
export const script: Handler = ({ store }, { params, body }) => {
  const transaction = find(store, params.reference);
  Object.assign(transaction.script, parse(scriptSchema, body));
  store.saveTransaction(transaction);
  return truthOf(store, transaction);
};

/** Replaces all faults: what is not named works again. `{ reset: true }` names nothing. */
export const setFaults: Handler = ({ store, faults, log }, { body }) => {
  store.control.faults = parse(faultsSchema, body);
  store.saveControl();
  faults.restart();
  log.info('faults changed');
  return store.control.faults;
};

/** Lets time pass at once, here only: what is due by then happens before this is answered, in its order. */
export const advance: Handler = ({ time }, { body }) => {
  const { advanceMs } = parse(z.object({ advanceMs: whole.min(0).max(366 * DAY_MS) }), body);
  return { status: true, now: time.advance(advanceMs) };
};

/** Forget everything: payments, money, scripts, faults, webhooks on their way, time that was let pass. */
export const reset: Handler = ({ time, store, faults, log }) => {
  time.reset();
  store.reset();
  faults.restart();
  log.info('reset');
  return { status: true };
};

/** What voters really paid and got back. `totals` is Ghana cedis; a payment may have taken another currency by its script. */
export const ledger: Handler = ({ store }, { query }) => {
  const wanted = textOf(query.reference);
  const nothing = () => ({ paid: 0, refunded: 0, reversed: 0, disputed: 0, net: 0 });
  const totals = nothing();
  const byReference: Record<string, typeof totals & { currency: string }> = {};
  for (const { reference, currency, kind, amount } of store.ledger) {
    if (wanted !== null && wanted !== reference) continue;
    const own = (byReference[reference] ??= { ...nothing(), currency });
    for (const sums of currency === 'GHS' ? [own, totals] : [own]) {
      sums[kind] += amount;
      sums.net += kind === 'paid' ? amount : -amount;
    }
  }
  return { currency: 'GHS', totals, byReference };
};

/** Webhooks that were not taken yet. */
export const owedWebhooks: Handler = ({ store }) =>
  [...store.webhooks.values()].map(({ body: _, ...shown }) => shown);

const releaseSchema = z.object({
  order: z.enum(['as-made', 'reversed', 'shuffled']).default('as-made'),
  times: whole.min(1).max(50).default(1),
  seed: whole.default(1),
});

export const release: Handler = async ({ webhooks }, { body }) => {
  const { order, times, seed } = parse(releaseSchema, body);
  return { status: true, sent: await webhooks.release(order, times, seed) };
};

/** Closes the day: everything that was paid until now reaches the accounts on the next one. */
export const settle: Handler = (sim, { body }) => {
  return { status: true, settlements: accounts.closeDay(sim, body) };
};

/** What became of a settlement that was not final. */
export const changeSettlement: Handler = (sim, { params, body }) => {
  const { status } = parse(z.object({ status: accounts.settlementStatus }), body);
  return { status: true, settlement: accounts.changeSettlement(sim, Number(params.id), status) };
};

const channel = z.enum(['card', 'mobile_money']);
const outcome = z.enum(['success', 'failed', 'abandoned']);
const pastPayment = z.object({
  reference: z.string().min(1).max(100),
  status: outcome,
  amount: whole.min(1),
  fees: whole.min(0).nullable(),
  channel,
  email: z.string().max(254),
  at: z.iso.datetime(),
});

/**
 * Payments of the past that the merchant's demo data invent: without them the daily comparison calls each a difference. Adds those whose
 * references are unknown; sends no webhook.
 */
export const addPastPayments: Handler = ({ store }, { body }) => {
  const { payments } = parse(z.object({ payments: z.array(pastPayment).max(1_000) }), body);
  const unknown = payments.filter(({ reference }) => !store.transactions.has(reference));
  const changes = unknown.flatMap(({ status, fees, channel: by, email, at, reference, amount }): Change[] => {
    const blank = untouched(store.nextId(), reference, amount, at);
    const value = { ...blank, status, channel: by, email };
    if (status !== 'success') return [{ kind: 'transaction', value }];
    const paid = { paidAmount: amount, paidAt: at, fees, gatewayResponse: 'Approved', decisions: 1 };
    return [
      { kind: 'transaction', value: { ...value, ...paid } },
      { kind: 'ledger', value: { at, reference, kind: 'paid', amount, currency: 'GHS' } },
    ];
  });
  store.save(...changes);
  return { status: true, added: unknown.length };
};

/** The truth about a payment, whatever its script tells the merchant. */
export const show: Handler = ({ store }, { params }) => truthOf(store, find(store, params.reference));

const completeSchema = z.object({
  outcome: outcome.default('success'),
  channel: channel.optional(),
  reason: z.string().max(200).optional(),
  paidAt: z.iso.datetime({ offset: true }).optional(),
});

/** Does what the buttons of the checkout page and the phone do. */
export const complete: Handler = async (sim, { params, body }) => {
  const transaction = find(sim.store, params.reference);
  const { outcome: wanted, ...decision } = parse(completeSchema, body);
  if (moneyTaken(transaction) && wanted !== 'success') {
    const why = 'money that was taken only goes back by refund, reverse or dispute';
    throw new ControlError(409, `${transaction.reference} is paid: ${why}`);
  }
  const changed = await decide(sim, transaction, wanted, decision);
  const redirect = returnAddress(transaction, wanted === 'abandoned');
  return { ...truthOf(sim.store, transaction), changed, redirect };
};

const webhookSchema = z.object({
  times: whole.min(1).max(50).default(1),
  forged: z.boolean().default(false),
  as: tale.optional(),
});

/** Sends the webhook of one payment again, true or forged. @returns HTTP statuses in order, 0 for no answer */
export const webhook: Handler = async ({ store, webhooks }, { params, body }) => {
  const transaction = find(store, params.reference);
  const { times, forged, as } = parse(webhookSchema, body);
  const data = webhookData(transaction, taleFrom(as));
  const how = { forged, byHand: true };
  const answers: number[] = [];
  for (let sent = 0; sent < times; sent += 1)
    for (const id of webhooks.send('charge.success', transaction.reference, data, how))
      answers.push(await webhooks.deliverNow(id));
  return { status: true, answers };
};

/** The network takes the money back without asking. */
export const reverse: Handler = (sim, { params, body }) => {
  const { store } = sim;
  const transaction = paid(store, params.reference);
  const left = store.balanceOf(transaction.reference);
  const { amount = left } = parse(z.object({ amount: whole.min(1).optional() }), body);
  if (amount > left)
    throw new ControlError(409, `Only ${left} of ${transaction.reference} is left to reverse`);
  takeBack(sim, transaction, 'reversed', amount, 'reversed');
  return truthOf(store, transaction);
};

const disputeSchema = z.object({
  action: z.enum(['create', 'remind', 'resolve']).default('create'),
  resolution: z.enum(['merchant-accepted', 'auto-accepted', 'declined']).default('merchant-accepted'),
  refundAmount: whole.min(1).optional(),
});

/** The payer's bank disputes the payment. */
export const dispute: Handler = (sim, { params, body }) => {
  const transaction = paid(sim.store, params.reference);
  const { action, resolution, refundAmount } = parse(disputeSchema, body);
  if (action === 'create') openDispute(sim, transaction, refundAmount);
  else if (action === 'remind') remindOfDispute(sim, transaction);
  else resolveDispute(sim, transaction, resolution);
  return truthOf(sim.store, transaction);
};

function truthOf(store: Store, transaction: Transaction): Fields {
  const { id, reference, status, decisions } = transaction;
  return {
    reference,
    status,
    decisions,
    paid: moneyTaken(transaction),
    balance: store.balanceOf(reference),
    checkout: `/checkout/${id}`,
    data: transactionData(transaction),
    refunds: store.refundsOf(transaction).map((one) => ({ ...refundData(one), account: one.account })),
  };
}

/** @throws ControlError 404 */
function find({ transactions }: Store, reference = ''): Transaction {
  const transaction = transactions.get(reference);
  if (!transaction) throw new ControlError(404, `No transaction has the reference ${reference}`);
  return transaction;
}

/** @throws ControlError 404 or 409 */
function paid(store: Store, reference?: string): Transaction {
  const transaction = find(store, reference);
  if (!moneyTaken(transaction)) throw new ControlError(409, `${reference} was not paid`);
  return transaction;
}
