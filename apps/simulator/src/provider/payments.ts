import { randomBytes } from 'node:crypto';
import { invalid, NoAnswer, ProviderError, serverError } from '../core/errors.js';
import { amountOf, type Fields, fieldsOf, need, textOf, webAddress } from '../core/fields.js';
import type { LedgerEntry, Prompt, Step, Transaction } from '../core/model.js';
import type { Script } from '../core/script.js';
import type { Simulator } from '../core/simulator.js';
import type { Change } from '../core/store.js';
import { splitOf } from './accounts.js';
import { FIXTURES, type TestPhone } from './fixtures.js';
import { moneyTaken, webhookData } from './shapes.js';

/** A payer has three minutes to approve on the phone. Source: the provider's charge documentation. */
const APPROVE_WITHIN_MS = 180_000;
/** Ghana's price list: 1.95 % of a local card or mobile-money payment. Charged in whole subunits, half up. */
const FEE_PER_TEN_THOUSAND = 195;
/** Addresses of this domain are refused, as the provider refuses some that have the right form. */
const REFUSED_DOMAIN = '@refused.example';
const NOT_COMPLETED = 'The transaction was not completed';
/** Reason of a payment that was not approved on the phone in time. */
const PROMPT_TIMEOUT = 'Payment request timed out: the customer did not approve it';

/**
 * Check and write down a new transaction, for the checkout page or for a direct charge.
 * @returns the transaction, saved
 * @throws ProviderError 400 for a bad field or a reference that is taken; whatever the script wants instead
 */
export function newTransaction(sim: Simulator, fields: Fields, origin: Transaction['origin']): Transaction {
  const { store, time, log } = sim;
  const email = need(fields, 'email', 'Email Address is required');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.endsWith(REFUSED_DOMAIN))
    throw invalid('Invalid Email Address Passed', 'invalid_email_address');
  const amount = amountOf(fields);
  if ((textOf(fields.currency) ?? 'GHS') !== 'GHS')
    throw invalid('Currency not supported by merchant', 'unsupported_currency');
  const reference = newReference(sim, textOf(fields.reference));
  const split = splitOf(store, fields, amount);
  const callbackUrl = webAddress(fields.callback_url);
  if (textOf(fields.callback_url) && !callbackUrl) throw invalid('Invalid callback url');
  const label = textOf(fields.label);
  const phone = textOf(fieldsOf(fields.mobile_money).phone);
  const script = takeScript(sim, [email, email.split('@')[0], phone, label]);
  failBefore(script.initialize);
  const transaction: Transaction = {
    ...untouched(store.nextId(), reference, amount, time.text()),
    origin,
    email,
    label,
    callbackUrl,
    split,
    script,
    // The provider calls a payment abandoned from its first second until the payer does something.
    status: origin === 'checkout' ? 'abandoned' : 'ongoing',
    metadata: fields.metadata ?? null,
    channel: origin === 'charge' ? 'mobile_money' : 'card',
  };
  store.saveTransaction(transaction);
  log.info({ reference, origin, amount }, 'transaction made');
  return transaction;
}

/** Fail before anything is done, when the script wants that. @param mode a way to fail; others mean none. @throws ProviderError or NoAnswer */
export function failBefore(mode: string | undefined): void {
  if (mode === 'drop') throw new NoAnswer();
  if (mode === 'error-500') throw serverError();
}

/** Lose the answer after everything was done, when the script wants that. @throws NoAnswer */
export function failAfter(mode: string | undefined): void {
  if (mode === 'drop-after-accept') throw new NoAnswer();
}

/** The script of a new payment: the next for one of the names of its payer or for any, on top of the default. */
function takeScript({ store }: Simulator, names: (string | null | undefined)[]): Script {
  const { faults, queue } = store.control;
  const next =
    queue.find(({ payer }) => payer !== undefined && names.includes(payer)) ??
    queue.find(({ payer }) => payer === undefined);
  if (next && --next.left === 0) queue.splice(queue.indexOf(next), 1);
  if (next) store.saveControl();
  return { ...faults.defaults, ...next?.script };
}

/** Only `-`, `.`, `=` and alphanumerics; underscore is not on the provider's list. @throws ProviderError 400 */
function newReference({ store }: Simulator, asked: string | null): string {
  const reference = asked ?? randomBytes(8).toString('hex');
  if (!/^[A-Za-z0-9.=-]{1,100}$/.test(reference)) {
    const allowed = 'Only -, ., = and alphanumeric characters are allowed';
    throw invalid(`Transaction reference contains invalid characters. ${allowed}`);
  }
  if (store.transactions.has(reference)) {
    const nextStep = 'Try and create the Transaction or Charge with a new reference';
    const message = 'Duplicate Transaction Reference';
    throw new ProviderError(400, message, 'duplicate_reference', 'validation_error', nextStep);
  }
  return reference;
}

/** A transaction that its payer has not touched. @param createdAt ISO 8601 */
export function untouched(id: number, reference: string, amount: number, createdAt: string): Transaction {
  return {
    id,
    reference,
    origin: 'checkout',
    status: 'abandoned',
    requestedAmount: amount,
    paidAmount: null,
    paidCurrency: 'GHS',
    email: '',
    label: null,
    metadata: null,
    callbackUrl: null,
    channel: 'card',
    card: FIXTURES.cards[0].number,
    prompt: null,
    message: null,
    gatewayResponse: NOT_COMPLETED,
    fees: null,
    createdAt,
    paidAt: null,
    decisions: 0,
    verifications: 0,
    ending: null,
    dispute: null,
    split: null,
    script: {},
  };
}

/** How a payer decides: by what, why it failed, and the reported payment time (ISO 8601; now when absent). */
export type Decision = Partial<Pick<Transaction, 'channel' | 'card'>> & Pick<Step, 'reason' | 'paidAt'>;

/**
 * Decide a payment. A failed or abandoned one may still succeed (payers try again); a paid one stays paid.
 * @returns whether anything changed; resolved after the webhook was answered when the script wants it before the redirect
 */
export async function decide(
  sim: Simulator,
  transaction: Transaction,
  status: Step['status'],
  { channel = transaction.channel, card = transaction.card, ...decision }: Decision = {},
): Promise<boolean> {
  if (moneyTaken(transaction)) return false;
  sim.time.cancel(`ending:${transaction.reference}`);
  Object.assign(transaction, { channel, card, ending: null });
  const webhookIds = enter(sim, transaction, { status, at: sim.time.now(), ...decision });
  if (transaction.script.webhook === 'before-redirect')
    await Promise.all(webhookIds.map((id) => sim.webhooks.deliverNow(id)));
  return true;
}

/** Set how a payment ends by itself. The caller has changed the transaction; it is saved here. */
function schedule(sim: Simulator, transaction: Transaction, ending: Step | null): void {
  sim.time.cancel(`ending:${transaction.reference}`);
  transaction.ending = ending;
  sim.store.saveTransaction(transaction);
  armEnding(sim, transaction);
}

/** Make a payment end by itself in its time. */
export function armEnding(sim: Simulator, transaction: Transaction): void {
  const { ending, reference } = transaction;
  if (!ending) return;
  sim.time.set(`ending:${reference}`, ending.at, () => {
    transaction.ending = null;
    enter(sim, transaction, ending);
  });
}

/** Take money back without a refund call: the network reversed it, or a dispute was lost. */
export function takeBack(
  sim: Simulator,
  transaction: Transaction,
  kind: 'reversed' | 'disputed',
  amount: number,
  status: string,
): void {
  transaction.status = status;
  sim.store.save({ kind: 'transaction', value: transaction }, movement(sim, transaction, kind, amount));
}

/**
 * Show a prompt on a phone; the payment waits for it.
 * @param phone what the number does by itself; without it, or when it comes too late, the prompt times out
 */
export function openPrompt(
  sim: Simulator,
  transaction: Transaction,
  prompt: Prompt,
  phone: TestPhone = { ends: 'never', afterMs: 0 },
): void {
  const status = prompt.state === 'pending' ? 'pending' : 'ongoing';
  Object.assign(transaction, { prompt, channel: 'mobile_money', status });
  const now = sim.time.now();
  const limitMs = transaction.script.promptTimeoutMs ?? APPROVE_WITHIN_MS;
  const { ends, afterMs, reason } = phone;
  const own: Step =
    ends !== 'never' && afterMs < limitMs
      ? { status: ends, at: now + afterMs, reason }
      : { status: 'failed', at: now + limitMs, reason: PROMPT_TIMEOUT };
  schedule(sim, transaction, own);
}

/** The payer chose another way to pay than the phone. */
export function withdrawPrompt(sim: Simulator, transaction: Transaction): void {
  Object.assign(transaction, { prompt: null, channel: 'card' });
  schedule(sim, transaction, null);
}

/** The one place where a payment gets a state: by a decision or by itself. @returns ids of the webhooks */
function enter(sim: Simulator, transaction: Transaction, step: Step): number[] {
  const { reference, script, prompt } = transaction;
  const { status, reason = script.reason ?? 'Declined' } = step;
  sim.log.info({ reference, status }, 'payment decided');
  const saved: Change = { kind: 'transaction', value: transaction };
  transaction.status = status;
  transaction.decisions += 1;
  if (status === 'success') {
    const amount = take(sim, transaction, step);
    sim.store.save(saved, movement(sim, transaction, 'paid', amount));
    return announce(sim, transaction);
  }
  if (status === 'abandoned') transaction.gatewayResponse = NOT_COMPLETED;
  else Object.assign(transaction, { gatewayResponse: reason, message: reason });
  if (prompt && reason === PROMPT_TIMEOUT) prompt.state = 'timeout';
  sim.store.save(saved);
  return [];
}

/** @returns what was paid, in subunits */
function take({ time }: Simulator, transaction: Transaction, { paidAt }: Step): number {
  const { script, requestedAmount, channel } = transaction;
  const paidAmount = script.amount ?? requestedAmount;
  const onPhone = channel === 'mobile_money';
  Object.assign(transaction, {
    paidAmount,
    paidAt: new Date(paidAt ?? time.now()).toISOString(),
    fees: Math.round((requestedAmount * FEE_PER_TEN_THOUSAND) / 10_000),
    paidCurrency: script.currency ?? 'GHS',
    gatewayResponse: onPhone ? 'Approved' : 'Successful',
    message: onPhone ? 'madePayment' : null,
  });
  return paidAmount;
}

/** The provider tells about success only; failure is learned by asking. */
function announce({ webhooks }: Simulator, transaction: Transaction): number[] {
  const { webhook, webhookCopies: copies } = transaction.script;
  if (webhook === 'never') return [];
  return webhooks.send('charge.success', transaction.reference, webhookData(transaction), { copies });
}

/** A line of the ledger. */
export function movement(
  { time }: Simulator,
  { reference, paidCurrency: currency }: Transaction,
  kind: LedgerEntry['kind'],
  amount: number,
): Change {
  return { kind: 'ledger', value: { at: time.text(), reference, kind, amount, currency } };
}
