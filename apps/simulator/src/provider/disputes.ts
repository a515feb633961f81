import { randomBytes } from 'node:crypto';
import { ControlError, invalid, ProviderError } from '../core/errors.js';
import { type Fields, isWithin, need, paged, textOf } from '../core/fields.js';
import type { Dispute, Transaction } from '../core/model.js';
import type { Handler, Simulator } from '../core/simulator.js';
import { BANK_STAFF, INTEGRATION, MERCHANT } from './fixtures.js';
import { takeBack } from './payments.js';
import { customerOf, nulls, transactionData, transactionListData, without } from './shapes.js';

/** Chargebacks: opened by the payer's bank, told by webhooks, resolved for or against the merchant. */

/** A merchant has two days to answer a dispute. */
const ANSWER_WITHIN_MS = 2 * 86_400_000;

/** @param refundAmount disputed part in subunits; all that is left when absent */
export function openDispute(sim: Simulator, transaction: Transaction, refundAmount?: number): void {
  const { store, time } = sim;
  const { reference, dispute } = transaction;
  if (dispute && dispute.status !== 'resolved')
    throw new ControlError(409, `${reference} is disputed already`);
  const left = store.balanceOf(reference);
  const amount = refundAmount ?? left;
  if (amount < 1 || amount > left)
    throw new ControlError(409, `Only ${left} of ${reference} is left to dispute`);
  transaction.dispute = {
    id: store.nextId(),
    status: 'awaiting-merchant-feedback',
    resolution: null,
    refundAmount: amount,
    createdAt: time.text(),
    dueAt: new Date(time.now() + ANSWER_WITHIN_MS).toISOString(),
  };
  store.saveTransaction(transaction);
  announce(sim, transaction, 'create');
}

export function remindOfDispute(sim: Simulator, transaction: Transaction): void {
  open(transaction);
  announce(sim, transaction, 'remind');
}

/** `merchant-accepted` and `auto-accepted` give the money back to the payer, `declined` leaves it where it is. */
export function resolveDispute(
  sim: Simulator,
  transaction: Transaction,
  resolution: Dispute['resolution'],
  answer: { refundAmount?: number; message?: string; attachment?: string } = {},
): void {
  const dispute = open(transaction);
  const { refundAmount = dispute.refundAmount, message, attachment } = answer;
  const now = sim.time.text();
  const attachments = [...(dispute.attachments ?? []), ...(attachment ? [attachment] : [])];
  const change = { resolution, refundAmount, message, resolvedAt: now, updatedAt: now, attachments };
  transaction.dispute = { ...dispute, ...change, status: 'resolved' };
  const left = sim.store.balanceOf(transaction.reference);
  const amount = Math.min(refundAmount, left);
  const status = amount === left ? 'reversed' : transaction.status;
  if (resolution !== 'declined' && amount > 0) takeBack(sim, transaction, 'disputed', amount, status);
  else sim.store.saveTransaction(transaction);
  announce(sim, transaction, 'resolve');
}

export const listDisputes: Handler = ({ store }, { query }) => {
  const [status, transaction] = [textOf(query.status), textOf(query.transaction)];
  const matching = disputed(store.transactions.values()).filter(
    ({ id, dispute }) =>
      isWithin(query, dispute.createdAt) &&
      (status === null || dispute.status === status) &&
      (transaction === null || String(id) === transaction),
  );
  const page = paged(matching.map(disputeData), query);
  return { status: true, message: 'Disputes retrieved', ...page };
};

export const fetchDispute: Handler = (sim, { params }) => {
  return { status: true, message: 'Dispute retrieved', data: disputeData(named(sim, params.id)) };
};

export const addEvidence: Handler = (sim, { params, body }) => {
  const of = openOnly(named(sim, params.id));
  const evidence = {
    id: sim.store.nextId(),
    customer_email: need(body, 'customer_email'),
    customer_name: need(body, 'customer_name'),
    customer_phone: need(body, 'customer_phone'),
    service_details: need(body, 'service_details'),
    delivery_address: textOf(body.delivery_address),
    delivery_date: textOf(body.delivery_date),
    createdAt: sim.time.text(),
  };
  of.dispute = { ...of.dispute, evidence, updatedAt: sim.time.text() };
  sim.store.saveTransaction(of);
  const data = evidenceData(of.dispute);
  return { status: true, message: 'Evidence created', data };
};

export const uploadUrl: Handler = (sim, { params, query }) => {
  named(sim, params.id);
  need(query, 'upload_filename');
  const fileName = randomBytes(10).toString('hex');
  const signature = randomBytes(8).toString('hex');
  const signedUrl = `${sim.settings.SIMULATOR_PUBLIC_URL}/simulator/uploads/${fileName}?signature=${signature}`;
  return { status: true, message: 'Upload url generated', data: { signedUrl, fileName } };
};

export const resolve: Handler = (sim, { params, body }) => {
  const of = openOnly(named(sim, params.id));
  const resolution = need(body, 'resolution');
  const message = need(body, 'message');
  const attachment = need(body, 'uploaded_filename');
  if (resolution !== 'merchant-accepted' && resolution !== 'declined') throw invalid('Resolution is invalid');
  resolveDispute(sim, of, resolution, { refundAmount: refundAmountOf(body, of), message, attachment });
  const data = resolvedData(named(sim, params.id));
  return { status: true, message: 'Dispute successfully resolved', data };
};

/** Payments that were disputed, the newest dispute first. */
function disputed(transactions: Iterable<Transaction>): DisputedTransaction[] {
  const isDisputed = (one: Transaction): one is DisputedTransaction => one.dispute !== null;
  return [...transactions].filter(isDisputed).sort((a, b) => b.dispute.id - a.dispute.id);
}

/** @throws ProviderError 404 */
function named({ store }: Simulator, id: string | undefined): DisputedTransaction {
  const found = disputed(store.transactions.values()).find(({ dispute }) => String(dispute.id) === id);
  if (!found) throw new ProviderError(404, 'Dispute not found', 'dispute_not_found');
  return found;
}

/** @throws ProviderError 400 */
function openOnly(of: DisputedTransaction): DisputedTransaction {
  if (of.dispute.status === 'resolved') throw invalid('Dispute has been resolved');
  return of;
}

/** @throws ControlError 409 */
function open({ dispute, reference }: Transaction): Dispute {
  if (!dispute || dispute.status === 'resolved')
    throw new ControlError(409, `${reference} has no open dispute`);
  return dispute;
}

/** @throws ProviderError 400 */
function refundAmountOf(fields: Fields, { paidAmount }: Transaction): number {
  const amount = Number(need(fields, 'refund_amount'));
  if (!Number.isSafeInteger(amount) || amount < 0) throw invalid('Refund amount is invalid');
  if (amount > (paidAmount ?? 0)) throw invalid('Refund amount cannot be greater than initial amount');
  return amount;
}

function announce({ webhooks }: Simulator, of: Transaction, event: 'create' | 'remind' | 'resolve'): void {
  const { createdAt: created_at, updatedAt: updated_at, ...rest } = disputeData(of as DisputedTransaction);
  const data = { ...rest, transaction: transactionData(of, 'webhook'), created_at, updated_at };
  webhooks.send({ event: `charge.dispute.${event}`, reference: of.reference, data });
}

type DisputedTransaction = Transaction & { dispute: Dispute };

/** A dispute as `GET /dispute` and `GET /dispute/:id` show it. */
function disputeData(of: DisputedTransaction): Fields & { id: number } {
  const { id, status, resolution, refundAmount, dueAt, createdAt, resolvedAt, ...more } = of.dispute;
  const isCard = of.channel === 'card';
  const messages: Fields[] = [{ sender: BANK_STAFF, body: 'Customer complained', createdAt }];
  if (more.message) messages.push({ sender: MERCHANT, body: more.message, createdAt: resolvedAt });
  return {
    ...nulls('transaction_reference', 'note'),
    id,
    refund_amount: refundAmount,
    currency: of.paidCurrency,
    status,
    resolution,
    domain: of.script.domain ?? 'test',
    category: 'chargeback',
    transaction: { ...transactionListData(of), fees_breakdown: null },
    customer: customerOf(of),
    bin: isCard ? of.card.slice(0, 6) : null,
    last4: isCard ? of.card.slice(-4) : null,
    dueAt,
    resolvedAt: resolvedAt ?? null,
    evidence: more.evidence ? evidenceData(of.dispute) : null,
    attachments: more.attachments?.length ? JSON.stringify(more.attachments) : null,
    history: [{ status, by: BANK_STAFF, createdAt }],
    messages,
    createdAt,
    updatedAt: more.updatedAt ?? createdAt,
  };
}

/** Evidence as the answer to adding it shows it. */
function evidenceData({ id, evidence, updatedAt }: Dispute): Fields {
  const given = Object.entries(evidence ?? {}).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), dispute: id, updatedAt };
}

/** The answer to a resolution: a dispute with the message, and internal numbers in place of the payer and the transaction. */
function resolvedData(of: DisputedTransaction): Fields {
  const { id: dispute, message: body, resolvedAt: createdAt, evidence } = of.dispute;
  return {
    ...without(disputeData(of), 'customer', 'history', 'messages'),
    merchant_transaction_reference: of.reference,
    integration: INTEGRATION,
    created_by: 30,
    transaction: of.id,
    evidence: evidence?.id ?? null,
    message: { dispute, sender: MERCHANT, body, id: dispute + 1, createdAt, updatedAt: createdAt },
  };
}
