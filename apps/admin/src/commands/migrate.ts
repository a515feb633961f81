import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '@abato/database';
import { readSettings } from '@abato/platform';
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
Connects with DATABASE_OWNER_URL, or with DATABASE_URL when that is empty. Safe to run at any time, several times and from several
places at once: an advisory lock lets one of them work. Migrations go forward only, and the previous version of the code keeps
working with the new schema, so that processes are replaced one by one afterwards.`,
  settings: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
  async run(given, operator) {
    const url = ownerUrl();
    const seconds = Number(given.options['wait'] ?? DEFAULT_WAIT_SECONDS);
    if (!Number.isFinite(seconds) || seconds < 0) throw new Refusal('--wait must be a number of seconds');
    await answers(url, Date.now() + seconds * 1000, (text) => operator.say(text));
    const { applied } = await migrate({ url, log: (line) => operator.print(line) });
    if (!applied.length) operator.print('nothing to apply: the schema is up to date');
    return 0;
  },
};

function ownerUrl(): string {
  const owner = readSettings(['DATABASE_OWNER_URL']).DATABASE_OWNER_URL;
  return owner ?? readSettings(['DATABASE_URL']).DATABASE_URL;
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
