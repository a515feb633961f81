import { invalid, ProviderError } from '../core/errors.js';
import { fieldsOf, isWithin, listed, localPhoneOf, need, textOf } from '../core/fields.js';
import type { Network, Prompt, Transaction } from '../core/model.js';
import { taleFrom } from '../core/script.js';
import { answer, type Handler, type Simulator } from '../core/simulator.js';
import { FIXTURES, type TestPhone } from './fixtures.js';
import { decide, failAfter, newTransaction, openPrompt } from './payments.js';
import { chargeData, transactionData, transactionListData } from './shapes.js';

/** `/transaction`: the checkout page, what became of a payment, all payments. `/charge`: mobile money without the page. */

export const initialize: Handler = (sim, { body }) => {
  const { script, id, reference } = newTransaction(sim, body, 'checkout');
  failAfter(script.initialize);
  const authorization_url = `${sim.settings.SIMULATOR_PUBLIC_URL}/checkout/${id}`;
  return answer('Authorization URL created', { authorization_url, access_code: String(id), reference });
};

export const verify: Handler = ({ store }, { params }) => {
  const { notFoundStatus } = store.control.faults;
  const unknown = ['Transaction reference not found', 'transaction_not_found'] as const;
  const transaction = store.transactions.get(params.reference ?? '');
  if (!transaction) throw new ProviderError(notFoundStatus, ...unknown);
  const { verifyAs } = transaction.script;
  const lie = taleFrom(Array.isArray(verifyAs) ? verifyAs[transaction.verifications] : verifyAs);
  transaction.verifications += 1;
  if (Array.isArray(verifyAs)) store.saveTransaction(transaction);
  if (lie.notFound) throw new ProviderError(notFoundStatus, ...unknown);
  return answer('Verification successful', transactionData(transaction, lie));
};

export const listTransactions: Handler = ({ store }, { query }) => {
  const status = textOf(query.status);
  const matching = [...store.transactions.values()].filter(
    (one) =>
      isWithin(query, one.createdAt) &&
      one.script.listed !== false &&
      (status === null || one.status === status),
  );
  return listed('Transactions retrieved', matching, query, transactionListData);
};

/** After this many wrong voucher codes the charge fails. */
const MAX_WRONG_OTPS = 3;

export const charge: Handler = async (sim, { body }) => {
  if (typeof body.mobile_money !== 'object' || body.mobile_money === null)
    throw invalid('Only mobile money can be charged directly here', 'unsupported_channel');
  const wallet = fieldsOf(body.mobile_money);
  const phone = localPhoneOf(wallet.phone);
  if (!phone) throw invalid('Invalid phone number');
  const network = networkOf(wallet.provider);
  if (!network) throw invalid('Mobile money provider is invalid');
  const transaction = newTransaction(sim, body, 'charge');
  const { script } = transaction;
  const behaviour = behaviourOf(sim, transaction, phone);
  const { becomes: next, reason } = behaviour;
  const first = script.charge ?? behaviour.first ?? (network === 'vod' ? 'send_otp' : 'pay_offline');
  const state = first === 'success' || first === 'failed' ? 'pay_offline' : first;
  const becomes =
    next && state === 'pending' ? { state: next.state, at: sim.time.now() + next.afterMs } : undefined;
  const prompt: Prompt = { phone, network, state, becomes, wrongOtps: 0 };
  const asks = first.startsWith('send_') || becomes;
  openPrompt(sim, transaction, prompt, asks ? undefined : behaviour);
  if (first === 'success' || first === 'failed') await decide(sim, transaction, first, { reason });
  failAfter(script.initialize);
  return answer('Charge attempted', chargeData(transaction));
};

/** What the payer sends in each step. */
const ANSWERS: Record<string, string[]> = {
  otp: ['otp'],
  pin: ['pin'],
  phone: ['phone'],
  birthday: ['birthday'],
  address: ['address', 'city', 'state', 'zip_code'],
};

/** Take what the payer sent. A right answer opens the prompt on the phone, a wrong one asks again, the third fails. */
export const submit: Handler = async (sim, { params: { step = '' }, body }) => {
  const transaction = find(sim, textOf(body.reference) ?? '');
  for (const name of ANSWERS[step] ?? []) need(body, name);
  const { prompt, script } = transaction;
  if (prompt?.state !== `send_${step}` || transaction.status === 'failed')
    throw invalid('Charge is not waiting for this');
  if (script.refusesAnswer) {
    const data = { status: 'failed', message: 'Insufficient funds' };
    await decide(sim, transaction, 'failed', { reason: data.message });
    return answer('Charge attempted', data, { status: false });
  }
  const otp = textOf(body.otp) ?? '';
  if (step !== 'otp' || (/^\d{6}$/.test(otp) && otp !== '000000')) {
    const behaviour = behaviourOf(sim, transaction, prompt.phone);
    openPrompt(sim, transaction, { ...prompt, state: 'pay_offline' }, behaviour);
  } else {
    prompt.wrongOtps += 1;
    sim.store.saveTransaction(transaction);
    if (prompt.wrongOtps >= MAX_WRONG_OTPS)
      await decide(sim, transaction, 'failed', { reason: 'The voucher code was wrong too often' });
  }
  return answer('Charge attempted', chargeData(transaction));
};

export const checkCharge: Handler = (sim, { params }) =>
  answer('Reference check successful', chargeData(find(sim, params.reference ?? '')));

/** What the script, else the test number, does with a charge. */
function behaviourOf({ settings }: Simulator, { script }: Transaction, phone: string): TestPhone {
  const { SIMULATOR_PHONE_APPROVES_MS: afterMs } = settings;
  const own = FIXTURES.phones[phone.slice(-4)] ?? { ends: afterMs > 0 ? 'success' : 'never', afterMs };
  const outcome = script.outcome === 'abandoned' ? 'never' : script.outcome;
  return { ...own, ends: outcome ?? own.ends, reason: script.reason ?? own.reason };
}

/** The provider's samples write network codes in both cases. */
export function networkOf(input: unknown): Network | null {
  const network = String(textOf(input)).toLowerCase();
  return Object.hasOwn(FIXTURES.networks, network) ? (network as Network) : null;
}

/** @throws ProviderError 400 */
function find({ store, time }: Simulator, reference: string): Transaction {
  const transaction = store.transactions.get(reference);
  if (!transaction) throw invalid('Transaction reference is invalid', 'transaction_not_found');
  const { prompt } = transaction;
  if (prompt?.becomes && prompt.state === 'pending' && time.now() >= prompt.becomes.at) {
    transaction.prompt = { ...prompt, state: prompt.becomes.state, becomes: undefined };
    store.saveTransaction(transaction);
  }
  return transaction;
}
