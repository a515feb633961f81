import { randomBytes } from 'node:crypto';
import { ControlError, invalid, ProviderError } from '../core/errors.js';
import { type Fields, isWithin, listed, need } from '../core/fields.js';
import type { Dispute, Transaction } from '../core/model.js';
import { answer, type Handler, type Simulator } from '../core/simulator.js';
import { MERCHANT, SAMPLES } from './fixtures.js';
import { takeBack } from './payments.js';
import { customerOf, transactionListData, webhookData, without } from './shapes.js';

/** Chargebacks: opened by the payer's bank, told by webhooks, resolved for or against the merchant. */

/** A merchant has two days to answer a dispute. */
const ANSWER_WITHIN_MS = 2 * 86_400_000;

/** A transaction whose payment was disputed. */
type Disputed = Transaction & { dispute: Dispute };

/** @param refundAmount disputed part in subunits; all that is left when absent */
export function openDispute(sim: Simulator, transaction: Transaction, refundAmount?: number): void {
  const { store, time } = sim;
  const { reference } = transaction;
  if (isOpen(transaction)) throw new ControlError(409, `${reference} is disputed already`);
  const left = store.balanceOf(reference);
  const amount = refundAmount ?? left;
  if (amount < 1 || amount > left)
    throw new ControlError(409, `Only ${left} of ${reference} is left to dispute`);
  const dispute: Dispute = {
    id: store.nextId(),
    status: 'awaiting-merchant-feedback',
    resolution: null,
    refundAmount: amount,
    createdAt: time.text(),
    dueAt: time.text(time.now() + ANSWER_WITHIN_MS),
  };
  store.saveTransaction(Object.assign(transaction, { dispute }));
  announce(sim, transaction, 'create');
}

export const remindOfDispute = (sim: Simulator, transaction: Transaction): void =>
  announce(sim, openOnly(transaction), 'remind');

/** `merchant-accepted` and `auto-accepted` give the money back to the payer, `declined` leaves it where it is. */
export function resolveDispute(
  sim: Simulator,
  transaction: Transaction,
  resolution: Dispute['resolution'],
  answered: Partial<Dispute> = {},
): void {
  const of = openOnly(transaction);
  const now = sim.time.text();
  const change = { status: 'resolved', resolution, resolvedAt: now, updatedAt: now } as const;
  of.dispute = { ...of.dispute, ...answered, ...change };
  const left = sim.store.balanceOf(of.reference);
  const amount = Math.min(of.dispute.refundAmount, left);
  const status = amount === left ? 'reversed' : of.status;
  if (resolution !== 'declined' && amount > 0) takeBack(sim, of, 'disputed', amount, status);
  else sim.store.saveTransaction(of);
  announce(sim, of, 'resolve');
}

export const listDisputes: Handler = ({ store }, { query }) => {
  const matching = disputed(store.transactions.values()).filter(({ dispute }) =>
    isWithin(query, dispute.createdAt),
  );
  return listed('Disputes retrieved', matching, query, disputeData);
};

export const addEvidence: Handler = (sim, { params, body }) => {
  const of = answerable(sim, params.id);
  const now = sim.time.text();
  const evidence = {
    id: sim.store.nextId(),
    customer_email: need(body, 'customer_email'),
    customer_name: need(body, 'customer_name'),
    customer_phone: need(body, 'customer_phone'),
    service_details: need(body, 'service_details'),
    createdAt: now,
  };
  Object.assign(of.dispute, { evidence, updatedAt: now });
  sim.store.saveTransaction(of);
  return answer('Evidence created', evidenceData(of.dispute));
};

export const uploadUrl: Handler = (sim, { params, query }) => {
  answerable(sim, params.id);
  need(query, 'upload_filename');
  const fileName = randomBytes(10).toString('hex');
  const signedUrl = `${sim.settings.SIMULATOR_PUBLIC_URL}/simulator/uploads/${fileName}?signature=${fileName}`;
  return answer('Upload url generated', { signedUrl, fileName });
};

export const resolve: Handler = (sim, { params, body }) => {
  const of = answerable(sim, params.id);
  const resolution = need(body, 'resolution');
  const message = need(body, 'message');
  const attachments = [need(body, 'uploaded_filename')];
  if (resolution !== 'merchant-accepted' && resolution !== 'declined') throw invalid('Resolution is invalid');
  resolveDispute(sim, of, resolution, { refundAmount: refundAmountOf(body, of), message, attachments });
  return answer('Dispute successfully resolved', resolvedData(of));
};

/** Payments that were disputed, the oldest dispute first. */
function disputed(transactions: Iterable<Transaction>): Disputed[] {
  return [...transactions].filter(isDisputed).sort((a, b) => a.dispute.id - b.dispute.id);
}

const isDisputed = (of: Transaction): of is Disputed => of.dispute !== null;
const isOpen = (of: Transaction): of is Disputed => isDisputed(of) && of.dispute.status !== 'resolved';

/** A dispute that the merchant may answer. @throws ProviderError 404 or 400 */
function answerable({ store }: Simulator, id: string | undefined): Disputed {
  const found = disputed(store.transactions.values()).find(({ dispute }) => String(dispute.id) === id);
  if (!found) throw new ProviderError(404, 'Dispute not found', 'dispute_not_found');
  if (!isOpen(found)) throw invalid('Dispute has been resolved');
  return found;
}

/** @throws ControlError 409 */
function openOnly(of: Transaction): Disputed {
  if (!isOpen(of)) throw new ControlError(409, `${of.reference} has no open dispute`);
  return of;
}

/** @throws ProviderError 400 */
function refundAmountOf(fields: Fields, { paidAmount }: Transaction): number {
  const amount = Number(need(fields, 'refund_amount'));
  if (!Number.isSafeInteger(amount) || amount < 0) throw invalid('Refund amount is invalid');
  if (amount > (paidAmount ?? 0)) throw invalid('Refund amount cannot be greater than initial amount');
  return amount;
}

function announce({ webhooks }: Simulator, of: Transaction, event: 'create' | 'remind' | 'resolve'): void {
  const { createdAt: created_at, updatedAt: updated_at, ...rest } = disputeData(of as Disputed);
  const data = { ...rest, transaction: webhookData(of), created_at, updated_at };
  webhooks.send(`charge.dispute.${event}`, of.reference, data);
}

/** A dispute as lists show it. */
function disputeData(of: Disputed): Fields {
  const { id, status, resolution, refundAmount, dueAt, createdAt, resolvedAt = null } = of.dispute;
  const { evidence, attachments, updatedAt = createdAt } = of.dispute;
  return {
    ...SAMPLES.dispute,
    id,
    refund_amount: refundAmount,
    currency: of.paidCurrency,
    status,
    resolution,
    domain: of.script.domain ?? 'test',
    transaction: transactionListData(of),
    customer: customerOf(of),
    dueAt,
    resolvedAt,
    evidence: evidence ? evidenceData(of.dispute) : null,
    attachments: attachments ? JSON.stringify(attachments) : null,
    createdAt,
    updatedAt,
  };
}

/** Evidence as the answer to adding it shows it. */
const evidenceData = ({ id: dispute, evidence, updatedAt }: Dispute): Fields => ({
  ...evidence,
  dispute,
  updatedAt,
});

/** The answer to a resolution: a dispute with the message, and internal numbers in place of the payer and the transaction. */
function resolvedData(of: Disputed): Fields {
  const { id: dispute, message: body, resolvedAt: createdAt, evidence } = of.dispute;
  return {
    ...SAMPLES.resolvedDispute,
    ...without(disputeData(of), 'customer', 'history', 'messages'),
    merchant_transaction_reference: of.reference,
    transaction: of.id,
    evidence: evidence?.id ?? null,
    message: { dispute, sender: MERCHANT, body, id: dispute + 1, createdAt, updatedAt: createdAt },
  };
}
