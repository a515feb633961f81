import type { SqlRunner } from '@abato/database';
import { recordDispute } from '../disputes/record-dispute.js';
import { isInJournal, postJournal } from './post-journal.js';
import { nextCheckAt } from '../rules/payment-attempts.js';
import { type AttemptFacts, doVotesStay, paidAtOf, situationOf } from '../rules/payment-situation.js';
import { decide, type Decision, PAYMENT_STATES, type Situation } from '../rules/payment-state.js';
import {
  lockAndRead,
  type Locked,
  type PaymentUpdate,
  type ConfirmContext,
  type ConfirmationResult,
  takenOf,
} from './lock-and-read.js';
import { followRefund, isReturn, recordReturn, notifyOfMoney } from './money-back.js';
import {
  countVotes,
  followPayments,
  type PaymentChange,
  takeBackPart,
  takeBackVote,
  updatePayments,
} from './write-confirmation.js';

/** An update with what follows from it. */
type Step = Locked & { situation: Situation; decision: Decision };

/**
 * Only for `Confirmation`, which announces the results. Settle many updates in one transaction of the caller, who must not hold a vote's lock yet. As if each were settled by
 * itself in this order, at a tenth of the cost: what concerns the same attempt, vote or provider's transaction is settled one
 * after the other, everything else by the same few statements.
 * @returns a result per update, in order; null for an unknown reference
 */
export async function confirmTogether(
  sql: SqlRunner,
  updates: readonly PaymentUpdate[],
  context: ConfirmContext,
): Promise<(ConfirmationResult | null)[]> {
  const locked = await lockAndRead(sql, updates, context.now);
  const [first, later] = apart(locked);
  const steps = await silenceRepeats(
    sql,
    first.map((one) => ({ ...one, ...judge(one, context) })),
  );
  if (steps.length) await write(sql, steps, context);
  const settled = new Map<PaymentUpdate, ConfirmationResult>(
    steps.map((step) => [step.update, resultOf(step)]),
  );
  if (later.length) {
    // The locks are held, the facts have changed: read again.
    const rest = await confirmTogether(sql, later, context);
    later.forEach((one, index) => {
      const confirmation = rest[index];
      if (confirmation) settled.set(one, confirmation);
    });
  }
  return updates.map((one) => settled.get(one) ?? null);
}

/** The first update about each attempt, vote and transaction, and what has to wait for it. */
function apart(locked: readonly Locked[]): [Locked[], PaymentUpdate[]] {
  const seen = new Set<string>();
  const first: Locked[] = [];
  const later: PaymentUpdate[] = [];
  for (const one of locked) {
    const { transactionId } = one.update.proof;
    const about = [one.vote.id, ...(transactionId ? [`transaction ${transactionId}`] : [])];
    if (about.some((subject) => seen.has(subject))) later.push(one.update);
    else first.push(one);
    for (const subject of about) seen.add(subject);
  }
  return [first, later];
}

function judge(
  { payment, vote, update, facts }: Locked,
  context: ConfirmContext,
): { situation: Situation; decision: Decision } {
  const attempt: AttemptFacts = {
    amount: payment.amount_pesewas,
    taken: takenOf(payment),
    returned: payment.returned_pesewas,
    takenCurrency: payment.provider_currency ?? payment.currency,
    currency: payment.currency,
    domain: payment.method === 'MANUAL' ? null : context.domain,
    createdAt: payment.created_at,
    isPrompt: payment.is_prompt,
    cancelledAt: payment.cancelled_at,
    watchUntil: payment.watch_until,
    heldPaidAt: payment.paid_at ?? payment.settled_at,
    voteCastAt: vote.created_at,
    feesToPayer: context.feesToPayer,
    ...facts,
  };
  const situation = situationOf(update.proof, attempt, context.now);
  const votesStay = doVotesStay(update.proof, attempt, context.now);
  return { situation, decision: decide(payment.state, situation, votesStay) };
}

/**
 * Alert once: what contradicts a payment a second time in the same way brings no new alert and no new event. The provider repeats a
 * webhook for three days.
 */
async function silenceRepeats(sql: SqlRunner, steps: readonly Step[]): Promise<Step[]> {
  const alerting = steps.filter(({ decision }) => decision.action === 'none' && decision.alert);
  if (!alerting.length) return [...steps];
  const { rows } = await sql.query<{ payment_id: string }>(
    `SELECT n.payment_id
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS n (payment_id, situation, amount, currency)
     WHERE EXISTS (
       SELECT FROM payment_events e
       WHERE e.payment_id = n.payment_id AND e.detail ->> 'situation' = n.situation
         AND e.detail ->> 'amount' IS NOT DISTINCT FROM n.amount AND e.detail ->> 'currency' IS NOT DISTINCT FROM n.currency)`,
    [
      alerting.map(({ payment }) => payment.id),
      alerting.map(({ situation }) => situation),
      alerting.map(({ update: { proof } }) =>
        proof.status === 'success' && Number.isFinite(proof.amount) ? String(proof.amount) : null,
      ),
      alerting.map(({ update: { proof } }) => (proof.status === 'success' ? (proof.currency ?? null) : null)),
    ],
  );
  const known = new Set(rows.map((row) => row.payment_id));
  return steps.map((step) =>
    step.decision.action === 'none' && known.has(step.payment.id)
      ? { ...step, decision: { action: 'none' } }
      : step,
  );
}

async function write(sql: SqlRunner, steps: readonly Step[], context: ConfirmContext): Promise<void> {
  const { now } = context;
  await updatePayments(
    sql,
    steps.map((step) => changeOf(step, now)),
    now,
  );
  const counted = steps.filter(({ decision }) => decision.action === 'count');
  if (counted.length) {
    await countVotes(
      sql,
      counted.map(({ payment, vote, update, situation }) => ({
        payment,
        vote,
        proof: update.proof,
        amountPesewas: situation === 'accepted' ? bookedOf(payment) : payment.amount_pesewas,
      })),
      context,
    );
  }
  for (const step of steps) {
    const { payment, update } = step;
    await writeReturns(sql, step, now);
    if (update.dispute) await recordDispute(sql, payment, update.dispute, context);
    await notifyOfMoney(sql, { ...step, to: stateAfter(step) }, context);
  }
  const posted = steps.filter((step) => isInJournal(stateAfter(step)));
  await postJournal(
    sql,
    posted.map(({ payment }) => payment.id),
    now,
  );
}

/** What only money that goes back, or has gone back, brings with it. */
async function writeReturns(sql: SqlRunner, step: Step, now: Date): Promise<void> {
  const { payment, vote, update, decision, situation } = step;
  const { action } = decision;
  const to = stateAfter(step);
  const returned =
    action !== 'none' && isReturn(situation)
      ? await recordReturn(sql, payment, step, now)
      : payment.returned_pesewas;
  const taken = update.proof.takenAmount ?? takenOf(payment);
  const votesStay = keepsVotes(decision);
  if (action === 'take-back' && !votesStay) await takeBackVote(sql, payment, now);
  else if (action === 'take-back') await takeBackPart(sql, payment, { back: taken, taken, votesStay }, now);
  else if (action === 'take-part' || (action === 'count' && returned > 0))
    await takeBackPart(sql, payment, { back: returned, taken, votesStay }, now);
  else if (action === 'move' && vote.status !== 'COMPLETED') await followPayments(sql, vote.id);
  if (to !== payment.state) await followRefund(sql, { payment, to, update, now });
}

/** What the books say of an accepted payment, in pesewas: what was really taken, and nothing of another currency. */
function bookedOf(payment: Locked['payment']): number {
  if ((payment.provider_currency ?? payment.currency) !== payment.currency) return 0;
  return takenOf(payment);
}

function changeOf(step: Step, now: Date): PaymentChange {
  const { payment, update, situation, facts } = step;
  const to = stateAfter(step);
  const { kind } = PAYMENT_STATES[payment.state];
  const watched = ['open', 'soft-failed'].includes(PAYMENT_STATES[to].kind);
  return {
    payment,
    to,
    update,
    proof: {
      ...update.proof,
      ...(facts.transactionTaken && { transactionId: null }),
      paidAt: paidAtOf(update.proof, { createdAt: payment.created_at }, now),
    },
    situation,
    // What was counted or is going back has its amount: a contradicting proof is an alert, not a correction.
    recordMoney: kind === 'open' || kind === 'soft-failed' || kind === 'held',
    worthAnEvent: to !== payment.state || isAlert(step) || isReturned(step) || situation === 'return-named',
    returnsCheckAt: situation === 'refund-told' ? now : null,
    nextCheckAt: watched ? nextCheckAt(payment.created_at, payment.watch_until, now) : null,
  };
}

const stateAfter = ({ payment, decision }: Step): ConfirmationResult['to'] =>
  'to' in decision ? decision.to : payment.state;

/** A return that is written down leaves an event, whatever the state. */
const isReturned = ({ decision: { action } }: Step): boolean => action === 'take-part' || action === 'record';

const keepsVotes = (decision: Decision): boolean => 'votesStay' in decision && decision.votesStay === true;

const isAlert = ({ decision }: Step): boolean => 'alert' in decision && decision.alert === true;

function resultOf(step: Step): ConfirmationResult {
  const { payment, vote, situation, decision } = step;
  return {
    paymentId: payment.id,
    voteId: vote.id,
    contestId: payment.contest_id,
    from: payment.state,
    to: stateAfter(step),
    situation,
    counted: decision.action === 'count',
    takenBack: decision.action === 'take-back' && !keepsVotes(decision),
    tookPart: decision.action === 'take-part' || keepsVotes(decision),
    recorded: decision.action === 'record',
    alert: isAlert(step),
  };
}
