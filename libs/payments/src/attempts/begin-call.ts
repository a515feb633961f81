import { createHmac } from 'node:crypto';
import { refusalTexts } from '@abato/contracts';
import { sqlStatements, type Transactions } from '@abato/database';
import { AppError, type Environment, type Logger, senderNetwork } from '@abato/platform';
import { ProviderError, type PaystackClient, type Provider } from '@abato/paystack';
import { nextCheckAt } from '../rules/payment-attempts.js';
import { WATCH_MS } from '../rules/payment-situation.js';
import { followPayments } from '../confirm/write-confirmation.js';
import type { BegunAttempt, PayerOfVote } from './attempts.js';

const [RECORD] = sqlStatements(import.meta.url, './attempts.sql', 'record-begun');

/** A payer as fair shares know one, by network address (null: the request has none) and phone: digests under the installation's key, never a number or an address. */
export function payerFrom(
  { voteId, contestId, phone }: PayerOfVote,
  address: string | null,
  env: Pick<Environment, 'production' | 'DATA_ENCRYPTION_KEY'>,
): Provider.Payer {
  const digest = (text: string | null): string | null =>
    text &&
    createHmac('sha256', env.DATA_ENCRYPTION_KEY).update(`payer|${text}`).digest('base64url').slice(0, 22);
  return {
    ticket: voteId,
    contestId,
    address: digest(address && senderNetwork(address, env)),
    phone: digest(phone),
  };
}

/**
 * A permit for one of our calls to the provider, for a payer. A refusal is no failure and is not logged: metrics count it as held
 * back.
 * @throws AppError OVERLOADED with the payer's position and the time to wait
 */
export async function permitFor(
  client: PaystackClient,
  call: 'initialize' | 'charge',
  payer: Provider.Payer,
): Promise<Provider.CallPermit> {
  return client.takePermit(call, payer).catch((error: unknown) => {
    throw error instanceof ProviderError ? forPayer(error) : error;
  });
}

/** Where no PAYER_EMAIL_DOMAIN is set, which production refuses: a name that no machine has (RFC 2606). */
const NO_DOMAIN = 'payer.abato.test';

/** The provider insists on an address and mails to it: the voter's, or one of a domain that is ours. */
export function payerEmail(
  attempt: Pick<BegunAttempt, 'voteId' | 'voterEmail'>,
  env: Pick<Environment, 'PAYER_EMAIL_DOMAIN'>,
): string {
  return attempt.voterEmail ?? `v-${attempt.voteId}@${env.PAYER_EMAIL_DOMAIN || NO_DOMAIN}`;
}

/**
 * The first call for an attempt, and one more with an address of ours when the provider refuses the voter's: a vote is not lost over an address
 * that it is only asked for because the provider mails a receipt.
 * @param call `isFirst`: it has the attempt's permit
 * @returns the answer, and whether the voter's address was refused
 */
export async function withPayerEmail<T>(
  attempt: Pick<BegunAttempt, 'voteId' | 'voterEmail'>,
  env: Pick<Environment, 'PAYER_EMAIL_DOMAIN'>,
  call: (email: string, isFirst: boolean) => Promise<T>,
): Promise<{ answer: T; emailRefused: boolean }> {
  try {
    return { answer: await call(payerEmail(attempt, env), true), emailRefused: false };
  } catch (error) {
    if (attempt.voterEmail === null || !isAboutEmail(error)) throw error;
    const answer = await call(payerEmail({ ...attempt, voterEmail: null }, env), false);
    return { answer, emailRefused: true };
  }
}

const isAboutEmail = (error: unknown): boolean =>
  error instanceof ProviderError &&
  error.failure === 'rejected' &&
  /e-?mail/i.test(`${error.details.code ?? ''} ${error.message}`);

/** Write down what became of the first call for an attempt. */
export async function recordBegun(
  db: Transactions,
  attempt: Pick<BegunAttempt, 'paymentId' | 'createdAt'>,
  outcome: {
    state: 'INITIALIZED' | 'PROVIDER_PENDING' | 'INIT_UNKNOWN' | 'FAILED_INIT';
    source: 'initialize' | 'charge';
    authorizationUrl?: string;
    accessCode?: string;
    message?: string;
    chargeStatus?: string;
    chargeText?: string;
    chargeUrl?: string;
  },
  now: Date,
): Promise<void> {
  await db.run(async ({ sql }) => {
    const watchUntil = new Date(attempt.createdAt.getTime() + WATCH_MS);
    const { rows } = await sql.query<{ vote_id: string }>(RECORD, [
      attempt.paymentId,
      outcome.state,
      now,
      outcome.source,
      outcome.authorizationUrl ?? null,
      outcome.accessCode ?? null,
      outcome.message ?? null,
      outcome.state === 'FAILED_INIT' ? null : nextCheckAt(attempt.createdAt, watchUntil, now),
      outcome.chargeStatus ?? null,
      outcome.chargeText ?? null,
      outcome.chargeUrl ?? null,
    ]);
    if (rows[0] && outcome.state === 'FAILED_INIT') await followPayments(sql, rows[0].vote_id);
  });
}

/** The provider's window is a minute; after it a payer without a position may well be lucky. */
const LONGEST_WAIT_SECONDS = 60;
/** An estimate for a position is told as it is; beyond this no one waits. */
const LONGEST_QUEUE_SECONDS = 900;

/** What a failed first call means: for the attempt's row, and for the payer. */
export interface Refusal {
  state: 'INIT_UNKNOWN' | 'FAILED_INIT';
  message: string;
  error: AppError;
}

/**
 * Only a call that certainly did nothing ends the attempt. Everything else stays watched: the provider may know the payment.
 * @throws whatever is no failed call
 */
export function refusalOf(error: unknown, log: Logger): Refusal {
  if (!(error instanceof ProviderError)) throw error;
  const { failure, message, details } = error;
  log.warn({ failure, reason: message, status: details.status, code: details.code }, 'provider call failed');
  const known = failure !== 'unknown';
  return { state: known ? 'FAILED_INIT' : 'INIT_UNKNOWN', message, error: forPayer(error) };
}

function forPayer(error: ProviderError): AppError {
  if (error.failure === 'rejected') return new AppError('PROVIDER_REJECTED', { cause: error });
  if (error.failure === 'rate-limited') {
    const { position } = error.details;
    const longest = position === undefined ? LONGEST_WAIT_SECONDS : LONGEST_QUEUE_SECONDS;
    const retryAfter = Math.max(1, Math.min(error.details.retryAfter ?? 10, longest));
    return new AppError('OVERLOADED', {
      message: refusalTexts.payment.busy(retryAfter),
      retryAfter,
      position,
      cause: error,
    });
  }
  return new AppError('PROVIDER_UNAVAILABLE', { cause: error });
}
