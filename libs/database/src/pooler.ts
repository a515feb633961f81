import pg from 'pg';
import type { Environment } from '@abato/platform';

/**
 * What is between the processes and PostgreSQL: nothing, or a pooler that gives each transaction any of its connections. Nothing that
 * belongs to a session survives there: options of the start, a role taken, session locks; named statements only where the pooler keeps them.
 */
export type Pooler = Environment['DATABASE_POOLER'];

/** A statement that takes longer is ended by the server (ms); lists and exports read a lot. */
export const LONGEST_STATEMENT_MS = 30_000;
const LONGEST_LOCK_MS = 10_000;

/** What every connection of the processes needs: as options of its start, or as the login's own defaults where a pooler refuses options. */
export const LOGIN_DEFAULTS = {
  statement_timeout: `${LONGEST_STATEMENT_MS}ms`,
  lock_timeout: `${LONGEST_LOCK_MS}ms`,
  TimeZone: 'UTC',
} as const;

/** @param statementMs bound of one statement */
export function startOptions(statementMs: number): string {
  return `-c TimeZone=UTC -c lock_timeout=${LONGEST_LOCK_MS} -c statement_timeout=${statementMs}`;
}

/** For a pooler that keeps no named statements: each one is parsed anew, on whichever connection it meets. */
export class UnnamedClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [statement, ...rest] = args;
    return Reflect.apply(super.query, this, [unnamed(statement), ...rest]) as never;
  }
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement;
  return { ...statement, name: undefined };
}

const HOW = 'docs/runbook.md#poolers';
/** One name, on any connection, means one thing only as long as this statement is the only one that has it. */
const PROBE = { name: 'abato-named-probe', text: 'SELECT 1' };
const ALREADY_THERE = '42P05';

/**
 * Look once, at start, whether a pooler is what the setting says.
 * @throws Error in one sentence when the login has no time-outs of its own behind a pooler, or the pooler does not keep named statements
 */
export async function checkPooler(
  client: pg.Client,
  pooler: Pooler,
  warn: (text: string) => void,
): Promise<void> {
  const isPooled = await answersForAnother(client);
  if (pooler === 'none') {
    if (isPooled)
      warn(`DATABASE_URL seems to be the address of a pooler: set DATABASE_POOLER if it pools (${HOW})`);
    return;
  }
  const missing = await missingDefaults(client);
  if (missing.length) {
    throw new Error(
      `${client.user} has no bounds of its own (${missing.join(', ')}), and a pooler passes none on: run \`admin migrate\`, or as an administrator ` +
        `\`${defaultStatements(client.user ?? '').join('; ')}\`; then let the pooler connect anew (${HOW}).`,
    );
  }
  if (pooler === 'transaction-named' && isPooled && !(await keepsNames(client))) {
    throw new Error(
      `The pooler keeps no named statements (PgBouncer does from 1.21 on, with max_prepared_statements above 0): set DATABASE_POOLER=transaction (${HOW}).`,
    );
  }
}

/** A failure of the start, with the way out where it is a pooler's. */
export function explained(error: unknown): unknown {
  const { message } = error as Error;
  if (!/unsupported startup parameter/.test(message)) return error;
  return new Error(
    `DATABASE_URL is the address of a pooler that passes on no options (${message}): set DATABASE_POOLER (${HOW}).`,
  );
}

/** The statements that give a login its defaults. */
export function defaultStatements(
  login: string,
  names = Object.keys(LOGIN_DEFAULTS) as (keyof typeof LOGIN_DEFAULTS)[],
): string[] {
  return names.map(
    (name) => `ALTER ROLE ${pg.escapeIdentifier(login)} SET ${name} = '${LOGIN_DEFAULTS[name]}'`,
  );
}

/** A pooler hands out numbers of its own for cancelling. */
async function answersForAnother(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== (client as unknown as { processID: number }).processID;
}

async function missingDefaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('statement_timeout', 'lock_timeout') AND setting::int NOT BETWEEN 1 AND $1
        OR name = 'TimeZone' AND setting NOT IN ('UTC', 'Etc/UTC')`,
    [LONGEST_STATEMENT_MS],
  );
  return rows.map(({ name, setting }) => `${name} is ${setting}`);
}

/** A pooler that keeps named statements gives them names of its own. */
async function keepsNames(client: pg.Client): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(PROBE);
    const { rowCount } = await client.query('SELECT FROM pg_prepared_statements WHERE name = $1', [
      PROBE.name,
    ]);
    if (rowCount) await client.query(`DEALLOCATE ${pg.escapeIdentifier(PROBE.name)}`);
    return !rowCount;
  } catch (error) {
    if ((error as { code?: string }).code === ALREADY_THERE) return false;
    throw error;
  } finally {
    await client.query('ROLLBACK');
  }
}
