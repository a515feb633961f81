import type { SqlRunner } from '@abato/database';
import { attentionLetter, isWaitingState, refundLetter } from '@abato/messages';
import { newId } from '@abato/platform';
import { mailStaff } from '../disputes/record-dispute.js';
import type { PaymentState } from '../rules/payment-state.js';
import type { LockedPayment, LockedVote } from './payment-update.js';

/**
 * Tell by mail what a payment's new state means: super admins that it waits for them, a payer with an e-mail address that the money
 * went back. In settlement's transaction and only when the state changes, so that repeated proofs tell no one twice.
 */
export async function tellOfMoney(
  sql: SqlRunner,
  { payment, vote, to }: { payment: LockedPayment; vote: LockedVote; to: PaymentState },
  { now, publicUrl }: { now: Date; publicUrl?: string },
): Promise<void> {
  if (!publicUrl || to === payment.state) return;
  const { reference } = payment;
  if (isWaitingState(to)) await mailStaff(sql, attentionLetter(to, reference, publicUrl), now);
  if (to !== 'REFUNDED' || !vote.voter_email) return;
  const { subject, body } = refundLetter(
    reference,
    payment.provider_amount_pesewas ?? payment.amount_pesewas,
  );
  await sql.query(
    `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $5)`,
    [newId(), vote.voter_email, subject, body, now],
  );
}
