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
