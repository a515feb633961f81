import argon2 from 'argon2';
import type pg from 'pg';
import { DEMO_ACCOUNTS, newId, Secrets } from '@abato/platform';

export interface DemoAccounts {
  organiserId: string;
  superAdminId: string;
}

const ACCOUNTS = [
  {
    key: 'superAdmin',
    first: 'Efua',
    last: 'Ansah',
    ...DEMO_ACCOUNTS.superAdmin,
    role: 'SUPER_ADMIN',
    status: 'APPROVED',
    phone: '+233244000001',
  },
  {
    key: 'organiser',
    first: 'Kwame',
    last: 'Boateng',
    ...DEMO_ACCOUNTS.organiser,
    role: 'COMPANY_ADMIN',
    status: 'APPROVED',
    phone: '+233204000002',
  },
  {
    key: 'pending',
    first: 'Abena',
    last: 'Sarpong',
    ...DEMO_ACCOUNTS.pending,
    role: 'COMPANY_ADMIN',
    status: 'PENDING',
    phone: '+233274000003',
  },
] as const;

/** The three accounts whose passwords `npm start` prints; the pending one has registered with a first host, as every organiser does. */
export async function seedAccounts(
  client: pg.Client,
  encryptionKey: string,
  now: Date,
): Promise<DemoAccounts> {
  const secrets = new Secrets(encryptionKey);
  const ids: Record<string, string> = {};
  for (const account of ACCOUNTS) {
    const id = newId();
    ids[account.key] = id;
    await client.query(
      `INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status,
         created_at, updated_at, email_verified_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10)`,
      [
        id,
        account.first,
        account.last,
        account.email,
        account.phone,
        secrets.encrypt('GHA-000000000-0'),
        await argon2.hash(account.password, {
          type: argon2.argon2id,
          memoryCost: 19_456,
          timeCost: 2,
          parallelism: 1,
        }),
        account.role,
        account.status,
        now,
      ],
    );
  }
  await client.query(
    `INSERT INTO hosts (id, user_id, name, email, phone, description, created_at, updated_at)
     VALUES ($1, $2, 'Sahel Film Circle', 'hello@sahelfilm.test', '+233274000003', 'A circle of young film makers in Tamale.', $3, $3)`,
    [newId(), ids['pending'], now],
  );
  return { organiserId: ids['organiser'] as string, superAdminId: ids['superAdmin'] as string };
}
