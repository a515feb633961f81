import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDatabaseRoles, createPool, migrate, Transactions } from '@abato/database';
import { checkLogin, dataSourceOptions, openDataSource } from '@abato/testing/database';
import { PaystackClient, ProviderError } from '@abato/paystack';
import { createBlockingRedis } from '@abato/platform';
import { createModelDatabase, type ModelDatabase } from '../payments/model/database.js';
import { World } from '../payments/model/world.js';
import { admin } from '../support/admin.js';
import { aContest, aVote, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { paymentServices } from '../support/payment-services.js';
import { beginPaid, ledgerOf, publicTotal, waitForState } from '../support/payments.js';
import { hasPgBouncer, keepsNamedStatements, type PgBouncer, startPgBouncer } from '../support/pgbouncer.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState, usePlatform } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** The processes behind a pooler in transaction mode: nothing that belongs to a session may be needed. */

/** A login of the processes that an administrator made without defaults. */
const BARE = { name: `bare_${randomBytes(4).toString('hex')}`, password: randomBytes(8).toString('hex') };
const MODES = keepsNamedStatements
  ? (['transaction', 'transaction-named'] as const)
  : (['transaction'] as const);
const NOT_ALLOWED = '42501';

let model: ModelDatabase;
let server: pg.Client;
const ignore = (): void => undefined;

/** The address of the model's database for the login of an address. */
function inModel(url: string, login?: { name: string; password: string }): string {
  const there = new URL(url);
  there.pathname = new URL(model.pool.options.connectionString ?? '').pathname;
  if (login) Object.assign(there, { username: login.name, password: login.password });
  return there.href;
}

beforeAll(async () => {
  model = await createModelDatabase();
  server = new pg.Client({ connectionString: testState().ownerUrl });
  await server.connect();
  await server.query(`CREATE ROLE ${BARE.name} LOGIN PASSWORD '${BARE.password}'`);
  await server.query(`GRANT abato_app TO ${BARE.name}`);
});

afterAll(async () => {
  await model?.drop();
  await server?.query(`DROP ROLE IF EXISTS ${BARE.name}`);
  await server?.end();
});

async function valuesOf(pool: pg.Pool): Promise<unknown[]> {
  const query = `SELECT current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' || current_setting('TimeZone')
       || ' ' || current_user AS values, pg_sleep(0.05)`;
  const answers = await Promise.all(Array.from({ length: 12 }, () => pool.query<{ values: string }>(query)));
  return [...new Set(answers.map(({ rows }) => rows[0]?.values))];
}

const policy = { production: false, warn: ignore, pooler: 'transaction' as const };

it('for a pooler names no statement where the pooler keeps none', async () => {
  const prepared = async (pooler: 'none' | 'transaction'): Promise<number | null> => {
    const pool = createPool(testState().databaseUrl, 1, ignore, { pooler });
    try {
      const { rows } = await pool.query<{ is: number }>({
        name: 'of-this-test',
        text: 'SELECT $1::int AS is',
        values: [7],
      });
      expect(rows).toEqual([{ is: 7 }]);
      return (await pool.query(`SELECT FROM pg_prepared_statements WHERE name = 'of-this-test'`)).rowCount;
    } finally {
      await pool.end();
    }
  };
  expect(await prepared('none')).toBe(1);
  expect(await prepared('transaction')).toBe(0);
});

it('for a pooler refuses a login that would have to leave its rights on every connection, in development too', () =>
  expect(checkLogin(testState().ownerUrl, policy)).rejects.toThrow(/refused behind a pooler/));

it('for a pooler refuses a login without time-outs of its own, which the bootstrap gives, and keeps what was chosen', async () => {
  const url = inModel(testState().databaseUrl, BARE);
  await expect(checkLogin(url, policy)).rejects.toThrow(
    new RegExp(
      `${BARE.name} has no bounds of its own \\(.*statement_timeout is 0.*ALTER ROLE "${BARE.name}" SET`,
    ),
  );
  await server.query(`ALTER ROLE ${BARE.name} SET statement_timeout = '12s'`);
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const roles = { ownerUrl: inModel(testState().ownerUrl), processUrl: url, log };
  await createDatabaseRoles(roles);
  await createDatabaseRoles(roles);
  expect(lines).toEqual([`login ${BARE.name} has a default of lock_timeout, TimeZone`]);
  await checkLogin(url, policy);
  const pool = createPool(url, 1, ignore, { pooler: 'transaction' });
  expect(await valuesOf(pool)).toEqual([`12s 10s UTC ${BARE.name}`]);
  await pool.end();
  await server.query(`ALTER ROLE ${BARE.name} RESET ALL`);
});

it('for a pooler has a direct address for operators’ commands', async () => {
  const env = {
    DATABASE_URL: 'postgres://abato_processes:x@127.0.0.1:1/none',
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: inModel(testState().databaseUrl),
  };
  expect(await admin(['verify-tallies'], { env })).toMatchObject({ code: 0 });
  expect(
    await admin(['migrate'], { env: { ...env, DATABASE_DIRECT_URL: inModel(testState().ownerUrl) } }),
  ).toMatchObject({ code: 0, out: expect.stringContaining('up to date') });
});

(hasPgBouncer ? describe : describe.skip)('through PgBouncer', () => {
  let bouncer: PgBouncer;
  const pooled = (url: string, login?: typeof BARE): string => bouncer.through(inModel(url, login));

  beforeAll(async () => {
    const { databaseUrl, ownerUrl } = testState();
    bouncer = await startPgBouncer([inModel(databaseUrl), inModel(ownerUrl), inModel(databaseUrl, BARE)]);
  });
  afterAll(() => bouncer?.stop());

  const open = (
    pooler: 'none' | 'transaction' | 'transaction-named',
    url = pooled(testState().databaseUrl),
  ) => {
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const loginPolicy = { production: true, warn, pooler };
    return { warnings, source: openDataSource({ ...dataSourceOptions(url, 1, pooler), loginPolicy }) };
  };

  it('names the setting where it is missing', async () => {
    const { source, warnings } = open('none');
    await expect(source).rejects.toThrow(/passes on no options .*set DATABASE_POOLER/);
    expect(warnings).toEqual([expect.stringContaining('seems to be the address of a pooler')]);
  });

  it('refuses a login without time-outs, and one with the owner’s rights', async () => {
    await expect(open('transaction', pooled(testState().databaseUrl, BARE)).source).rejects.toThrow(
      'no bounds of its own',
    );
    await expect(open('transaction', pooled(testState().ownerUrl)).source).rejects.toThrow('is a superuser');
  });

  (keepsNamedStatements ? it.skip : it)('refuses named statements where the pooler keeps none', async () => {
    for (let time = 0; time < 2; time++)
      await expect(open('transaction-named').source).rejects.toThrow(/keeps no named statements/);
  });

  it('leaves no lock of the migration behind, although migrations should go past it', async () => {
    for (let time = 0; time < 3; time++)
      expect(await migrate({ url: pooled(testState().ownerUrl) })).toEqual({ applied: [] });
    const { rowCount } = await model.owner.query(
      `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE locktype = 'advisory' AND datname = current_database()`,
    );
    expect(rowCount).toBe(0);
  });

  it('has the time-outs and the rights of the processes on every connection', async () => {
    const pool = createPool(pooled(testState().databaseUrl), 12, ignore, { pooler: 'transaction' });
    try {
      expect(await valuesOf(pool)).toEqual([`30s 10s UTC ${new URL(testState().databaseUrl).username}`]);
      const longer = new Transactions(pool).run(async ({ sql }) => {
        await sql.query('SET LOCAL statement_timeout = 20');
        await sql.query('SELECT pg_sleep(60)');
      });
      await expect(longer).rejects.toThrow('statement timeout');
      expect(await valuesOf(pool)).toHaveLength(1);
      await expect(pool.query('DELETE FROM vote_ledger')).rejects.toMatchObject({ code: NOT_ALLOWED });
    } finally {
      await pool.end();
    }
  });
});

describe('work of one process at a time', () => {
  let bouncer: PgBouncer | undefined;
  beforeAll(async () => {
    if (hasPgBouncer) bouncer = await startPgBouncer([inModel(testState().databaseUrl)]);
  });
  afterAll(() => bouncer?.stop());

  it('is left to the worker that is doing it, and taken up when that one has ended', async () => {
    const direct = inModel(testState().databaseUrl);
    const world = new World(model.pool, model.owner);
    world.now = new Date();
    world.end = new Date(Date.now() + 3_600_000);
    await world.create();
    await world.cast(1);
    await world.begin(world.votes.at(-1) ?? '', 'ok');

    const redis = createBlockingRedis(testState().redisUrl, ignore);
    const workers = Array.from({ length: 2 }, () => {
      const calls: (() => void)[] = [];
      const pass = (): Promise<void> =>
        new Promise((_, reject) =>
          calls.push(() => reject(new ProviderError('rate-limited', 'enough', { retryAfter: 1 }))),
        );
      const client = new PaystackClient({ baseUrl: 'http://127.0.0.1:1', secretKey: 'sk_test' }, undefined, {
        pass,
        refused: () => Promise.resolve(),
        answered: () => Promise.resolve(),
      });
      const pool = createPool(bouncer?.through(direct) ?? direct, 4, ignore, { pooler: 'transaction' });
      const { list } = paymentServices(pool, redis, { now: () => world.now }, client);
      return { calls, pool, list };
    });
    const [first, second] = workers as [(typeof workers)[0], (typeof workers)[0]];
    try {
      const reading = first.list.read();
      await waitFor(() => first.calls.length === 1, { what: 'the first worker to ask the provider' });
      // Several times: each may meet another connection of the pooler, the one that holds the lock among them.
      const asked = waitFor(() => second.calls.length > 0, { withinMs: 60_000 }).then(() => 'asked', ignore);
      for (let time = 0; time < 8; time++)
        expect(await Promise.race([second.list.read(), asked])).toBeUndefined();
      first.calls[0]?.();
      await reading;
      const later = second.list.read();
      await waitFor(() => second.calls.length === 1, { what: 'the second worker to ask the provider' });
      second.calls[0]?.();
      await later;
    } finally {
      for (const { calls } of workers) for (const end of calls) end();
      for (const { pool } of workers) await pool.end();
      redis.disconnect();
    }
  });
});

(hasPgBouncer ? describe : describe.skip).each(MODES)(
  'the platform through PgBouncer, DATABASE_POOLER=%s',
  (pooler) => {
    let bouncer: PgBouncer | undefined;
    let own: TestPlatform | undefined;

    beforeAll(async () => {
      const { databaseUrl, ownerUrl } = testState();
      bouncer = await startPgBouncer([inModel(databaseUrl)]);
      own = await startPlatform({
        DATABASE_URL: bouncer.through(inModel(databaseUrl)),
        DATABASE_OWNER_URL: inModel(ownerUrl),
        DATABASE_POOLER: pooler,
      });
      usePlatform(own.state);
    });
    afterAll(async () => {
      await closeDatabase();
      await own?.platform.destroy();
      await bouncer?.stop();
    });

    it('counts free votes, of many phones at once', async () => {
      const contest = await aContest().save();
      const api = new ApiClient();
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await api.post('/votes/cast', aVote(contest))).status),
      );
      expect(new Set(statuses)).toEqual(new Set([201]));
      await waitFor(async () => (await publicTotal(contest.id)) === 60, {
        what: '60 votes on the public page',
      });
    });

    it('settles paid votes', async () => {
      const contest = await aContest().paid('1.00').save();
      const begun = await Promise.all(Array.from({ length: 6 }, () => beginPaid(contest, { voteCount: 3 })));
      const control = new SimulatorControl();
      await Promise.all(begun.map(({ reference }) => control.complete(reference)));
      for (const { reference, voteId } of begun) {
        await waitForState(reference, 'COMPLETED');
        expect(await ledgerOf(voteId)).toEqual([3]);
      }
      await waitFor(async () => (await publicTotal(contest.id)) === 18, {
        what: '18 votes on the public page',
      });
    });
  },
);
