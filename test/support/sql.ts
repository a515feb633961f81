import type pg from 'pg';

type Statement = [text: TemplateStringsArray, ...values: unknown[]];

/**
 * Statements as tests write them: sql`SELECT code FROM contestants WHERE id = ${id}` resolves to the rows. A value in `${}` is sent as a
 * parameter, never as text. `sql.value` resolves to the first column of the first row (undefined without a row), `sql.column` to the first
 * column of each.
 */
export function sqlOf(pool: () => pg.Pool) {
  const rowsOf = async <T = Record<string, unknown>>(...[text, ...values]: Statement): Promise<T[]> => {
    const { rows } = await pool().query(
      text.reduce((before, part, nr) => `${before}$${nr}${part}`),
      values,
    );
    return rows as T[];
  };
  const column = async <T>(...statement: Statement): Promise<T[]> =>
    (await rowsOf<Record<string, T>>(...statement)).map((row) => Object.values(row)[0] as T);
  const value = async <T>(...statement: Statement): Promise<T> => (await column<T>(...statement))[0] as T;
  return Object.assign(rowsOf, { column, value });
}
