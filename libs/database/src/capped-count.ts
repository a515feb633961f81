import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

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
