import { migrations, type Rights } from './migrations/index.js';
import { sqlFile } from './sql-file.js';

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
