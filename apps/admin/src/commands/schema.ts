import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabaseRoles, migrate, RolesError } from '@abato/database';
import { isSet, readSettings } from '@abato/platform';
import { type Command, Refusal } from '../command.js';

const ASK_EVERY_MS = 500;
const DEFAULT_WAIT_SECONDS = 60;

/** Runs before every rollout: as a Job in a cluster, as a service that ends under compose. */
export const migrateSchema: Command = {
  name: 'migrate',
  summary: 'Apply the migrations that are missing',
  options: {
    wait: {
      type: 'string',
      value: 'seconds',
      meaning: `how long to wait for the server; default ${DEFAULT_WAIT_SECONDS}`,
    },
  },
  details: `
Connects with DATABASE_OWNER_URL, or with DATABASE_URL when that is empty. Where both are given, the login of DATABASE_URL is made if it
is missing (see create-database-roles) and gets the rights of the processes, also after a dump came back without its grants. Safe to run at any time, several times and from several
places at once: an advisory lock lets one of them work. Migrations go forward only, and the previous version of the code keeps
working with the new schema, so that processes are replaced one by one afterwards.`,
  settings: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
  async run(given, operator) {
    const url = ownerUrl();
    const seconds = Number(given.options['wait'] ?? DEFAULT_WAIT_SECONDS);
    if (!Number.isFinite(seconds) || seconds < 0) throw new Refusal('--wait must be a number of seconds');
    await answers(url, Date.now() + seconds * 1000, (text) => operator.say(text));
    const log = (line: string): void => operator.print(line);
    const { applied } = await migrate({ url, processUrl: processUrl(), log }).catch(sentence);
    if (!applied.length) operator.print('nothing to apply: the schema is up to date');
    return 0;
  },
};

/** The login that migrates and makes roles. */
function ownerUrl(): string {
  const { DATABASE_OWNER_URL: owner, DATABASE_DIRECT_URL: direct } = readSettings([
    'DATABASE_OWNER_URL',
    'DATABASE_DIRECT_URL',
  ]);
  return owner ?? direct ?? readSettings(['DATABASE_URL']).DATABASE_URL;
}

/** The migration's own container need not know the processes' login. */
function processUrl(): string | undefined {
  return isSet('DATABASE_URL') ? readSettings(['DATABASE_URL']).DATABASE_URL : undefined;
}

/** A mistake in the roles is a sentence for the operator. */
function sentence(error: unknown): never {
  if (error instanceof RolesError) throw new Refusal(error.message);
  throw error;
}

/** Wait until the server takes connections: containers start in any order. */
async function answers(url: string, deadline: number, say: (text: string) => void): Promise<void> {
  for (let told = false; ; told = true) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Refusal(`PostgreSQL does not answer: ${(error as Error).message}`);
      if (!told) say(`waiting for PostgreSQL: ${(error as Error).message}`);
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(ASK_EVERY_MS);
  }
}

/** For an empty server, and for a password that changes. */
export const createRoles: Command = {
  name: 'create-database-roles',
  summary: 'Make the login of the processes in PostgreSQL',
  options: {
    'set-password': {
      type: 'boolean',
      meaning: 'give a login that is there already the password of DATABASE_URL',
    },
  },
  details: `
Connects with DATABASE_OWNER_URL, which must be allowed to create roles but need not be a superuser, and makes what is missing: the role
abato_app, which holds the rights of the processes, and the login of DATABASE_URL with its password, a member of that role and
nothing else. Safe to repeat. The rights on the tables are given by migrate, which also does all of this where its login may.
The password is sent as a SCRAM verifier; no log of the server can hold it.`,
  settings: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
  async run(given, operator) {
    const processUrl = readSettings(['DATABASE_URL']).DATABASE_URL;
    if (new URL(processUrl).username === new URL(ownerUrl()).username) {
      throw new Refusal(
        'DATABASE_URL and DATABASE_OWNER_URL must name two logins: that of the processes, and the owner',
      );
    }
    const lines: string[] = [];
    const setPassword = given.options['set-password'] === true;
    await createDatabaseRoles({
      ownerUrl: ownerUrl(),
      processUrl,
      setPassword,
      log: (line) => lines.push(line),
    }).catch(sentence);
    operator.print(lines.join('\n') || 'nothing to do: role and login are there');
    return 0;
  },
};
