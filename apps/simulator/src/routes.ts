import type { Handler } from './core/simulator.js';
import * as control from './control.js';
import * as pages from './pages.js';
import * as accounts from './provider/accounts.js';
import * as charges from './provider/charges.js';
import * as disputes from './provider/disputes.js';
import * as refunds from './provider/refunds.js';
import * as settlements from './provider/settlements.js';
import * as transactions from './provider/transactions.js';
import { messagesTo, takeSms } from './sms.js';
import * as ussd from './phone/ussd.js';

/** The provider's API: method and path, the name that faults and rate limits have for the call, the handler. */
export const PROVIDER: readonly [route: string, endpoint: string, handler: Handler][] = [
  ['POST /transaction/initialize', 'initialize', transactions.initialize],
  ['GET /transaction/verify/:reference', 'verify', transactions.verify],
  ['GET /transaction', 'list-transactions', transactions.listTransactions],
  ['POST /charge', 'charge', charges.charge],
  ['POST /charge/submit_otp', 'submit-otp', charges.submit('send_otp', 'otp')],
  ['POST /charge/submit_pin', 'submit-pin', charges.submit('send_pin', 'pin')],
  ['POST /charge/submit_phone', 'submit-phone', charges.submit('send_phone', 'phone')],
  ['POST /charge/submit_birthday', 'submit-birthday', charges.submit('send_birthday', 'birthday')],
  [
    'POST /charge/submit_address',
    'submit-address',
    charges.submit('send_address', 'address', 'city', 'state', 'zip_code'),
  ],
  ['GET /charge/:reference', 'check-charge', charges.checkCharge],
  ['POST /refund', 'refund', refunds.refund],
  ['GET /refund', 'list-refunds', refunds.listRefunds],
  ['GET /refund/:id', 'fetch-refund', refunds.fetchRefund],
  ['POST /refund/retry_with_customer_details/:id', 'retry-refund', refunds.retryRefund],
  ['GET /dispute', 'list-disputes', disputes.listDisputes],
  ['POST /dispute/:id/evidence', 'add-evidence', disputes.addEvidence],
  ['GET /dispute/:id/upload_url', 'upload-url', disputes.uploadUrl],
  ['PUT /dispute/:id/resolve', 'resolve-dispute', disputes.resolve],
  ['GET /bank', 'banks', accounts.listBanks],
  ['GET /bank/resolve', 'resolve-account', accounts.resolveAccount],
  ['POST /subaccount', 'subaccounts', accounts.addSubaccount],
  ['GET /settlement', 'settlements', settlements.listSettlements],
  ['GET /settlement/:id/transactions', 'settlements', settlements.settlementTransactions],
];

/** Pages, their forms and files, the other simulated services, and what tests ask: never under faults, without a key. */
export const OTHERS: readonly [route: string, handler: Handler][] = [
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
  ['GET /simulator/balances', ({ store }) => settlements.balances(store)],
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
