import { invalid, ProviderError } from '../core/errors.js';
import { isWithin, paged, textOf } from '../core/fields.js';
import { answerFrom } from '../core/script.js';
import type { Handler } from '../core/simulator.js';
import { newTransaction } from './payments.js';
import { failAfter } from './scripts.js';
import { transactionData, transactionListData } from './shapes.js';

/** `/transaction`: initialise, verify, list. */

export const initialize: Handler = (sim, { body }) => {
  const { script, accessCode, reference } = newTransaction(sim, body, 'checkout');
  failAfter(script.initialize, script.hangMs);
  const authorization_url = `${sim.settings.SIMULATOR_PUBLIC_URL}/checkout/${accessCode}`;
  const data = { authorization_url, access_code: accessCode, reference };
  return { status: true, message: 'Authorization URL created', data };
};

export const verify: Handler = ({ store }, { params }) => {
  const unknown = () => {
    const { notFoundStatus } = store.control.faults;
    return new ProviderError(notFoundStatus, 'Transaction reference not found', 'transaction_not_found');
  };
  const transaction = store.transactions.get(params.reference ?? '');
  if (!transaction) throw unknown();
  const { verifyAs } = transaction.script;
  const lie = answerFrom(Array.isArray(verifyAs) ? verifyAs[transaction.verifications] : verifyAs);
  transaction.verifications += 1;
  if (Array.isArray(verifyAs)) store.saveTransaction(transaction);
  if (lie.notFound) throw unknown();
  const data = transactionData(transaction, 'api', lie);
  return { status: true, message: 'Verification successful', data };
};

/** Without a reference the provider takes `verify` for an id. */
export const verifyNothing: Handler = () => {
  throw invalid('Transaction ID should be numeric.');
};

export const listTransactions: Handler = ({ store }, { query }) => {
  const [status, amount, channel] = [query.status, query.amount, query.channel].map(textOf);
  const matching = [...store.transactions.values()]
    .reverse()
    .filter(
      (one) =>
        isWithin(query, one.createdAt) &&
        one.script.listed !== false &&
        (amount === null || String(one.paidAmount ?? one.requestedAmount) === amount) &&
        (channel === null || one.channel === channel) &&
        (status === null || one.status === status),
    );
  const { data, meta } = paged(matching, query);
  const total_volume = matching.reduce((sum, { paidAmount }) => sum + (paidAmount ?? 0), 0);
  return {
    status: true,
    message: 'Transactions retrieved',
    data: data.map(transactionListData),
    meta: 'total' in meta ? { ...meta, total_volume } : meta,
  };
};
