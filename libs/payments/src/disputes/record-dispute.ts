import { type SqlRunner } from '@abato/database';
import { disputeMail, disputeReminderMail } from '@abato/messages';
import type { Provider } from '@abato/paystack';
import { tryEach } from '@abato/jobs';
import { mailStaff } from '../mail-people.js';

/** SQL: what went back of a payment by anything but this dispute, in pesewas. @param dispute SQL of its id, or a parameter */
export const returnedBefore = (payment: string, dispute: string): string =>
  `(SELECT coalesce(sum(r.amount_pesewas), 0)::bigint FROM money_returns r
    WHERE r.payment_id = ${payment} AND (r.source, r.source_id) IS DISTINCT FROM ('DISPUTE', (${dispute})::text))`;

/** An organiser who is reminded in the evening can still answer on the next day. */
const BEFORE_DUE_MS = 24 * 3_600_000;

/**
 * Remind the contest's owner and the super admins by mail of disputes that wait for an answer and are due soon, each once.
 * @param of.disputeId this one, however late it is due: the provider has reminded of it
 */
export async function remindOfDisputes(
  sql: SqlRunner,
  { now, publicUrl, disputeId }: { now: Date; publicUrl: string; disputeId?: string },
): Promise<void> {
  const { rows } = await sql.query<{
    contest_id: string;
    reference: string;
    amount_pesewas: number;
    due_at: Date | null;
    returned: number;
  }>(
    `UPDATE disputes d SET reminded_at = $1
     FROM payments p
     WHERE p.id = d.payment_id AND d.reminded_at IS NULL AND d.evidence_id IS NULL AND d.status = 'awaiting-merchant-feedback'
       AND (d.id = $2 OR $2::bigint IS NULL AND d.due_at > $1 AND d.due_at <= $3)
     RETURNING d.contest_id, p.reference, d.amount_pesewas, d.due_at, ${returnedBefore('p.id', 'd.id')} AS returned`,
    [now, disputeId ?? null, new Date(now.getTime() + BEFORE_DUE_MS)],
  );
  for (const { contest_id: contestId, ...row } of rows) {
    const { reference, amount_pesewas: amountPesewas, due_at: dueAt, returned: returnedPesewas } = row;
    const mail = disputeReminderMail({ reference, amountPesewas, dueAt, returnedPesewas, publicUrl });
    await mailStaff(sql, mail, now, contestId);
  }
}

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
  dispute: Provider.Dispute,
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
  const mail = disputeMail({
    reference,
    amountPesewas: amount,
    dueAt: dispute.dueAt,
    publicUrl,
    returnedPesewas: back.rows[0]?.pesewas ?? 0,
  });
  await mailStaff(sql, mail, now, payment.contest_id);
}

/** Runs work in a transaction in which payments are settled. */
interface Settling {
  transaction(work: (of: { sql: SqlRunner; now: Date; publicUrl: string }) => Promise<void>): Promise<void>;
}

/**
 * Keep disputes that the provider's list shows and we do not know, or know otherwise: their webhooks were lost (ADR 13). What they mean for
 * money and votes is settled apart from it.
 * @throws Error the first failure, after all have been tried
 */
export async function recordListed(
  confirmation: Settling,
  sql: SqlRunner,
  disputes: readonly Provider.Dispute[],
): Promise<void> {
  const unknown = await unknownOf(sql, disputes);
  await tryEach(
    disputes.filter(({ id }) => id !== null && unknown.has(id)),
    (dispute) =>
      confirmation.transaction(async ({ sql, now, publicUrl }) => {
        // Confirmation locks the payment first, too.
        const { rows } = await sql.query<DisputedPayment>(
          'SELECT id, contest_id, reference, amount_pesewas FROM payments WHERE reference = $1 FOR UPDATE',
          [dispute.transaction.reference],
        );
        if (rows[0]) await recordDispute(sql, rows[0], dispute, { now, publicUrl });
      }),
  );
}

/** Ids of those about payments of ours that are not written down as the list shows them. */
async function unknownOf(sql: SqlRunner, disputes: readonly Provider.Dispute[]): Promise<Set<string>> {
  const named = disputes.filter(({ id, transaction }) => id !== null && transaction.reference !== null);
  if (!named.length) return new Set();
  const { rows } = await sql.query<{ id: string }>(
    `SELECT n.id::text FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS n (id, reference, status, resolution)
     JOIN payments p ON p.reference = n.reference AND p.method = 'PAYSTACK'
     LEFT JOIN disputes d ON d.id = n.id
     WHERE d.id IS NULL
       OR d.payment_id = p.id AND d.status <> 'resolved' AND (d.status, d.resolution) IS DISTINCT FROM (coalesce(n.status, 'pending'), n.resolution)`,
    [
      named.map(({ id }) => id),
      named.map(({ transaction }) => transaction.reference),
      named.map(({ status }) => status),
      named.map(({ resolution }) => resolution),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
