import fc from 'fast-check';
import { issueMonth } from '@abato/testing/accounting';
import { newId } from '@abato/platform';
import { seedOf } from '../support/seed.js';
import {
  back,
  database,
  dayOf,
  type Fate,
  FATES,
  inOne,
  issuing,
  longWorld,
  owedBefore,
  type Paid,
  pay,
  statementsOf,
  useOwnDatabase,
} from './model/statement-world.js';

/** Statements of hosts (ADR 122) beside the books that they are made from. */

const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12'];
const PRICE = 100;
const [HISTORIES, SEED] = [12, seedOf('statements')];

useOwnDatabase();

it('agrees with the journal and with what became of each payment, for random months', async () => {
  const payment = fc.record({
    month: fc.nat(MONTHS.length - 1),
    votes: fc.integer({ min: 1, max: 40 }),
    fate: fc.constantFrom(...(Object.keys(FATES) as Fate[])),
    later: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 1, maxLength: 6 }), async (payments) => {
      const world = await longWorld();
      const steps: { at: Date; run: () => Promise<void> }[] = [];
      const expected = { gross: 0, gone: 0, votes: 0 };
      payments.forEach(({ month, votes, fate, later }, index) => {
        let paid: Paid;
        const at = dayOf(MONTHS[month] ?? '', 1 + index);
        steps.push({ at, run: async () => void (paid = await pay(world, votes)) });
        steps.push({
          at: dayOf(MONTHS[Math.min(month + later, MONTHS.length - 1)] ?? '', 20 + index),
          run: async () => {
            const [proofs, gone] = FATES[fate](paid);
            for (const proof of proofs) await paid.confirm(proof);
            expected.gone += gone;
          },
        });
        expected.gross += votes * PRICE;
      });
      for (const step of steps.sort((a, b) => +a.at - +b.at)) {
        world.now = step.at;
        await step.run();
      }
      const { hostId } = world;
      for (const month of MONTHS)
        await inOne((sql) => issueMonth(sql, { hostId, month }, issuing(dayOf('2027-01', 2))));

      const statements = await statementsOf(hostId);
      expect(statements.map(({ number }) => number)).toEqual(statements.map((_, index) => index + 1));
      let closing = 0;
      for (const { content } of statements) {
        const { gross, providerFee, platformFee, refunds, disputes, net, settlements, invoice } = content;
        expect(content.opening).toBe(closing);
        expect(net).toBe(
          (gross ?? 0) - (providerFee ?? 0) - (platformFee ?? 0) - (refunds ?? 0) - (disputes ?? 0),
        );
        expect(content.closing).toBe(closing + (net ?? 0) - (settlements ?? 0));
        closing = content.closing ?? 0;
        expect(closing).toBe(await owedBefore(hostId, new Date(String(content.to))));
        expect(invoice?.total ?? 0).toBe(platformFee);
        if (invoice)
          expect(invoice.taxes.reduce((sum, { amount }) => sum + amount, invoice.net)).toBe(invoice.total);
      }
      const sum = (name: string): number =>
        statements.reduce((total, { content }) => total + (content[name] ?? 0), 0);
      expect(sum('gross')).toBe(expected.gross);
      expect(sum('refunds') + sum('disputes')).toBe(expected.gone);
      const rows = await database.sql<{ votes: string }>`SELECT coalesce(sum(votes), 0) AS votes
        FROM vote_ledger WHERE contest_id = ${world.contestId}`;
      expect(sum('votes')).toBe(Number(rows[0]?.votes));
      await world.retire();
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
});

it('says refunds and disputes each in the month in which the money moved', async () => {
  const world = await longWorld();
  const { hostId } = world;
  const [refunded, lost] = [await pay(world, 10), await pay(world, 5)];
  world.now = dayOf('2026-10', 3);
  await refunded.confirm({ status: 'refund-ordered' });
  await lost.confirm({ status: 'disputed' });
  world.now = dayOf('2026-11', 3);
  await refunded.confirm(back(refunded.reference, 1, 1_000));
  await lost.confirm({ ...back(lost.reference, 1, 500), back: { source: 'DISPUTE', id: lost.reference } });
  for (const month of MONTHS)
    await inOne((sql) => issueMonth(sql, { hostId, month }, issuing(dayOf('2027-01', 2))));
  const statements = await statementsOf(hostId);
  expect(
    statements.map(({ month, content }) => [
      month,
      content['gross'],
      content['refunds'],
      content['disputes'],
      content['votes'],
    ]),
  ).toEqual([
    ['2026-09', 1_500, 0, 0, 15],
    ['2026-10', 0, 1_000, 500, -10],
    // The refund is carried out and the dispute lost: the money was set aside before, and only the votes of the dispute go.
    ['2026-11', 0, 0, 0, -5],
  ]);
});

it('puts an entry whose transaction ended late into the next month', async () => {
  const world = await longWorld();
  const { hostId } = world;
  await pay(world, 10);
  await inOne((sql) => issueMonth(sql, { hostId, month: '2026-09' }, issuing(dayOf('2026-10', 1))));
  world.now = dayOf('2026-09', 30);
  await pay(world, 3);
  world.now = dayOf('2026-10', 5);
  await pay(world, 2);
  await inOne((sql) => issueMonth(sql, { hostId, month: '2026-10' }, issuing(dayOf('2026-11', 1))));
  const [september, october] = await statementsOf(hostId);
  expect([september?.content['gross'], october?.content['gross']]).toEqual([1_000, 500]);
  expect(october?.content['closing']).toBe(await owedBefore(hostId, dayOf('2026-11', 1)));
});

it('takes settlements off the balance, and gives back one that failed after all', async () => {
  const world = await longWorld();
  const { hostId } = world;
  await pay(world, 10);
  const settle = async (settlementId: string, step: number, pesewas: number, at: Date): Promise<void> => {
    await database.sql`INSERT INTO journal (settlement_id, step, host_id, event, at, provider_clearing,
       organiser_payable, platform_fee, provider_fee,
         fee_recovered, refunds, disputes, manual_cash, cash_sales)
       VALUES (${settlementId}, ${step}, ${hostId}, 'SUCCESS', ${at}, -${pesewas}::bigint, ${pesewas}::bigint,
       0, 0, 0, 0, 0, 0, 0)`;
  };
  const [first, second] = [newId(), newId()];
  await settle(first, 1, 400, dayOf('2026-09', 20));
  await settle(second, 1, 300, dayOf('2026-09', 21));
  // A month in which nothing but a settlement has moved.
  await settle(second, 2, -300, dayOf('2026-10', 2));
  for (const month of MONTHS)
    await inOne((sql) => issueMonth(sql, { hostId, month }, issuing(dayOf('2027-01', 2))));
  const statements = await statementsOf(hostId);
  expect(
    statements.map(({ month, content }) => [
      month,
      content['gross'],
      content['refunds'],
      content['settlements'],
    ]),
  ).toEqual([
    ['2026-09', 1_000, 0, 700],
    ['2026-10', 0, 0, -300],
  ]);
  const [september, october] = statements;
  expect(september?.content['closing']).toBe((september?.content['net'] ?? 0) - 700);
  expect(october?.content['opening']).toBe(september?.content['closing']);
  expect(october?.content['closing']).toBe(await owedBefore(hostId, dayOf('2026-11', 1)));
});

it('issues each month once, without gaps in the numbers, whatever issues at the same time', async () => {
  const worlds = [await longWorld(), await longWorld(), await longWorld()];
  for (const world of worlds) await pay(world, 10);
  const issue = ({ hostId }: { hostId: string }) =>
    inOne((sql) => issueMonth(sql, { hostId, month: '2026-09' }, issuing(dayOf('2026-10', 1))));
  await Promise.all([...worlds, ...worlds].map(issue));
  for (const world of worlds) {
    world.now = dayOf('2026-10', 2);
    await pay(world, 1);
  }
  const next = ({ hostId }: { hostId: string }) =>
    inOne((sql) => issueMonth(sql, { hostId, month: '2026-10' }, issuing(dayOf('2026-11', 1))));
  const failing = inOne(async (sql) => {
    await issueMonth(
      sql,
      { hostId: worlds[0]?.hostId ?? '', month: '2026-10' },
      issuing(dayOf('2026-11', 1)),
    );
    throw new Error('the process died');
  });
  await Promise.allSettled([failing, ...worlds.map(next)]);
  for (const { hostId } of worlds)
    expect((await statementsOf(hostId)).map(({ number, month }) => [number, month])).toEqual([
      [1, '2026-09'],
      [2, '2026-10'],
    ]);
  const rows = await database.sql<{ numbers: number[]; most: number }>`SELECT array_agg(invoice_number
    ORDER BY invoice_number) AS numbers FROM statements WHERE invoice_number IS NOT NULL`;
  expect(rows[0]?.numbers).toEqual(rows[0]?.numbers.map((_, index) => index + 1));
});

it('is never changed', async () => {
  const world = await longWorld();
  const { hostId } = world;
  await pay(world, 10);
  await inOne((sql) => issueMonth(sql, { hostId, month: '2026-09' }, issuing(dayOf('2026-10', 1))));
  const before = await statementsOf(hostId);
  await pay(world, 10);
  expect(
    await inOne((sql) => issueMonth(sql, { hostId, month: '2026-09' }, issuing(dayOf('2026-10', 1)))),
  ).toBeNull();
  expect(await statementsOf(hostId)).toEqual(before);
  for (const change of [
    `UPDATE statements SET content = '{}' WHERE host_id = $1`,
    'DELETE FROM statements WHERE host_id = $1',
  ]) {
    await expect(database.pool.query(change, [hostId])).rejects.toThrow('permission denied');
    await expect(database.owner.query(change, [hostId])).rejects.toThrow('append-only');
  }
});

it('has the votes of a payment in the month of its money, also where a command posted it later', async () => {
  const world = await longWorld();
  const { hostId } = world;
  await pay(world, 3);
  const late = await pay(world, 5);
  // As `admin post-journal` posts what an earlier release has settled.
  const owner = await database.owner.connect();
  try {
    await owner.query('BEGIN');
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    await owner.query(
      `UPDATE journal SET at = $2 WHERE payment_id = (SELECT id FROM payments WHERE reference = $1)`,
      [late.reference, dayOf('2026-10', 1)],
    );
    await owner.query('DELETE FROM host_sums WHERE host_id = $1', [hostId]);
    await owner.query(`SET LOCAL session_replication_role = 'origin'`);
    await owner.query(
      'CREATE TEMPORARY TABLE entries_again ON COMMIT DROP AS SELECT * FROM journal WHERE host_id = $1',
      [hostId],
    );
    await owner.query(`CREATE TRIGGER again AFTER INSERT ON entries_again REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION sum_journal()`);
    await owner.query('INSERT INTO entries_again SELECT * FROM entries_again');
    await owner.query('COMMIT');
  } finally {
    owner.release();
  }
  for (const month of ['2026-09', '2026-10'])
    await inOne((sql) => issueMonth(sql, { hostId, month }, issuing(dayOf('2026-11', 2))));
  const statements = await statementsOf(hostId);
  expect(statements.map(({ content }) => [content['votes'], content['gross']])).toEqual([
    [3, 300],
    [5, 500],
  ]);
});
