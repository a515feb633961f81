import fc from 'fast-check';
import pg from 'pg';
import { mergeHostSums, readHostFigures } from '@abato/testing/accounting';
import { seedOf } from '../support/seed.js';
import { compareHostSums } from './model/host-sums.js';
import { back, database, dayOf, type Fate, FATES, longWorld, pay } from './model/statement-world.js';
import type { World } from './model/world.js';

/** Sums of the journal (ADR 122): what a balance and statements are read from, beside all entries. */

const MONTHS = ['2026-09', '2026-10', '2026-11'];
const [HISTORIES, SEED] = [8, seedOf('host-sums')];

/** As a reader sees everything at one moment. */
async function compareAtOnce(hostId: string): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await compareHostSums(client, hostId);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function rowsOf(hostId: string): Promise<number> {
  const rows = await database.sql<{ rows: string }>`SELECT count(*) AS rows FROM host_sums
    WHERE host_id = ${hostId}`;
  return Number(rows[0]?.rows);
}

it('are the whole journal at every moment, while payments are settled, entries come late and two processes merge', async () => {
  const payment = fc.record({
    // In any order: an entry of an earlier month may come after later ones.
    month: fc.nat(MONTHS.length - 1),
    votes: fc.integer({ min: 1, max: 20 }),
    fate: fc.constantFrom(...(Object.keys(FATES) as Fate[])),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 2, maxLength: 6 }), async (payments) => {
      const world = await longWorld();
      const state = { settling: true };
      const whileSettling = async (work: () => Promise<unknown>): Promise<void> => {
        do await work();
        while (state.settling);
      };
      const others = [
        whileSettling(() => mergeHostSums(database.pool)),
        whileSettling(() => mergeHostSums(database.pool)),
        whileSettling(() => compareAtOnce(world.hostId)),
      ];
      try {
        for (const [index, { month, votes, fate }] of payments.entries()) {
          world.now = dayOf(MONTHS[month] ?? '', 1 + index);
          const paid = await pay(world, votes);
          const [proofs] = FATES[fate](paid);
          for (const proof of proofs) await paid.confirm(proof);
        }
      } finally {
        state.settling = false;
        await Promise.all(others);
      }
      await compareHostSums(database.pool, world.hostId);
      await mergeHostSums(database.pool);
      await compareHostSums(database.pool, world.hostId);
      expect(await rowsOf(world.hostId)).toBe(new Set(payments.map(({ month }) => month)).size);
      await world.retire();
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
});

it('count each return of money once, also of a payment that is first heard of when its money is back', async () => {
  const world = await longWorld();
  const paid = await pay(world, 10);
  await paid.confirm(back(paid.reference, 1, 300));
  await paid.confirm(back(paid.reference, 2, 200));
  const reference = await world.castAndBegin(5);
  // The fee that the provider keeps is an entry.
  const gone = { ...back(reference, 1, 500), domain: 'test' as const, takenAmount: 500, fees: 10 };
  await world.confirm({ reference, proof: gone, source: 'list' });
  await compareHostSums(database.pool, world.hostId);
  expect(await figuresOf(world.hostId)).toMatchObject({ returned: 1_000, left_over: 500 });
});

it('are one row for each contest and month after merging, however few rows one statement takes', async () => {
  const world = await longWorld();
  for (let payments = 0; payments < 5; payments++) await pay(world, 2);
  expect(await rowsOf(world.hostId)).toBeGreaterThan(3);
  await mergeHostSums(database.pool, 3);
  expect(await rowsOf(world.hostId)).toBe(1);
  await compareHostSums(database.pool, world.hostId);
});

it('stay as they are when a process dies while it merges, and have nothing of a settling that was undone', async () => {
  const world = await longWorld();
  for (let payments = 0; payments < 3; payments++) await pay(world, 2);
  const before = await figuresOf(world.hostId);
  const dying = new pg.Client({ connectionString: database.pool.options.connectionString });
  dying.on('error', () => undefined);
  await dying.connect();
  await dying.query('BEGIN');
  expect(await mergeHostSums(dying)).toBeGreaterThanOrEqual(3);
  // What it holds is left to it.
  expect(await mergeHostSums(database.pool)).toBe(0);
  const ended = new Promise<void>((resolve) => dying.once('end', () => resolve()));
  await database.sql`SELECT pg_terminate_backend(${(dying as unknown as { processID: number }).processID})`;
  await ended;
  expect([await rowsOf(world.hostId), await figuresOf(world.hostId)]).toEqual([3, before]);

  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO journal (settlement_id, step, host_id, event, at, provider_clearing, organiser_payable, platform_fee, provider_fee,
       fee_recovered, refunds, disputes, manual_cash, cash_sales)
     VALUES (gen_random_uuid(), 1, $1, 'SUCCESS', $2, -100, 100, 0, 0, 0, 0, 0, 0, 0)`,
    [world.hostId, world.now],
  );
  await client.query('ROLLBACK');
  client.release();
  await mergeHostSums(database.pool);
  expect([await rowsOf(world.hostId), await figuresOf(world.hostId)]).toEqual([1, before]);
});

it('let a balance be read from as many rows whatever has been paid', async () => {
  let world = await longWorld();
  // Every third has no account of its own: nothing of its payments is divided.
  while (!world.terms.account) world = await longWorld();
  const readAfter = async (payments: number): Promise<number> => {
    for (let paid = 0; paid < payments; paid++) await pay(world, 1);
    await database.sql`UPDATE payments SET told_subaccount = subaccount_code,
       told_platform_pesewas = charge_pesewas + 1, told_host_pesewas = 0
       WHERE host_id = ${world.hostId}`;
    await mergeHostSums(database.pool);
    return rowsRead(world);
  };
  // All are divided otherwise than asked, and more than a page shows.
  const [few, many] = [await readAfter(25), await readAfter(50)];
  expect((await figuresOf(world.hostId)).differences).toHaveLength(20);
  expect(few).toBeGreaterThan(20);
  expect(many).toBe(few);
  // Payments that were divided as asked are not looked at at all.
  await database.sql`UPDATE payments SET told_subaccount = subaccount_code,
       told_platform_pesewas = charge_pesewas - CASE WHEN fee_bearer = 'platform' THEN fees_pesewas ELSE 0 END,
       told_host_pesewas = provider_amount_pesewas - fees_pesewas - charge_pesewas
         + CASE WHEN fee_bearer = 'platform' THEN fees_pesewas ELSE 0 END
         WHERE host_id = ${world.hostId}`;
  await database.sql`VACUUM payments`;
  expect((await figuresOf(world.hostId)).differences).toEqual([]);
  expect(await rowsRead(world)).toBeLessThan(5);
});

const figuresOf = (hostId: string) =>
  readHostFigures(
    {
      query: async <T>(sql: string, values: unknown[]) => (await database.pool.query(sql, values)).rows as T,
    },
    hostId,
  );

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Rows of tables that reading the balance of a host touches. */
async function rowsRead({ hostId }: Pick<World, 'hostId'>): Promise<number> {
  const client = await database.owner.connect();
  try {
    // As the server does it by itself after many changes.
    await client.query('ANALYZE payments, journal, host_sums, settlement_differences');
    await client.query('BEGIN');
    // Tables of a few rows are read as a whole, and sorted, otherwise.
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'])
      await client.query(`SET LOCAL enable_${way} = off`);
    let read = 0;
    const count = (node: PlanNode): void => {
      const rows =
        node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0);
      if (node['Relation Name']) read += rows * node['Actual Loops'];
      node.Plans?.forEach(count);
    };
    const explaining = {
      query: async <T>(sql: string, values: unknown[]): Promise<T> => {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          values,
        );
        for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) count(Plan);
        return rows as T;
      },
    };
    await readHostFigures(explaining, hostId);
    return read;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
