import type { SqlRunner } from '@abato/database';
import { receiptLetter } from '@abato/messages';
import { newId } from '@abato/platform';
import type { LockedPayment, LockedVote } from './payment-update.js';

/** Put the receipt into the mail outbox, in the transaction that counts: no receipt without a count, no count without one. */
export async function mailReceipt(
  sql: SqlRunner,
  counted: {
    payment: LockedPayment;
    vote: LockedVote;
    amountPesewas: number;
    code: string;
    now: Date;
    publicUrl: string;
  },
): Promise<void> {
  const { payment, vote, amountPesewas, code, now, publicUrl } = counted;
  if (!vote.voter_email) return;
  const { rows } = await sql.query<{ title: string; name: string }>(
    'SELECT c.title, p.name FROM contests c, contestants p WHERE c.id = $1 AND p.id = $2',
    [vote.contest_id, vote.contestant_id],
  );
  const { subject, body } = receiptLetter({
    code,
    reference: payment.reference,
    contestTitle: rows[0]?.title ?? '',
    contestantName: rows[0]?.name ?? '',
    votes: vote.vote_count,
    amountPesewas,
    countedAt: now,
    publicUrl,
  });
  await sql.query(
    `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $5)`,
    [newId(), vote.voter_email, subject, body, now],
  );
}
