import type { PaymentMethod, SettlementStatus } from '@abato/contracts';
import { sqlStatements, type SqlRunner } from '@abato/database';
import type { Secrets } from '@abato/platform';
import type { PaymentProof, Provider } from '@abato/paystack';
import type { PaymentState, Situation } from '../rules/payment-state.js';

const [LOCK_PAYMENTS, LOCK_VOTES, FACTS] = sqlStatements(
  import.meta.url,
  './confirm.sql',
  'lock-payments',
  'lock-votes',
  'settlement-facts',
);

/** The source of an update; written into the payment's history. */
export type UpdateSource = 'webhook' | 'verify' | 'sweep' | 'list' | 'charge' | 'manual' | 'refund';

export interface PaymentUpdate {
  reference: string;
  proof: PaymentProof;
  source: UpdateSource;
  /** What a webhook about a dispute says of it. */
  dispute?: Provider.Dispute;
  /** Who ordered it, for refunds and acceptances by hand. */
  actor?: { userId: string; reason: string };
}

export interface ConfirmContext {
  now: Date;
  /** `test` or `live`, by our key. */
  domain: 'test' | 'live';
  /** The account adds its fees to what payers pay. */
  feesToPayer?: boolean;
  secrets: Pick<Secrets, 'voterDigest'>;
  /** Origin of the links in receipts; without it none goes out by mail or SMS. */
  publicUrl?: string;
}

/** What settling did. Signals go out by it, after the commit. */
export interface ConfirmationResult {
  paymentId: string;
  voteId: string;
  contestId: string;
  from: PaymentState;
  to: PaymentState;
  situation: Situation;
  counted: boolean;
  takenBack: boolean;
  /** A part of the money went back, and the votes of that part; once the result is closed any money, and no votes. */
  tookPart: boolean;
  /** Money that went back was written down; no vote depended on it. */
  recorded: boolean;
  /** A person has to look. */
  alert: boolean;
}

export interface LockedPayment {
  id: string;
  vote_id: string;
  contest_id: string;
  reference: string;
  method: PaymentMethod;
  channel: string | null;
  flow: 'CHECKOUT' | 'CHARGE' | 'MANUAL';
  state: PaymentState;
  amount_pesewas: number;
  provider_amount_pesewas: number | null;
  provider_currency: string | null;
  returned_pesewas: number;
  currency: string;
  created_at: Date;
  is_prompt: boolean;
  cancelled_at: Date | null;
  watch_until: Date | null;
  paid_at: Date | null;
  settled_at: Date | null;
}

export interface LockedVote {
  id: string;
  contest_id: string;
  contestant_id: string;
  category_id: string;
  vote_count: number;
  status: SettlementStatus;
  voter_phone: string | null;
  voter_email: string | null;
  created_at: Date;
}

/** What the provider took, in pesewas of its currency. */
export const takenOf = (payment: LockedPayment): number =>
  payment.provider_amount_pesewas ?? payment.amount_pesewas;

/** What else a decision depends on. */
export interface Facts {
  voteCounted: boolean;
  transactionTaken: boolean;
  contestEnd: Date | null;
  archived: boolean;
  resultsFinal: boolean;
  /** The return of money that the update names is written down. */
  returnKnown: boolean;
  /** What has gone back without a name and was not named since, in pesewas; 0 also where the update names no return. */
  returnedUnnamed: number;
  /** When our refund was last asked for; null also where the update says nothing that depends on it. */
  refundSentAt: Date | null;
  /** The dispute that the update tells of is over. */
  disputeOver: boolean;
}

type SharedFacts = Omit<Facts, 'returnKnown' | 'returnedUnnamed' | 'refundSentAt' | 'disputeOver'>;

/** A payment update with the rows it concerns; both are locked until the transaction ends. */
export interface Locked {
  update: PaymentUpdate;
  payment: LockedPayment;
  vote: LockedVote;
  facts: Facts;
}

/** Lock the attempts, then their votes, then read the facts of now. @returns in the order of `updates`, without those about unknown references */
export async function lockAndRead(
  sql: SqlRunner,
  updates: readonly PaymentUpdate[],
  now: Date,
): Promise<Locked[]> {
  const payments = await lockPayments(sql, updates);
  const known = updates.flatMap((one) => {
    const payment = payments.get(one.reference);
    return payment ? [{ update: one, payment }] : [];
  });
  if (!known.length) return [];
  const votes = await lockVotes(sql, [...payments.values()]);
  const pairs = known.map(({ update: one, payment }) => {
    const vote = votes.get(payment.vote_id);
    if (!vote) throw new Error(`payment ${payment.id} has no vote`);
    return { update: one, payment, vote };
  });
  const facts = await readFacts(sql, pairs, now);
  const returns = await knownReturns(sql, updates);
  const unnamed = await unnamedReturns(sql, pairs);
  const sent = await refundsSent(sql, pairs);
  const over = await disputesOver(sql, updates);
  return pairs.map((pair, index) => ({
    ...pair,
    facts: {
      ...(facts[index] as SharedFacts),
      ...namesOf(pair, returns, unnamed),
      refundSentAt: sent.get(pair.payment.id) ?? null,
      disputeOver: over.has(pair.update.dispute?.id ?? ''),
    },
  }));
}

async function lockPayments(
  sql: SqlRunner,
  updates: readonly PaymentUpdate[],
): Promise<Map<string, LockedPayment>> {
  const references = [...new Set(updates.map(({ reference }) => reference))];
  const { rows } = await sql.query<LockedPayment>({
    name: 'lock-payments',
    text: LOCK_PAYMENTS,
    values: [references],
  });
  return new Map(rows.map((row) => [row.reference, row]));
}

async function lockVotes(
  sql: SqlRunner,
  payments: readonly LockedPayment[],
): Promise<Map<string, LockedVote>> {
  const ids = [...new Set(payments.map((payment) => payment.vote_id))];
  const { rows } = await sql.query<LockedVote>({ name: 'lock-votes', text: LOCK_VOTES, values: [ids] });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of the returns that the updates name are written down. They are written under the payment's lock, which is held. */
async function knownReturns(sql: SqlRunner, updates: readonly PaymentUpdate[]): Promise<Set<string>> {
  const named = updates.flatMap(({ proof }) => proof.back ?? []);
  if (!named.length) return new Set();
  const { rows } = await sql.query<{ source: string; source_id: string }>(
    `SELECT r.source, r.source_id FROM money_returns r
     JOIN unnest($1::text[], $2::text[]) AS n (source, id) ON r.source = n.source AND r.source_id = n.id`,
    [named.map(({ source }) => source), named.map(({ id }) => id)],
  );
  return new Set(rows.map(({ source, source_id: id }) => `${source} ${id}`));
}

/**
 * What has gone back of payments without a name, and which names were told of it since: they are in the payments' history, because what
 * is written down of money is not changed.
 */
async function unnamedReturns(
  sql: SqlRunner,
  pairs: readonly Omit<Locked, 'facts'>[],
): Promise<Map<string, Unnamed>> {
  const named = pairs.filter(({ update: { proof }, payment }) => proof.back && payment.returned_pesewas > 0);
  if (!named.length) return new Map();
  const { rows } = await sql.query<Unnamed & { id: string }>(
    `SELECT r.payment_id AS id, (sum(r.amount_pesewas) - max(n.amount))::bigint AS pesewas, (array_agg(n.names))[1] AS names
     FROM money_returns r
     CROSS JOIN LATERAL (
       SELECT coalesce(sum((e.detail ->> 'amount')::bigint), 0) AS amount,
         coalesce(jsonb_agg(e.detail ->> 'return'), '[]') AS names
       FROM payment_events e WHERE e.payment_id = r.payment_id AND e.detail ->> 'situation' = 'return-named') n
     WHERE r.payment_id = ANY($1) AND r.source = 'REVERSAL' GROUP BY r.payment_id`,
    [named.map(({ payment }) => payment.id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Unnamed {
  pesewas: number;
  names: string[];
}

function namesOf(
  { update: { proof }, payment }: Omit<Locked, 'facts'>,
  known: Set<string>,
  unnamed: Map<string, Unnamed>,
): Pick<Facts, 'returnKnown' | 'returnedUnnamed'> {
  const name = proof.back ? `${proof.back.source} ${proof.back.id}` : '';
  const { pesewas, names } = unnamed.get(payment.id) ?? { pesewas: 0, names: [] };
  return { returnKnown: known.has(name) || names.includes(name), returnedUnnamed: Math.max(pesewas, 0) };
}

/** An account of the payer is given under the payment's lock, which is held. */
async function refundsSent(
  sql: SqlRunner,
  pairs: readonly Omit<Locked, 'facts'>[],
): Promise<Map<string, Date | null>> {
  const asked = pairs.filter(({ update: { proof } }) => proof.askedAt !== undefined);
  if (!asked.length) return new Map();
  const { rows } = await sql.query<{ payment_id: string; sent_at: Date | null }>(
    'SELECT payment_id, sent_at FROM refunds WHERE payment_id = ANY($1)',
    [asked.map(({ payment }) => payment.id)],
  );
  return new Map(rows.map((row) => [row.payment_id, row.sent_at]));
}

/** Webhooks come in any order, and late ones again. Disputes are written under their payment's lock, which is held. */
async function disputesOver(sql: SqlRunner, updates: readonly PaymentUpdate[]): Promise<Set<string>> {
  const opened = updates.flatMap(({ proof, dispute }) =>
    proof.status === 'disputed' && dispute?.id ? [dispute.id] : [],
  );
  if (!opened.length) return new Set();
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id::text FROM disputes WHERE id = ANY($1::bigint[]) AND status = 'resolved'`,
    [opened],
  );
  return new Set(rows.map(({ id }) => id));
}

/** @returns facts in the order of `pairs` */
async function readFacts(
  sql: SqlRunner,
  pairs: readonly Omit<Locked, 'facts'>[],
  now: Date,
): Promise<SharedFacts[]> {
  const { rows } = await sql.query<SharedFacts>({
    name: 'settlement-facts',
    text: FACTS,
    values: [
      pairs.map(({ vote }) => vote.id),
      pairs.map(({ payment }) => payment.id),
      pairs.map(({ update }) => update.proof.transactionId ?? null),
      pairs.map(({ vote }) => vote.contest_id),
      pairs.map(({ vote }) => vote.category_id),
      pairs.map(({ vote }) => vote.contestant_id),
      now,
    ],
  });
  if (rows.length !== pairs.length) throw new Error('settlement facts are missing');
  return rows;
}
