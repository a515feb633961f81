import type { PaymentProof, PaymentState, Situation } from '@abato/domain';
import { sqlFile, type SqlRunner } from '@abato/persistence';
import { channelOf } from './settle-vote.js';
import type { LockedPayment, NewsSource } from './settlement.js';

const UPDATE = sqlFile(import.meta.url, './update-payment.sql');

/** Write a proof and the transition it caused to the attempt. */
export async function updatePayment(
  sql: SqlRunner,
  change: {
    payment: LockedPayment;
    to: PaymentState;
    now: Date;
    source: NewsSource;
    proof: PaymentProof;
    situation: Situation;
    recordMoney: boolean;
    worthAnEvent: boolean;
    actor?: { userId: string; reason: string };
    nextCheckAt: Date | null;
  },
): Promise<void> {
  const { payment, proof, situation } = change;
  const paid = proof.status === 'success';
  const record = paid && change.recordMoney;
  const amount = finite(proof.amount);
  const detail = {
    situation,
    providerStatus: proof.providerStatus,
    ...(paid && { amount, currency: proof.currency, domain: proof.domain }),
    ...change.actor,
  };
  await sql.query(UPDATE, [
    payment.id,
    payment.state,
    change.to,
    change.now,
    change.source,
    change.worthAnEvent ? JSON.stringify(detail) : null,
    proof.providerStatus ?? null,
    proof.message ?? null,
    proof.transactionId ?? null,
    record ? channelOf(proof.channel) : null,
    proof.fees ?? null,
    record ? amount : null,
    record ? (proof.currency ?? null) : null,
    record ? (proof.paidAt ?? change.now) : null,
    change.nextCheckAt,
  ]);
}

function finite(amount: number | undefined): number | null {
  return amount !== undefined && Number.isFinite(amount) ? amount : null;
}
