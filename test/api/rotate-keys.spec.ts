import pg from 'pg';
import { newId, Secrets } from '@abato/platform';
import { runAdmin } from '../support/admin.js';
import { closeDatabase, database } from '../support/builders.js';
import { testState } from '../support/state.js';

/** A database of its own: the platform under test keeps its key. */
const NAME = `rotate_keys_${process.pid}`;
const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW, LOST] = [key(7), key(9), key(3)];

let own: pg.Client;

function urlOf(url: string): string {
  const of = new URL(url);
  of.pathname = `/${NAME}`;
  return of.href;
}

beforeAll(async () => {
  await database().query(`CREATE DATABASE ${NAME}`);
  const { ownerUrl, databaseUrl } = testState();
  const urls = { DATABASE_URL: urlOf(databaseUrl), DATABASE_OWNER_URL: urlOf(ownerUrl) };
  expect(await runAdmin(['migrate'], urls)).toMatchObject({ code: 0 });
  own = new pg.Client({ connectionString: urlOf(ownerUrl) });
  await own.connect();
});
afterAll(async () => {
  await own?.end();
  await database().query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
  await closeDatabase();
});

const rotate = (keys: string) =>
  runAdmin(['rotate-keys'], { DATABASE_URL: urlOf(testState().databaseUrl), DATA_ENCRYPTION_KEY: keys });

async function aUserWith(setting: string, idNumber: string): Promise<string> {
  const id = newId();
  await own.query(
    `INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status, created_at, updated_at)
     VALUES ($1, 'A', 'B', $2, '+233241234567', $3, 'x', 'USER', 'APPROVED', now(), now())`,
    [id, `u-${id}@example.com`, new Secrets(setting).encrypt(idNumber)],
  );
  return id;
}

async function idNumberOf(id: string, setting: string): Promise<string> {
  const { rows } = await own.query<{ sealed: Buffer }>(
    'SELECT id_number_encrypted AS sealed FROM users WHERE id = $1',
    [id],
  );
  return new Secrets(setting).decrypt(rows[0]?.sealed as Buffer);
}

it('moves everything that is encrypted to the first key, after which the second is not needed to read it', async () => {
  const users = await Promise.all(['GHA-1', 'GHA-2'].map((number) => aUserWith(OLD, number)));
  const done = await aUserWith(`b:${NEW},a:${OLD}`, 'GHA-3');
  expect(await rotate(`b:${NEW},a:${OLD}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 encrypted anew, 1 already were, 0'),
  });
  expect(await Promise.all([...users, done].map((id) => idNumberOf(id, `b:${NEW}`)))).toEqual([
    'GHA-1',
    'GHA-2',
    'GHA-3',
  ]);
  expect(await rotate(`b:${NEW},a:${OLD}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 encrypted anew, 3 already were, 0'),
  });
  const { rows } = await own.query(`SELECT detail FROM audit_log WHERE action = 'keys.rotate' ORDER BY id`);
  expect(rows).toEqual([
    { detail: { by: 'operator', moved: 2, current: 1, unreadable: 0 } },
    { detail: { by: 'operator', moved: 0, current: 3, unreadable: 0 } },
  ]);
});

it('knows every column whose name says that it is encrypted', async () => {
  const { rows } = await own.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name LIKE '%encrypted%'`,
  );
  const { out } = await rotate(`b:${NEW},a:${OLD}`);
  expect([...out.matchAll(/^(\S+):/gm)].map((match) => match[1]).sort()).toEqual(
    rows.map(({ name }) => name).sort(),
  );
});

it('goes on past a row that no key opens, leaves it alone, and says so', async () => {
  const lost = await aUserWith(LOST, 'GHA-4');
  const later = await aUserWith(OLD, 'GHA-5');
  expect(await rotate(`b:${NEW},a:${OLD}`)).toMatchObject({
    code: 2,
    out: expect.stringContaining('1 cannot be read'),
  });
  expect(await idNumberOf(lost, LOST)).toBe('GHA-4');
  expect(await idNumberOf(later, NEW)).toBe('GHA-5');
});

it('refuses a list that is none', async () => {
  const { code, errors } = await rotate(`b:${NEW},b:${OLD}`);
  expect([code, errors]).toEqual([1, expect.stringContaining('DATA_ENCRYPTION_KEY')]);
});
