import type pg from 'pg';

/**
 * Statements as tests write them: sql`SELECT code FROM contestants WHERE id = ${id}` resolves to the rows. A value in `${}` is sent as a
 * parameter, never as text.
 */
export const sqlOf =
  (pool: () => pg.Pool) =>
  async <T = Record<string, unknown>>(text: TemplateStringsArray, ...values: unknown[]): Promise<T[]> => {
    const { rows } = await pool().query(
      text.reduce((before, part, nr) => `${before}$${nr}${part}`),
      values,
    );
    return rows as T[];
  };
