import type { SqlRunner } from '@abato/database';
import { disputeLetter } from '@abato/messages';
import type { ProviderDispute } from '@abato/paystack';
import { remindOfDisputes } from './remind-of-disputes.js';
import { mailStaff } from '../mail-people.js';
import { returnedBefore } from './returned-before.js';

/** The payment a dispute is about. */
export interface DisputedPayment {
  id: string;
  contest_id: string;
  reference: string;
  amount_pesewas: number;
}

/**
 * Keep what the provider says about a dispute. When it is heard of for the first time, the contest's owner and the super admins are told
 * by mail, once: all in the caller's transaction.
 * @param publicUrl origin of the links in mails; without it none goes out
 */
export async function recordDispute(
  sql: SqlRunner,
  payment: DisputedPayment,
  dispute: ProviderDispute,
  { now, publicUrl }: { now: Date; publicUrl?: string },
): Promise<void> {
  if (!dispute.id) return;
  const amount = dispute.refundAmount ?? payment.amount_pesewas;
  const { rows } = await sql.query<{ is_new: boolean }>(
    // Webhooks come in any order: what is resolved stays so.
    `INSERT INTO disputes (id, payment_id, contest_id, status, resolution, amount_pesewas, due_at, opened_at, resolved_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, resolution = excluded.resolution,
       amount_pesewas = excluded.amount_pesewas, due_at = coalesce(excluded.due_at, disputes.due_at),
       resolved_at = excluded.resolved_at, updated_at = excluded.updated_at
       WHERE disputes.payment_id = excluded.payment_id AND disputes.status <> 'resolved'
     RETURNING xmax = 0 AS is_new`,
    [
      dispute.id,
      payment.id,
      payment.contest_id,
      dispute.status ?? 'pending',
      dispute.resolution,
      amount,
      dispute.dueAt,
      now,
      dispute.status === 'resolved' ? (dispute.resolvedAt ?? now) : null,
    ],
  );
  if (dispute.status === 'resolved' || !publicUrl || !rows[0]) return;
  if (!rows[0].is_new) {
    if (dispute.isReminder) await remindOfDisputes(sql, { now, publicUrl, disputeId: dispute.id });
    return;
  }
  const { reference } = payment;
  const back = await sql.query<{ pesewas: number }>(
    `SELECT ${returnedBefore('$1', '$2::bigint')} AS pesewas`,
    [payment.id, dispute.id],
  );
  const letter = disputeLetter({
    ...{ reference, amountPesewas: amount, dueAt: dispute.dueAt, publicUrl },
    returnedPesewas: back.rows[0]?.pesewas ?? 0,
  });
  await mailStaff(sql, letter, now, payment.contest_id);
}
