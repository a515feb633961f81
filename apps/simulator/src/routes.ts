import type { Handler } from './core/simulator.js';
import * as control from './control.js';
import * as pages from './pages.js';
import * as accounts from './provider/accounts.js';
import * as disputes from './provider/disputes.js';
import * as refunds from './provider/refunds.js';
import * as transactions from './provider/transactions.js';
import { messagesTo, takeSms } from './sms.js';
import * as ussd from './phone/ussd.js';

/**
 * Method and path, handler, and of the provider's API the name that faults and rate limits have for the call. All else (pages, the other
 * simulated services, what tests ask) is never under faults, and without a key.
 */
export const ROUTES: readonly [route: string, handler: Handler, endpoint?: string][] = [
  ['POST /transaction/initialize', transactions.initialize, 'initialize'],
  ['GET /transaction/verify/:reference', transactions.verify, 'verify'],
  ['GET /transaction', transactions.listTransactions, 'list-transactions'],
  ['POST /charge', transactions.charge, 'charge'],
  ['POST /charge/submit_:step', transactions.submit, 'submit'],
  ['GET /charge/:reference', transactions.checkCharge, 'check-charge'],
  ['POST /refund', refunds.refund, 'refund'],
  ['GET /refund', refunds.listRefunds, 'list-refunds'],
  ['GET /refund/:id', refunds.fetchRefund, 'fetch-refund'],
  ['POST /refund/retry_with_customer_details/:id', refunds.retryRefund, 'retry-refund'],
  ['GET /dispute', disputes.listDisputes, 'list-disputes'],
  ['POST /dispute/:id/evidence', disputes.addEvidence, 'add-evidence'],
  ['GET /dispute/:id/upload_url', disputes.uploadUrl, 'upload-url'],
  ['PUT /dispute/:id/resolve', disputes.resolve, 'resolve-dispute'],
  ['GET /bank', accounts.listBanks, 'banks'],
  ['GET /bank/resolve', accounts.resolveAccount, 'resolve-account'],
  ['POST /subaccount', accounts.addSubaccount, 'subaccounts'],
  ['GET /settlement', accounts.listSettlements, 'settlements'],
  ['GET /settlement/:id/transactions', accounts.settlementTransactions, 'settlements'],

  ['GET /', () => ({ name: 'Paystack simulator', test: true })],
  ['GET /health/live', () => ({ status: 'ok' })],
  ['GET /health/ready', () => ({ status: 'ok' })],
  ['GET /pages/:file', pages.file],
  ['GET /checkout/:code', pages.showCheckout],
  ['GET /checkout/:code/state', pages.checkoutState],
  ['POST /checkout/:code/:action', pages.checkoutAction],
  ['GET /phone', pages.showKeypad],
  ['GET /phone/:reference', pages.openPhone],
  ['GET /phone/prompts', ussd.prompts],
  ['POST /phone/sessions', ussd.dial],
  ['POST /phone/sessions/:id', ussd.type],
  ['GET /sms', pages.showSms],
  ['GET /simulator/sms', (sim, { query }) => messagesTo(sim, query.to)],
  ['POST /api/v2/sms/send', takeSms],
  ['POST /simulator/next', control.next],
  ['GET /simulator/ledger', control.ledger],
  ['GET /simulator/balances', ({ store }) => accounts.balances(store)],
  ['GET /simulator/faults', ({ store }) => store.control.faults],
  ['POST /simulator/faults', control.setFaults],
  ['GET /simulator/webhooks', control.owedWebhooks],
  ['POST /simulator/webhooks/release', control.release],
  ['POST /simulator/clock', control.advance],
  ['POST /simulator/settle', control.settle],
  ['POST /simulator/settlements/:id', control.changeSettlement],
  ['POST /simulator/past-payments', control.addPastPayments],
  ['PUT /simulator/uploads/:name', () => ({})],
  ['GET /simulator/transactions/:reference', control.show],
  ['POST /simulator/transactions/:reference/complete', control.complete],
  ['POST /simulator/transactions/:reference/script', control.script],
  ['POST /simulator/transactions/:reference/webhook', control.webhook],
  ['POST /simulator/transactions/:reference/reverse', control.reverse],
  ['POST /simulator/transactions/:reference/dispute', control.dispute],
  ['DELETE /simulator', control.reset],
];
