import { migrations } from './migrations/index.js';
import { sqlFile } from './sql-file.js';

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** By the name of the table or view. Without UPDATE and DELETE: append-only, nothing that was written is ever changed. */
export type Rights = Readonly<Record<string, readonly Right[]>>;

/**
 * What the processes may do with each table; the whole list, so that it can be granted again to a database that lost its grants.
 * A migration that makes a table declares it and needs no GRANT of its own.
 */
export const RIGHTS: Rights = Object.assign(
  { migrations: ['SELECT'] },
  ...migrations.map(({ rights }) => rights),
) as Rights;

/** The GRANT statements that are missing, given the role and `RIGHTS` as JSON. */
export const MISSING_RIGHTS = sqlFile(import.meta.url, './sql/missing-rights.sql');
