import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { smallestIdAt } from '@abato/platform';

/** `%text%` for ILIKE with the text's own wildcards taken literally. */
export function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

const DAY_MS = 24 * 3_600_000;

/**
 * The ids of the rows that were made on a day: they begin with their time (UUIDv7), so that a list that is sorted by id finds a day without
 * an index of its own.
 * @param day YYYY-MM-DD, UTC
 */
export function idsOfDay(day: string): { from: string; to: string } {
  const start = Date.parse(`${day}T00:00:00Z`);
  return { from: smallestIdAt(start), to: smallestIdAt(start + DAY_MS) };
}

/** Rows of a page, and how many there are in all. */
export interface RowsOfPage<R> {
  rows: R[];
  total: number;
}

/**
 * Read one page of a statement whose rows carry the number of all rows (`count(*) OVER ()::int AS total`). A page beyond the last one has no
 * row to carry it, so the first row is read for it.
 * @param read rows to skip, rows to take
 */
export async function readPage<R extends { total: number }>(
  page: { skip: number; pageSize: number },
  read: (skip: number, take: number) => Promise<R[]>,
): Promise<RowsOfPage<R>> {
  const rows = await read(page.skip, page.pageSize);
  const [counted] = rows.length === 0 && page.skip > 0 ? await read(0, 1) : rows;
  return { rows, total: counted?.total ?? 0 };
}

/** Up to here a list's total is counted; beyond, the folds know well enough what counting would take seconds to find. */
const EXACT_UP_TO = 10_000;

/**
 * How many rows a list has: exact up to 10,000, then at least that and otherwise what the folds say.
 * @param query without order and paging
 * @param fromFolds asked only for long lists
 */
export async function cappedCount<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  fromFolds: () => Promise<number>,
): Promise<number> {
  const inner = query
    .clone()
    .orderBy()
    .select('1', 'one')
    .offset(undefined)
    .limit(EXACT_UP_TO + 1);
  const [sql, parameters] = inner.getQueryAndParameters();
  const rows: { total: number }[] = await query.connection.query(
    `SELECT count(*) AS total FROM (${sql}) AS counted`,
    parameters,
  );
  const counted = rows[0]?.total ?? 0;
  return counted <= EXACT_UP_TO ? counted : Math.max(counted, await fromFolds());
}
