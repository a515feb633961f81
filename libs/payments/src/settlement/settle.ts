import type pg from 'pg';
import {
  decide,
  nextCheckAt,
  PAYMENT_STATES,
  situationOf,
  type Decision,
  type PaymentProof,
  type Situation,
} from '@abato/domain';
import { inTransaction, sqlFile, type SqlRunner } from '@abato/persistence';
import { followRefund } from './settle-refund.js';
import { countVote, followPayments, takeBackVote } from './settle-vote.js';
import type { LockedPayment, LockedVote, News, SettleContext, Settlement } from './settlement.js';
import { updatePayment } from './update-payment.js';

const LOCK_PAYMENT = sqlFile(import.meta.url, './lock-payment.sql');
const LOCK_VOTE = sqlFile(import.meta.url, './lock-vote.sql');
const FACTS = sqlFile(import.meta.url, './settlement-facts.sql');

/**
 * Settle one attempt by a proof, whoever brings it: the only way a payment's success, failure or reversal enters the books.
 * Repeating it, in any order and at once, changes nothing more.
 * @returns null for a reference we do not know
 */
export async function settle(pool: pg.Pool, news: News, context: SettleContext): Promise<Settlement | null> {
  return inTransaction(pool, (sql) => settleWithin(sql, news, context));
}

/** The same inside a transaction of the caller, who must not hold a vote's lock yet. */
export async function settleWithin(
  sql: SqlRunner,
  news: News,
  context: SettleContext,
): Promise<Settlement | null> {
  const payment = (await sql.query<LockedPayment>(LOCK_PAYMENT, [news.reference])).rows[0];
  if (!payment) return null;
  const vote = (await sql.query<LockedVote>(LOCK_VOTE, [payment.vote_id])).rows[0];
  if (!vote) throw new Error(`payment ${payment.id} has no vote`);
  const facts = await readFacts(sql, payment, vote, news.proof);
  const situation = situationOf(
    news.proof,
    {
      amount: payment.amount_pesewas,
      taken: payment.provider_amount_pesewas ?? payment.amount_pesewas,
      currency: payment.currency,
      domain: payment.method === 'MANUAL' ? null : context.domain,
      createdAt: payment.created_at,
      cancelledAt: payment.cancelled_at,
      watchUntil: payment.watch_until,
      voteCastAt: vote.created_at,
      ...facts,
    },
    context.now,
  );
  const decision = decide(payment.state, situation);
  return apply(sql, { payment, vote, news, situation, decision, facts }, context);
}

interface Facts {
  voteCounted: boolean;
  transactionTaken: boolean;
  contestEnd: Date | null;
  archived: boolean;
}

async function readFacts(
  sql: SqlRunner,
  payment: LockedPayment,
  vote: LockedVote,
  proof: PaymentProof,
): Promise<Facts> {
  const { rows } = await sql.query<{
    vote_counted: boolean;
    transaction_taken: boolean;
    contest_end: Date | null;
    archived: boolean;
  }>(FACTS, [
    vote.id,
    payment.id,
    proof.transactionId ?? null,
    vote.contest_id,
    vote.category_id,
    vote.contestant_id,
  ]);
  const row = rows[0];
  if (!row) throw new Error('settlement facts are missing');
  return {
    voteCounted: row.vote_counted,
    transactionTaken: row.transaction_taken,
    contestEnd: row.contest_end,
    archived: row.archived,
  };
}

async function apply(
  sql: SqlRunner,
  step: {
    payment: LockedPayment;
    vote: LockedVote;
    news: News;
    situation: Situation;
    decision: Decision;
    facts: Facts;
  },
  context: SettleContext,
): Promise<Settlement> {
  const { payment, vote, news, situation, decision, facts } = step;
  const { now } = context;
  const to = decision.action === 'none' ? payment.state : decision.to;
  const alert = 'alert' in decision && decision.alert === true;
  const { kind } = PAYMENT_STATES[payment.state];
  const watched = ['open', 'soft-failed'].includes(PAYMENT_STATES[to].kind);
  await updatePayment(sql, {
    payment,
    to,
    now,
    source: news.source,
    actor: news.actor,
    proof: facts.transactionTaken ? { ...news.proof, transactionId: null } : news.proof,
    situation,
    // What was counted or is going back has its amount: a contradicting proof is an alert, not a correction.
    recordMoney: kind === 'open' || kind === 'soft-failed' || kind === 'held',
    worthAnEvent: to !== payment.state || alert,
    nextCheckAt: watched ? nextCheckAt(payment.created_at, payment.watch_until, now) : null,
  });
  if (decision.action === 'count') await countVote(sql, payment, vote, news.proof, context);
  else if (decision.action === 'take-back') await takeBackVote(sql, payment, now);
  else if (decision.action === 'move' && vote.status !== 'COMPLETED') await followPayments(sql, vote.id);
  if (to !== payment.state) await followRefund(sql, { payment, to, news, now });
  return {
    paymentId: payment.id,
    voteId: vote.id,
    contestId: payment.contest_id,
    from: payment.state,
    to,
    situation,
    counted: decision.action === 'count',
    takenBack: decision.action === 'take-back',
    alert,
  };
}
