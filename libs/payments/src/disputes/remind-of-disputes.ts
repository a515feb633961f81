import type { SqlRunner } from '@abato/database';
import { disputeReminderLetter } from '@abato/messages';
import { mailStaff } from '../mail-people.js';
import { returnedBefore } from './returned-before.js';

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
    const letter = disputeReminderLetter({ reference, amountPesewas, dueAt, returnedPesewas, publicUrl });
    await mailStaff(sql, letter, now, contestId);
  }
}
