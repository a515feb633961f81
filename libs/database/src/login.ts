import pg from 'pg';
import { checkPooler, type Pooler } from './pooler.js';
import { APP_ROLE } from './roles.js';
import { sqlFile } from './sql-file.js';

const DANGERS = sqlFile(import.meta.url, './sql/login-dangers.sql');
const CONNECT_WITHIN_MS = 5_000;

/**
 * What a connection's login may do beyond the rights of the processes; empty for a login that can only read and append.
 * It is about the login: whatever role the connection has taken, its session can leave that role at any time.
 */
async function dangersOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ danger: string }>(DANGERS);
  return rows.map(({ danger }) => danger);
}

/**
 * For a pool's `onConnect`: a login that may do more than the processes should (one's own single login, in development) takes their
 * role, so that a mistake in our own SQL is refused. The processes' own login stays what it is and needs no right to change roles.
 */
export async function leaveSurplusRights(client: pg.ClientBase): Promise<void> {
  if ((await dangersOf(client)).length) await client.query(`SET ROLE ${APP_ROLE}`);
}

/** What happens with a login that may do more than the processes should. */
export interface LoginPolicy {
  /** True: do not start. False: say so, take the processes' role and go on. */
  production: boolean;
  warn: (text: string) => void;
  /** Undefined: none. */
  pooler?: Pooler;
}

/**
 * Look at the login before anything else uses it.
 * @throws Error in one sentence: in production and behind a pooler when the login could change the ledger or leave the database, and
 * what `checkPooler` throws
 */
export async function checkLogin(url: string, policy: LoginPolicy): Promise<void> {
  const { pooler = 'none' } = policy;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  let dangers: string[];
  try {
    await client.connect();
    dangers = await dangersOf(client);
    if (!dangers.length) await checkPooler(client, pooler, policy.warn);
  } finally {
    await client.end().catch(() => undefined);
  }
  if (!dangers.length) return;
  const fault = `DATABASE_URL logs in as ${client.user}, which ${dangers.join(', ')}`;
  const wayOut = `give the processes a login of their own with \`admin create-database-roles\` (docs/runbook.md#database-logins)`;
  if (policy.production) throw new Error(`${fault}: this is refused in production; ${wayOut}.`);
  // No role can be taken there: the connection is another process's in the next moment.
  if (pooler !== 'none') throw new Error(`${fault}: this is refused behind a pooler; ${wayOut}.`);
  policy.warn(`${fault}: production refuses this; ${wayOut}`);
}
