import { type CashEntryState, type CashEntryView, cedisFromPesewas, type Page } from '@abato/contracts';
import { readPage, sqlFile, type SqlRunner } from '@abato/database';
import { countByWindow, type VoteRow } from '@abato/voting';

const INSERT = sqlFile(import.meta.url, './insert-cash-entry.sql');
const LOCK = sqlFile(import.meta.url, './lock-cash-entry.sql');
const LIST = sqlFile(import.meta.url, './list-cash-entries.sql');

/** An entry under its lock. Amounts in pesewas. @property votes those that were bought */
export interface LockedCashEntry {
  contest_id: string;
  category_id: string;
  contestant_id: string;
  votes: number;
  price_pesewas: number;
  amount_pesewas: number;
  multiplier: number;
  voter_name: string | null;
  voter_email: string | null;
  voter_phone: string | null;
  idempotency_key: string;
  request_digest: Buffer;
  reason: string;
  entered_by: string;
  decision: 'CONFIRMED' | 'REJECTED' | null;
  owner_id: string;
}

/** Keeps what the entry counts and costs as of now. @returns false when the key was used before, or what it names was deleted */
export async function insertCashEntry(
  sql: SqlRunner,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
  now: Date,
): Promise<boolean> {
  countByWindow(row, now);
  const { rowCount } = await sql.query(INSERT, [
    ...[row.id, row.contestId, row.categoryId, row.contestantId],
    ...[row.votes / row.multiplier, row.price, row.amount, row.multiplier],
    ...[row.name, row.email, row.phone, row.key, row.digest, by.reason, by.actorUserId, now],
  ]);
  return rowCount === 1;
}

/** What an earlier request with this key entered; a confirmed entry is a vote, and found there. */
export async function findCashEntry(
  sql: SqlRunner,
  key: string,
): Promise<{ id: string; votes: number; amountPesewas: number; rejected: boolean; digest: Buffer } | null> {
  const { rows } = await sql.query<{
    id: string;
    votes: number;
    amount_pesewas: number;
    decision: string | null;
    request_digest: Buffer;
  }>(
    `SELECT id, votes * multiplier AS votes, coalesce(amount_pesewas, votes * price_pesewas) AS amount_pesewas, decision, request_digest
     FROM cash_entries WHERE idempotency_key = $1`,
    [key],
  );
  const [row] = rows;
  return row
    ? {
        id: row.id,
        votes: row.votes,
        amountPesewas: row.amount_pesewas,
        rejected: row.decision === 'REJECTED',
        digest: row.request_digest,
      }
    : null;
}

export async function lockCashEntry(sql: SqlRunner, id: string): Promise<LockedCashEntry | null> {
  return (await sql.query<LockedCashEntry>(LOCK, [id])).rows[0] ?? null;
}

/** Write a decision about a locked entry. The voter's data go: a confirmed vote has them, a rejected one needs them no more. */
export async function decideCashEntry(
  sql: SqlRunner,
  id: string,
  decided: { decision: 'CONFIRMED' | 'REJECTED'; actorUserId: string; at: Date; reason: string | null },
): Promise<void> {
  await sql.query(
    `UPDATE cash_entries SET decision = $2, decided_by = $3, decided_at = $4, decision_reason = $5,
       voter_name = NULL, voter_email = NULL, voter_phone = NULL
     WHERE id = $1`,
    [id, decided.decision, decided.actorUserId, decided.at, decided.reason],
  );
}

interface ListedRow {
  id: string;
  contest_id: string;
  title: string;
  contestant: string;
  category: string;
  votes: number;
  amount_pesewas: number;
  reason: string;
  decision: 'CONFIRMED' | 'REJECTED' | null;
  entered_by: string;
  entered_by_name: string | null;
  entered_at: Date;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
  total: number;
}

/** @param of contests of this owner (null: all), one contest (null: all), in this state */
export async function listCashEntries(
  sql: SqlRunner,
  of: { ownerId: string | null; contestId: string | null; state: CashEntryState },
  page: Page,
): Promise<{ items: CashEntryView[]; total: number }> {
  const { rows, total } = await readPage(
    page,
    async (skip, take) =>
      (await sql.query<ListedRow>(LIST, [of.ownerId, of.contestId, of.state, skip, take])).rows,
  );
  return { items: rows.map(viewOf), total };
}

function viewOf(row: ListedRow): CashEntryView {
  return {
    id: row.id,
    contestId: row.contest_id,
    contest: { title: row.title },
    contestant: { name: row.contestant },
    category: { name: row.category },
    voteCount: row.votes,
    amount: cedisFromPesewas(row.amount_pesewas),
    reason: row.reason,
    state: row.decision ?? 'WAITING',
    enteredBy: { id: row.entered_by, name: row.entered_by_name ?? '' },
    enteredAt: row.entered_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name ?? '' },
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
  };
}
