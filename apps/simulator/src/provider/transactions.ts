import { ProviderError } from '../core/errors.js';
import { isWithin, listed, textOf } from '../core/fields.js';
import { taleFrom } from '../core/script.js';
import { answer, type Handler } from '../core/simulator.js';
import { newTransaction } from './payments.js';
import { failAfter } from './scripts.js';
import { transactionData, transactionListData } from './shapes.js';

/** `/transaction`: initialise, verify, list. */

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
