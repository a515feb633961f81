import { sqlFile, type SqlRunner } from '@abato/database';
import type { Situation } from '../rules/payment-decision.js';
import type { PaymentProof } from '../rules/payment-situation.js';
import { channelOf } from './settle-vote.js';
import type { LockedPayment, PaymentUpdate } from './payment-update.js';

const UPDATE = sqlFile(import.meta.url, './update-payments.sql');

/** What a proof changes about one attempt. */
export interface PaymentChange {
  payment: LockedPayment;
  to: LockedPayment['state'];
  update: PaymentUpdate;
  /** What is written of the update's proof. */
  proof: PaymentProof;
  situation: Situation;
  recordMoney: boolean;
  worthAnEvent: boolean;
  nextCheckAt: Date | null;
  /** When to read the provider's refunds of it; null leaves it. */
  returnsCheckAt: Date | null;
}

/** Write proofs and the transitions they caused to the attempts: each at most once in `changes`. */
export async function updatePayments(
  sql: SqlRunner,
  changes: readonly PaymentChange[],
  now: Date,
): Promise<void> {
  const column = <T>(of: (change: PaymentChange) => T): T[] => changes.map(of);
  const record = ({ proof, recordMoney }: PaymentChange): boolean =>
    proof.status === 'success' && recordMoney;
  // Money that is first heard of when it has gone back has a currency, too: the books are about cedis only.
  const isTaken = (change: PaymentChange): boolean =>
    record(change) || (change.recordMoney && change.proof.takenAmount !== undefined);
  await sql.query({
    name: 'update-payments',
    text: UPDATE,
    values: [
      now,
      column(({ payment }) => payment.id),
      column(({ payment }) => payment.state),
      column(({ to }) => to),
      column(({ update }) => update.source),
      column((change) => (change.worthAnEvent ? JSON.stringify(detailOf(change)) : null)),
      column(({ proof }) => proof.providerStatus ?? null),
      column(({ proof }) => proof.message ?? null),
      column(({ proof }) => proof.transactionId ?? null),
      column((change) => (record(change) ? channelOf(change.proof.channel ?? change.payment.channel) : null)),
      column(({ proof }) => proof.fees ?? null),
      column((change) => (record(change) ? finite(change.proof.amount) : null)),
      column((change) => (isTaken(change) ? (change.proof.currency ?? null) : null)),
      column((change) => (record(change) ? (change.proof.paidAt ?? now) : null)),
      column(({ nextCheckAt }) => nextCheckAt),
      column(({ returnsCheckAt }) => returnsCheckAt),
      column((change) => splitTold(change)?.platform ?? null),
      column((change) => splitTold(change)?.host ?? null),
      column((change) => splitTold(change)?.subaccount ?? null),
    ],
  });
}

/** What the provider says of the parts of a payment that it has taken. */
const splitTold = ({ proof }: PaymentChange): PaymentProof['split'] =>
  proof.status === 'success' ? proof.split : null;

function detailOf({ proof, situation, update }: PaymentChange): object {
  const paid = proof.status === 'success';
  return {
    situation,
    providerStatus: proof.providerStatus,
    ...(paid && { amount: finite(proof.amount), currency: proof.currency, domain: proof.domain }),
    ...(proof.back && { amount: finite(proof.amount), return: `${proof.back.source} ${proof.back.id}` }),
    ...update.actor,
  };
}

function finite(amount: number | undefined): number | null {
  return amount !== undefined && Number.isFinite(amount) ? amount : null;
}
