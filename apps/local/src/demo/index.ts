import pg from 'pg';
import { seedAccounts } from './accounts.js';
import { DEMO_CONTESTS } from './contests.data.js';
import { seedContest } from './seed-contest.js';

export { tellProvider } from './tell-provider.js';

/** What the demo data needs to know about the platform it fills. */
export interface SeedOptions {
  /** Connection of the role that owns the tables. */
  ownerUrl: string;
  dataDir: string;
  /** Base64; the key with which the platform encrypts ID numbers and digests voters. */
  encryptionKey: string;
  log: (text: string) => void;
}

/**
 * Fill an empty database with the demo accounts and contests; does nothing when it is not empty. One transaction: a start
 * that is killed half-way leaves an empty database for the next one.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const client = new pg.Client({ connectionString: options.ownerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1');
    if (rowCount) return;
    options.log('loading demo accounts, contests and pictures');
    const now = new Date();
    await client.query('BEGIN');
    const accounts = await seedAccounts(client, options.encryptionKey, now);
    for (const contest of DEMO_CONTESTS) {
      await seedContest(client, contest, accounts, { ...options, now });
    }
    await client.query('COMMIT');
    options.log(`${DEMO_CONTESTS.length} demo contests are ready`);
  } finally {
    await client.end();
  }
}
