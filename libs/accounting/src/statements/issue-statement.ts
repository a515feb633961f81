import { sqlFile, type SqlRunner } from '@abato/database';
import {
  hasMovements,
  movementsOf,
  NO_TOTALS,
  type StatementContent,
  type StatementTotals,
  type StoredInvoice,
} from './statement-content.js';

/**
 * Months as YYYY-MM in the time of Ghana, which is UTC all year. Dates are taken as they are in UTC.
 */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** Its first moment. */
export const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

export function monthAfter(month: string): string {
  const start = startOf(month);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)));
}

/** Months from one to before another, the oldest first. */
export function monthsBetween(first: string, before: string): string[] {
  const months: string[] = [];
  for (let month = first; month < before; month = monthAfter(month)) months.push(month);
  return months;
}

const TOTALS = sqlFile(import.meta.url, './statement-totals.sql');
/** Numbers have no gaps: statements are issued one after the other, whatever process issues them. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('abato statements'))`;

/** What a statement is made with. */
export interface Issuing {
  now: Date;
  issuer: string;
}

/**
 * Issue the statement of a host for a month, once. Months are issued in order. The caller is in a transaction.
 * @param month YYYY-MM, ended
 * @returns its number; null when it is issued already, or nothing has moved
 */
export async function issueMonth(
  sql: SqlRunner,
  { hostId, month }: { hostId: string; month: string },
  issuing: Issuing,
): Promise<number | null> {
  await sql.query(LOCK);
  const { rows } = await sql.query<{ month: string; totals: StatementTotals; closing: number }>(
    `SELECT month, totals, (content ->> 'closing')::bigint AS closing
     FROM statements WHERE host_id = $1 AND month IS NOT NULL ORDER BY month DESC LIMIT 1`,
    [hostId],
  );
  const [before] = rows;
  if (before && before.month >= month) return null;
  const totals = await totalsOf(sql, { hostId, contestId: null, until: month });
  const movements = movementsOf(totals, before?.totals ?? NO_TOTALS);
  if (!hasMovements(movements)) return null;
  const opening = before?.closing ?? 0;
  const invoice = movements.platformFee === 0 ? null : await invoiceFor(sql, movements.platformFee, issuing);
  return insert(sql, { hostId, month, contestId: null, totals }, issuing, {
    ...movements,
    host: await nameOf(sql, hostId),
    contest: null,
    from: startOf(month).toISOString(),
    to: startOf(monthAfter(month)).toISOString(),
    opening,
    closing: opening + movements.net - movements.settlements,
    invoice,
  });
}

/**
 * Issue the statement of a host for a contest whose results are final, once. It says what the contest has earned up to now; what is paid to
 * the settlement account is not divided by contest. The caller is in a transaction.
 * @returns its number; null when it is issued already, or nothing has moved
 */
export async function issueContest(
  sql: SqlRunner,
  { hostId, contestId }: { hostId: string; contestId: string },
  issuing: Issuing,
): Promise<number | null> {
  await sql.query(LOCK);
  const issued = await sql.query('SELECT FROM statements WHERE contest_id = $1 AND host_id = $2', [
    contestId,
    hostId,
  ]);
  if (issued.rowCount) return null;
  const totals = await totalsOf(sql, { hostId, contestId, until: null });
  if (!hasMovements(totals)) return null;
  const { rows } = await sql.query<{ title: string; from: Date }>(
    'SELECT title, created_at AS "from" FROM contests WHERE id = $1',
    [contestId],
  );
  return insert(sql, { hostId, month: null, contestId, totals }, issuing, {
    ...totals,
    host: await nameOf(sql, hostId),
    contest: rows[0]?.title ?? '',
    from: (rows[0]?.from ?? issuing.now).toISOString(),
    to: issuing.now.toISOString(),
    opening: 0,
    closing: totals.net,
    invoice: null,
  });
}

async function totalsOf(
  sql: SqlRunner,
  { hostId, contestId, until }: { hostId: string; contestId: string | null; until: string | null },
): Promise<StatementTotals> {
  const { rows } = await sql.query<StatementTotals>(TOTALS, [hostId, contestId, until]);
  return rows[0] ?? NO_TOTALS;
}

async function invoiceFor(sql: SqlRunner, total: number, { issuer }: Issuing): Promise<StoredInvoice> {
  const { rows } = await sql.query<{ next: number }>(
    'SELECT coalesce(max(invoice_number), 0) + 1 AS next FROM statements',
  );
  return { number: rows[0]?.next ?? 1, issuer, net: total, taxes: [], total };
}

async function nameOf(sql: SqlRunner, hostId: string): Promise<string> {
  const { rows } = await sql.query<{ name: string }>('SELECT name FROM hosts WHERE id = $1', [hostId]);
  return rows[0]?.name ?? '';
}

async function insert(
  sql: SqlRunner,
  of: { hostId: string; month: string | null; contestId: string | null; totals: StatementTotals },
  { now }: Issuing,
  content: StatementContent,
): Promise<number | null> {
  const { rows } = await sql.query<{ number: number }>(
    `INSERT INTO statements (host_id, number, month, contest_id, issued_at, content, totals, invoice_number)
     SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7 FROM statements WHERE host_id = $1
     RETURNING number`,
    [
      of.hostId,
      of.month,
      of.contestId,
      now,
      JSON.stringify(content),
      JSON.stringify(of.totals),
      content.invoice?.number ?? null,
    ],
  );
  return rows[0]?.number ?? null;
}
