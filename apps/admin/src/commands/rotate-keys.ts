import { recordAudit } from '../audit.js';
import type { Command } from '../command.js';
import type { Operator } from '../operator.js';

/** Every column that `Secrets.encrypt` writes; the key of each table is `id`. A test compares the list with the schema. */
const ENCRYPTED_COLUMNS = [
  { table: 'users', column: 'id_number_encrypted' },
  { table: 'users', column: 'second_factor_encrypted' },
  { table: 'settlement_accounts', column: 'account_number_encrypted' },
  { table: 'log_keys', column: 'key_encrypted' },
];

/** Rows locked at once: sign-ins wait for no more than that. */
const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AUDIT_SUBJECT = FIRST_ID;

interface Count {
  moved: number;
  current: number;
  /** No key of the setting opens them. */
  unreadable: number;
}

/** After a new key was put in front of the old one. */
export const rotateKeys: Command = {
  name: 'rotate-keys',
  summary: 'Encrypt stored data anew with the first key of DATA_ENCRYPTION_KEY',
  details: `
Reads with every key of the list and writes with the first. Interrupted, it goes on where it was when it is started again; processes may
run meanwhile, if they have the same list. Written to the audit log, with numbers only.

Exit codes: 0 everything is under the first key (the others are then needed for voters' digests only, docs/runbook.md#rotate-keys);
2 some rows can be read with no key of the list.`,
  settings: ['DATABASE_URL', 'DATA_ENCRYPTION_KEY'],
  async run(_given, operator) {
    const total: Count = { moved: 0, current: 0, unreadable: 0 };
    for (const column of ENCRYPTED_COLUMNS) {
      const count = await moveColumn(operator, column);
      operator.print(
        `${column.table}.${column.column}: ${count.moved} encrypted anew, ${count.current} already were, ${count.unreadable} cannot be read`,
      );
      for (const name of ['moved', 'current', 'unreadable'] as const) total[name] += count[name];
    }
    await recordAudit(operator.database, operator.now, 'keys.rotate', 'keys', AUDIT_SUBJECT, { ...total });
    return total.unreadable ? 2 : 0;
  },
};

async function moveColumn(
  { database, secrets }: Operator,
  { table, column }: { table: string; column: string },
): Promise<Count> {
  const count: Count = { moved: 0, current: 0, unreadable: 0 };
  /** @returns the last key of a batch; undefined after the last batch */
  const moveBatch = (after: string): Promise<string | undefined> =>
    database.run(async ({ sql }) => {
      const { rows } = await sql.query<{ id: string; sealed: Buffer }>(
        `SELECT id, ${column} AS sealed FROM ${table} WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
        [after],
      );
      for (const { id, sealed } of rows) {
        let anew: Buffer | null;
        try {
          anew = secrets.reencrypt(sealed);
        } catch {
          count.unreadable++;
          continue;
        }
        if (anew) await sql.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, anew]);
        count[anew ? 'moved' : 'current']++;
      }
      return rows.at(-1)?.id;
    });
  let after: string | undefined = FIRST_ID;
  while (after !== undefined) after = await moveBatch(after);
  return count;
}
