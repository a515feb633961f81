import argon2 from 'argon2';
import pg from 'pg';
import { PASSWORD_HASH } from '@abato/accounts';
import { DEMO_ACCOUNTS, newId, Secrets } from '@abato/platform';
import { DEMO_CONTESTS } from './contests.data.js';
import { insert, seedContest } from './seed-contest.js';
import type { Demo } from './seed-votes.js';

export { tellProvider } from './tell-provider.js';

/**
 * Fill an empty database with the demo accounts and contests; does nothing when it is not empty. One transaction: a start
 * that is killed half-way leaves an empty database for the next one.
 * @param platform.databaseOwnerUrl connection of the role that owns the tables
 * @param platform.encryptionKey base64; the key with which the platform encrypts ID numbers and digests voters
 */
export async function seedDemo(
  platform: { databaseOwnerUrl: string; dataDir: string; encryptionKey: string },
  log: (text: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: platform.databaseOwnerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1');
    if (rowCount) return;
    log('loading demo accounts, contests and pictures');
    const secrets = new Secrets(platform.encryptionKey);
    const demo = { client, secrets, now: new Date(), dataDir: platform.dataDir };
    await client.query('BEGIN');
    const accounts = await seedAccounts(demo);
    for (const contest of DEMO_CONTESTS)
      await seedContest(demo, contest, accounts[contest.owner ?? 'organiser']);
    await client.query('COMMIT');
    log(`${DEMO_CONTESTS.length} demo contests are ready`);
  } finally {
    await client.end();
  }
}

const PEOPLE = {
  superAdmin: { first_name: 'Efua', last_name: 'Ansah', phone: '+233244000001', role: 'SUPER_ADMIN' },
  organiser: { first_name: 'Kwame', last_name: 'Boateng', phone: '+233204000002', role: 'COMPANY_ADMIN' },
  pending: { first_name: 'Abena', last_name: 'Sarpong', phone: '+233274000003', role: 'COMPANY_ADMIN' },
} as const;

/**
 * The three accounts whose passwords `npm start` prints; the pending one has registered with a first host, as every organiser does.
 * @returns their ids
 */
async function seedAccounts({ client, secrets, now }: Demo): Promise<Record<keyof typeof PEOPLE, string>> {
  const ids = { superAdmin: newId(), organiser: newId(), pending: newId() };
  const dates = { created_at: now, updated_at: now };
  for (const who of ['superAdmin', 'organiser', 'pending'] as const) {
    const { email, password } = DEMO_ACCOUNTS[who];
    await insert(client, 'users', {
      id: ids[who],
      ...PEOPLE[who],
      email,
      id_number_encrypted: secrets.encrypt('GHA-000000000-0'),
      password_hash: await argon2.hash(password, PASSWORD_HASH),
      approval_status: who === 'pending' ? 'PENDING' : 'APPROVED',
      email_verified_at: now,
      ...dates,
    });
  }
  await insert(client, 'hosts', {
    id: newId(),
    user_id: ids.pending,
    name: 'Sahel Film Circle',
    email: 'hello@sahelfilm.test',
    phone: PEOPLE.pending.phone,
    description: 'A circle of young film makers in Tamale.',
    ...dates,
  });
  return ids;
}
