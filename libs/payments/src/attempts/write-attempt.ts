import type pg from 'pg';
import type { MobileNetwork, PaymentMethod } from '@abato/contracts';
import { inTransaction, sqlFile, type SqlRunner } from '@abato/database';
import { WATCH_MS } from '../rules/payment-situation.js';
import type { PaymentTerms } from '../rules/payment-terms.js';
import { nextCheckAt } from '../rules/payment-watch.js';
import { followPayments } from '../settlement/settle-vote.js';
import type { BegunAttempt } from './begun-attempt.js';

const INSERT = sqlFile(import.meta.url, './insert-attempt.sql');
const RECORD = sqlFile(import.meta.url, './record-begun.sql');

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

/** Write down what became of the first call for an attempt. */
export async function recordBegun(
  pool: pg.Pool,
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
  await inTransaction(pool, async (sql) => {
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
