import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { cedisFromPesewas } from '@abato/contracts';
import { smallestIdAt } from '@abato/platform';
import type { SqlRunner } from './transactions.js';

/** `%text%` for ILIKE with the text's own wildcards taken literally. */
export function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Narrow a list to the rows that have this text in one of these columns; without a text it stays as it is. */
export function searchIn<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  search: string | undefined,
  ...columns: readonly string[]
): void {
  if (!search) return;
  const found = columns.map((column) => `${column} ILIKE :search`);
  query.andWhere(`(${found.join(' OR ')})`, { search: likePattern(search) });
}

/** One page of a list, and how many rows the list has. */
export function rowsOfPage<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  page: { skip: number; pageSize: number },
): Promise<[T[], number]> {
  return query.offset(page.skip).limit(page.pageSize).getManyAndCount();
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

/** A field of a document that is a time, as PostgreSQL writes it into JSON. */
const TIME = /^(a|.*A)t$|Date$|^(since|oldest)$/;

/**
 * A row or document whose fields are named as an answer has them, as the answer shows it: times (in documents those named `at`, `…At`, `…Date`, `since` or `oldest`) as ISO 8601,
 * and each amount `…Pesewas` in cedis, without that ending.
 */
export function asView<View>(value: unknown): View {
  const shown = (field: unknown, name = ''): unknown => {
    if (field instanceof Date) return field.toISOString();
    if (typeof field === 'string' && TIME.test(name)) return new Date(field).toISOString();
    if (Array.isArray(field)) return field.map((item) => shown(item));
    if (typeof field !== 'object' || field === null) return field;
    return Object.fromEntries(
      Object.entries(field).map(([key, inner]: [string, unknown]) =>
        key.endsWith('Pesewas')
          ? [key.slice(0, -'Pesewas'.length), typeof inner === 'number' ? cedisFromPesewas(inner) : null]
          : [key, shown(inner, key)],
      ),
    );
  };
  return shown(value) as View;
}

/**
 * Read one page of a statement whose last two inputs are the rows to skip and to take, and whose rows carry the number of all rows
 * (`count(*) OVER ()::int AS total`). A page beyond the last one has no row to carry it, so the first row is read for it.
 * @param view shows a row, without `total`
 */
export async function readPage<View, Row = unknown>(
  sql: SqlRunner,
  statement: string,
  values: readonly unknown[],
  page: { skip: number; pageSize: number },
  view: (row: Row) => View = asView<View>,
): Promise<{ items: View[]; total: number }> {
  const read = async (skip: number, take: number) =>
    (await sql.query<{ total: number }>(statement, [...values, skip, take])).rows;
  const rows = await read(page.skip, page.pageSize);
  const [counted] = rows.length === 0 && page.skip > 0 ? await read(0, 1) : rows;
  return { items: rows.map(({ total: _, ...row }) => view(row as Row)), total: counted?.total ?? 0 };
}

/** Up to here a list's total is counted; beyond, the tallies know well enough what counting would take seconds to find. */
const EXACT_UP_TO = 10_000;

/**
 * How many rows a list has: exact up to 10,000, then at least that and otherwise what the tallies say.
 * @param query without order and paging
 * @param fromTallies asked only for long lists
 */
export async function cappedCount<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  fromTallies: () => Promise<number>,
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
  return counted <= EXACT_UP_TO ? counted : Math.max(counted, await fromTallies());
}
