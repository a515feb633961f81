import {
  cedisFromPesewas,
  type FeePolicy,
  formatCedis,
  type MobileNetwork,
  type PaymentMethod,
  refusalTexts,
} from '@abato/contracts';
import { type SqlRunner, sqlStatements, type Transactions } from '@abato/database';
import { AppError, newId, newReference } from '@abato/platform';
import type { Provider } from '@abato/paystack';
import {
  BEGINNING_MS,
  type EarlierAttempt,
  nextAttempt,
  type NextAttempt,
  nextCheckAt,
  type PaymentTerms,
  termsOf,
} from '../rules/payment-attempts.js';
import { isNearEnd, mayBeginPayment, WATCH_MS } from '../rules/payment-situation.js';
import { assertNoOpenPayment, limitPrompts } from './phone-limits.js';

const [LOCK_VOTE, ATTEMPTS, INSERT, SUPERSEDE] = sqlStatements(
  import.meta.url,
  './attempts.sql',
  'lock-vote-to-pay',
  'attempts-of-vote',
  'insert-attempt',
  'supersede-attempts',
);

/** A new attempt, committed, for which the provider has not been called yet. */
export interface BegunAttempt {
  kind: 'begun';
  paymentId: string;
  voteId: string;
  contestId: string;
  reference: string;
  amountPesewas: number;
  voterName: string | null;
  voterEmail: string | null;
  /** E.164; null when it was erased. */
  phone: string | null;
  createdAt: Date;
  paidFor: Provider.PaidFor;
  terms: PaymentTerms;
  /** For a call to the provider, taken for this attempt. */
  permit: Provider.CallPermit;
}

export type AttemptResult = BegunAttempt | Exclude<NextAttempt, { kind: 'new' | 'held' | 'too-many' }>;

export interface NewAttempt {
  voteId: string;
  flow: 'CHECKOUT' | 'CHARGE';
  /** The number to pay from; the voter's when absent. */
  phone?: string;
  network?: MobileNetwork;
  /** The payer's network vouches for the number, and the prompt has been announced: the limit of prompts was asked before. */
  isVouched?: boolean;
  /** A vote cast longer ago than this is not paid any more; absent: it never expires. */
  unpaidVoteMs?: number;
  /** Most that a prompt asks for, in pesewas; absent: no limit. */
  walletLimitPesewas?: number;
}

/** Whose turn it is: what fair shares of our calls are asked about. */
export interface PayerOfVote {
  voteId: string;
  contestId: string;
  phone: string | null;
}

/**
 * Begin paying for a vote: check it, take a permit for a call to the provider, and commit a new attempt before the call.
 * @param takePermit what it throws leaves no trace: a payer whom our own limit of calls refuses has made no attempt. Asked outside
 *   of any transaction, so that no lock waits for it.
 * @returns the attempt to call the provider for, or what there is already
 * @throws AppError VOTE_NOT_FOUND, VOTE_NOT_PAYABLE, VOTE_ALREADY_PAID, VOTE_EXPIRED, CONTEST_ENDED, CONTEST_NOT_ACTIVE,
 *   PAYMENT_OPEN, WALLET_LIMIT, RATE_LIMITED
 */
export async function beginAttempt(
  db: Transactions,
  input: NewAttempt,
  now: Date,
  takePermit: (payer: PayerOfVote) => Promise<Provider.CallPermit>,
): Promise<AttemptResult> {
  const before = await db.run(({ sql }) => lookAt(sql, input, now));
  if (before.next.kind !== 'new') return before.next;
  const { id: voteId, contest_id: contestId, voter_phone: voterPhone } = before.vote;
  const permit = await takePermit({ voteId, contestId, phone: input.phone ?? voterPhone });
  const result = await db.run(({ sql }) => begin(sql, input, now, permit));
  if (result.kind === 'begun') {
    const orphanedBefore = new Date(now.getTime() - BEGINNING_MS);
    await db.query(SUPERSEDE, [input.voteId, result.reference, now, orphanedBefore]);
  }
  return result;
}

interface VoteToPay {
  id: string;
  contest_id: string;
  amount_pesewas: number;
  status: string;
  voter_name: string | null;
  voter_email: string | null;
  voter_phone: string | null;
  created_at: Date;
  contest_end: Date;
  closed: boolean;
  vote_count: number;
  contest_title: string;
  contestant_name: string;
  host_id: string;
  policy: (FeePolicy & { version: number }) | null;
  subaccount_code: string | null;
}

type Next = Exclude<NextAttempt, { kind: 'held' | 'too-many' }>;

/** The vote, locked, and what may be done about paying for it. */
async function lookAt(
  sql: SqlRunner,
  input: NewAttempt,
  now: Date,
): Promise<{ vote: VoteToPay; next: Next }> {
  const vote = (await sql.query<VoteToPay>(LOCK_VOTE, [input.voteId, now])).rows[0];
  if (!vote) throw new AppError('VOTE_NOT_FOUND');
  if (vote.amount_pesewas === 0) throw new AppError('VOTE_NOT_PAYABLE');
  if (vote.status === 'COMPLETED') throw new AppError('VOTE_ALREADY_PAID');
  if (vote.closed) throw new AppError('CONTEST_NOT_ACTIVE');
  if (!mayBeginPayment(vote.contest_end, now)) throw new AppError('CONTEST_ENDED');
  const isExpired = input.unpaidVoteMs !== undefined && +now - +vote.created_at >= input.unpaidVoteMs;
  if (vote.amount_pesewas > (input.walletLimitPesewas ?? Infinity))
    throw aboveWalletLimit(input.walletLimitPesewas ?? 0);
  const next = await chooseNext(sql, vote.id, input.flow, now, isExpired);
  const phone = input.phone ?? vote.voter_phone;
  if (next.kind === 'new' && phone && isNearEnd(vote.contest_end, now))
    await assertNoOpenPayment(sql, vote, phone, now);
  const isLimited = input.flow === 'CHARGE' && !input.isVouched;
  if (next.kind === 'new' && isLimited && phone) await limitPrompts(sql, phone, now);
  return { vote, next };
}

/** The refusal of a prompt above the limit of wallets. */
export function aboveWalletLimit(limitPesewas: number): AppError {
  const limit = formatCedis(cedisFromPesewas(limitPesewas));
  const message = refusalTexts.payment.walletLimit(limit);
  return new AppError('WALLET_LIMIT', { message, errors: [{ field: 'voteCount', message }] });
}

async function begin(
  sql: SqlRunner,
  input: NewAttempt,
  now: Date,
  permit: Provider.CallPermit,
): Promise<AttemptResult> {
  const { vote, next } = await lookAt(sql, input, now);
  if (next.kind !== 'new') return next;
  const attempt: BegunAttempt = {
    kind: 'begun',
    paymentId: newId(),
    voteId: vote.id,
    contestId: vote.contest_id,
    reference: newReference(),
    amountPesewas: vote.amount_pesewas,
    voterName: vote.voter_name,
    voterEmail: vote.voter_email,
    phone: input.phone ?? vote.voter_phone,
    createdAt: now,
    paidFor: { contest: vote.contest_title, nominee: vote.contestant_name, votes: vote.vote_count },
    terms: termsOf(vote.amount_pesewas, {
      id: vote.host_id,
      policy: vote.policy,
      subaccount: vote.subaccount_code,
    }),
    permit,
  };
  await insertAttempt(sql, {
    ...attempt,
    method: 'PAYSTACK',
    flow: input.flow,
    network: input.network ?? null,
    channel: input.flow === 'CHARGE' ? 'mobile_money' : null,
    source: input.flow === 'CHARGE' ? 'charge' : 'initialize',
  });
  return attempt;
}

async function chooseNext(
  sql: SqlRunner,
  voteId: string,
  flow: 'CHECKOUT' | 'CHARGE',
  now: Date,
  isExpired: boolean,
): Promise<Next> {
  const { rows } = await sql.query<EarlierAttempt & { countedBefore: boolean }>(ATTEMPTS, [voteId]);
  if (rows[0]?.countedBefore) throw new AppError('VOTE_NOT_PAYABLE', refusalTexts.payment.reversed);
  const next = nextAttempt(rows, now, flow);
  if (next.kind === 'held') {
    throw new AppError('VOTE_ALREADY_PAID', refusalTexts.payment.held);
  }
  if (isExpired) throw new AppError('VOTE_EXPIRED');
  if (next.kind === 'too-many') throw new AppError('RATE_LIMITED', { retryAfter: next.secondsLeft });
  return next;
}

/** Write an attempt. The caller holds the vote's lock, or has just inserted the vote itself. */
export async function insertAttempt(
  sql: SqlRunner,
  attempt: Pick<
    BegunAttempt,
    'paymentId' | 'voteId' | 'contestId' | 'reference' | 'amountPesewas' | 'phone'
  > & {
    method: PaymentMethod;
    flow: 'CHECKOUT' | 'CHARGE' | 'MANUAL';
    network: MobileNetwork | null;
    channel: string | null;
    source: 'initialize' | 'charge' | 'manual';
    createdAt: Date;
    actorUserId?: string;
    reason?: string;
    /** Absent for cash. */
    terms?: PaymentTerms;
  },
): Promise<void> {
  const { createdAt: now, terms } = attempt;
  const watchUntil = attempt.method === 'MANUAL' ? null : new Date(now.getTime() + WATCH_MS);
  await sql.query(INSERT, [
    attempt.paymentId,
    attempt.voteId,
    attempt.contestId,
    attempt.reference,
    attempt.method,
    attempt.flow,
    attempt.amountPesewas,
    attempt.phone,
    attempt.network,
    now,
    watchUntil && nextCheckAt(now, watchUntil, now),
    watchUntil,
    attempt.source,
    attempt.actorUserId ?? null,
    attempt.reason ?? null,
    attempt.channel,
    terms?.hostId ?? null,
    terms?.policyVersion ?? null,
    terms?.bearer ?? null,
    terms?.charge ?? null,
    terms?.split?.subaccount ?? null,
  ]);
}
