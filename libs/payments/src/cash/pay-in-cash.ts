import { newId, newReference } from '@abato/platform';
import { type VoteRow, writeVotes } from '@abato/voting';
import type { PaymentProof } from '@abato/paystack';
import { insertAttempt } from '../attempts/attempts.js';
import type { SettlingTransaction } from '../confirm/settlement.service.js';

/**
 * Write a vote that was entered by hand, and its cash payment, and count both in this transaction. A free vote makes no payment.
 * @param by who received the cash, and what for
 * @returns false when nothing was written: a repeated key, or the contest has just changed
 */
export async function countByHand(
  transaction: SettlingTransaction,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
): Promise<boolean> {
  const written = await writeVotes(transaction.sql, [row], transaction.now);
  if (!written.has(row.id)) return false;
  if (row.price > 0) await payInCash(transaction, row, by);
  return true;
}

async function payInCash(
  { sql, now, settle }: SettlingTransaction,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
): Promise<void> {
  const reference = newReference();
  await insertAttempt(sql, {
    paymentId: newId(),
    voteId: row.id,
    contestId: row.contestId,
    reference,
    amountPesewas: row.amount,
    phone: row.phone,
    method: 'MANUAL',
    flow: 'MANUAL',
    network: null,
    channel: 'cash',
    source: 'manual',
    createdAt: now,
    ...by,
  });
  const proof: PaymentProof = {
    status: 'success',
    amount: row.amount,
    currency: 'GHS',
    domain: null,
    paidAt: now,
    channel: 'cash',
    providerStatus: 'cash',
  };
  const result = await settle({ reference, proof, source: 'manual' });
  if (!result?.counted) throw new Error(`a cash payment was not counted: ${result?.situation}`);
}
