import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { defaultStatements, LOGIN_DEFAULTS } from './pooler.js';
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
const MISSING_RIGHTS = sqlFile(import.meta.url, './sql/missing-rights.sql');

/** The role that holds the rights of every process; no process logs in as it, the processes' login is a member. */
export const APP_ROLE = 'abato_app';

/** A mistake in how roles and logins are set up: the message says what an administrator has to do. */
export class RolesError extends Error {
  override name = 'RolesError';
}

export interface RolesOptions {
  /** A login that may create roles, or one for which everything has been prepared. */
  ownerUrl: string;
  /** Login of the processes; undefined or the same login: the owner's own, which may then take the role. */
  processUrl?: string | undefined;
  /** Give an existing login the password of `processUrl`. */
  setPassword?: boolean | undefined;
  log?: ((line: string) => void) | undefined;
}

/** Another database of the same server does the same at this moment: look again. */
const MADE_MEANWHILE = new Set(['42710', '23505', 'XX000']);
const ATTEMPTS = 10;
const NOT_ALLOWED = '42501';

/**
 * Make the processes' role and login and connect them, as far as anything of it is missing. Safe to repeat.
 * Passwords reach the server as SCRAM verifiers only, so that no statement log can hold one.
 * @throws RolesError when the owner's login may not do what is missing
 */
export async function createDatabaseRoles(options: RolesOptions): Promise<void> {
  const client = new pg.Client({ connectionString: options.ownerUrl });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await completeRoles(client, options);
      } catch (error) {
        const { code = '', message } = error as Error & { code?: string };
        if (code === NOT_ALLOWED) throw new RolesError(notAllowed(client, message));
        if (!MADE_MEANWHILE.has(code) || attempt >= ATTEMPTS) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

function notAllowed(client: pg.Client, reason: string): string {
  return (
    `The login ${client.user} may not set up the database's roles (${reason}): run \`admin create-database-roles\` with ` +
    'DATABASE_OWNER_URL of a login that may, or the statements of docs/runbook.md#database-logins.'
  );
}

async function completeRoles(client: pg.Client, options: RolesOptions): Promise<void> {
  const log = options.log ?? (() => undefined);
  if (!(await roleNamed(client, APP_ROLE))) {
    await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN`);
    log(`role ${APP_ROLE} made`);
  }
  const login = options.processUrl ? new pg.Client({ connectionString: options.processUrl }) : client;
  const name = login.user ?? '';
  if (name === client.user) return letAct(client, name);
  const there = await roleNamed(client, name);
  const password = typeof login.password === 'string' && login.password ? login.password : undefined;
  const secret = password ? ` PASSWORD ${pg.escapeLiteral(scramVerifier(password))}` : '';
  if (!there) {
    await client.query(`CREATE ROLE ${pg.escapeIdentifier(name)} LOGIN${secret}`);
    log(`login ${name} made`);
  } else if (options.setPassword && secret) {
    // A typing error must not give a superuser or a foreign login another password.
    if (!there.isPlain)
      throw new RolesError(`${name} is no login of the processes: its password was not changed.`);
    await client.query(`ALTER ROLE ${pg.escapeIdentifier(name)} LOGIN${secret}`);
    log(`login ${name} has the password of DATABASE_URL`);
  }
  if (!(await has(client, name, 'USAGE'))) {
    await client.query(`GRANT ${APP_ROLE} TO ${pg.escapeIdentifier(name)}${await withInheritance(client)}`);
    log(`login ${name} has the rights of ${APP_ROLE}`);
  }
  await setDefaults(client, name, log);
}

/**
 * Time-outs of the login itself, for connections whose start can say none (poolers). What an administrator chose stays. An owner that may
 * not set them is no failure: a process that needs them says so at its start.
 */
async function setDefaults(client: pg.Client, login: string, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: keyof typeof LOGIN_DEFAULTS }>(
    `SELECT name FROM unnest($2::text[]) AS name
     WHERE NOT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole, unnest(s.setconfig) AS one
                       WHERE r.rolname = $1 AND s.setdatabase = 0 AND one ILIKE name || '=%')`,
    [login, Object.keys(LOGIN_DEFAULTS)],
  );
  if (!rows.length) return;
  const names = rows.map(({ name }) => name);
  const statements = defaultStatements(login, names);
  try {
    for (const statement of statements) await client.query(statement);
    log(`login ${login} has a default of ${names.join(', ')}`);
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    log(
      `${client.user} may not give ${login} its defaults, needed behind a pooler only: ${statements.join('; ')}`,
    );
  }
}

/** A single login for everything takes the role on connecting. From PostgreSQL 16 on, being a member does not yet allow that. */
async function letAct(client: pg.Client, name: string): Promise<void> {
  const right = (await serverVersion(client)) >= 16 ? 'SET' : 'MEMBER';
  if (!(await has(client, name, right)))
    await client.query(`GRANT ${APP_ROLE} TO ${pg.escapeIdentifier(name)}`);
}

/** A login that was made not to inherit would be a member without any right. Releases that still take the role need SET. */
async function withInheritance(client: pg.Client): Promise<string> {
  return (await serverVersion(client)) >= 16 ? ' WITH INHERIT TRUE, SET TRUE' : '';
}

async function serverVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  return rows[0]?.version ?? 0;
}

async function has(client: pg.Client, name: string, right: 'USAGE' | 'SET' | 'MEMBER'): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT pg_has_role($1::name, '${APP_ROLE}'::name, $2) AS has`,
    [name, right],
  );
  return rows[0]?.has ?? false;
}

/** @returns undefined when there is none; `isPlain`: a login of the processes with no other power */
async function roleNamed(client: pg.Client, name: string): Promise<{ isPlain: boolean } | undefined> {
  const { rows } = await client.query<{ isPlain: boolean }>(
    `SELECT NOT (rolsuper OR rolcreaterole OR rolbypassrls OR rolreplication)
       AND NOT pg_has_role(r.oid, current_user, 'MEMBER')
       AND EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles app ON app.oid = m.roleid
                   WHERE m.member = r.oid AND app.rolname = '${APP_ROLE}') AS "isPlain"
     FROM pg_roles r WHERE rolname = $1`,
    [name],
  );
  return rows[0];
}

/**
 * Give the processes' role what it misses on the tables, after a migration or after a dump came back without its grants.
 * Nothing is granted twice: a grant makes every running connection plan its statements again.
 * @param client connection of the tables' owner to the migrated database
 * @throws RolesError when a table belongs to another login
 */
export async function grantRights(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(MISSING_RIGHTS, [
    APP_ROLE,
    JSON.stringify(RIGHTS),
  ]);
  for (const { statement } of rows) {
    try {
      await client.query(statement);
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (code !== NOT_ALLOWED) throw error;
      throw new RolesError(
        `The login ${client.user} may not run \`${statement}\` (${message}): migrate as the owner of the tables.`,
      );
    }
  }
  if (rows.length) log(`${rows.length} rights of ${APP_ROLE} granted`);
}

const SCRAM_ROUNDS = 4096;

/** What PostgreSQL keeps of a password (RFC 5803), computed here, so that the password itself is never sent. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ROUNDS, 32, 'sha256');
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}
