import { cedisFromPesewas } from '@abato/contracts';
import type { SqlRunner } from './transaction.js';

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
