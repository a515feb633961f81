import argon2 from 'argon2';
import pg from 'pg';
import { DEMO_ACCOUNTS, newId, Secrets } from '@abato/platform';
import { DEMO_CONTESTS } from './contests.data.js';
import { type DemoAccounts, seedContest } from './seed-contest.js';

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

const { superAdmin, organiser, pending } = DEMO_ACCOUNTS;
/** As platforms hash passwords (libs/accounts). */
const HASH = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The three accounts whose passwords `npm start` prints; the pending one has registered with a first host, as every organiser does. */
async function seedAccounts(client: pg.Client, encryptionKey: string, now: Date): Promise<DemoAccounts> {
  const secrets = new Secrets(encryptionKey);
  const add = async (
    [first, last, phone]: [string, string, string],
    { email, password }: { email: string; password: string },
    [role, status]: [string, string],
  ): Promise<string> => {
    const id = newId();
    const idNumber = secrets.encrypt('GHA-000000000-0');
    const hash = await argon2.hash(password, HASH);
    await client.query(
      `INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status,
         created_at, updated_at, email_verified_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10)`,
      [id, first, last, email, phone, idNumber, hash, role, status, now],
    );
    return id;
  };
  const superAdminId = await add(['Efua', 'Ansah', '+233244000001'], superAdmin, ['SUPER_ADMIN', 'APPROVED']);
  const organiserId = await add(['Kwame', 'Boateng', '+233204000002'], organiser, [
    'COMPANY_ADMIN',
    'APPROVED',
  ]);
  const pendingId = await add(['Abena', 'Sarpong', '+233274000003'], pending, ['COMPANY_ADMIN', 'PENDING']);
  await client.query(
    `INSERT INTO hosts (id, user_id, name, email, phone, description, created_at, updated_at)
     VALUES ($1, $2, 'Sahel Film Circle', 'hello@sahelfilm.test', '+233274000003', 'A circle of young film makers in Tamale.', $3, $3)`,
    [newId(), pendingId, now],
  );
  return { organiserId, superAdminId };
}
