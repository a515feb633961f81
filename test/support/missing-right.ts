import { database } from './builders.js';

/**
 * Do something while the processes lack a right, as after a migration that forgot it.
 * @param right as GRANT names it: `SELECT ON hosts`
 */
export async function withoutRight<T>(right: string, work: () => Promise<T>): Promise<T> {
  await database().query(`REVOKE ${right} FROM abato_app`);
  try {
    return await work();
  } finally {
    await database().query(`GRANT ${right} TO abato_app`);
  }
}
