import fc from 'fast-check';
import { inTransaction, type SqlRunner } from '@abato/database';
import { issueContest, issueDue, issueMonth, type Issuing, type PaymentProof } from '@abato/payments';
import { newId } from '@abato/platform';
import { seedOf } from '../support/seed.js';
import { createModelDatabase, type ModelDatabase } from './model/database.js';
import { World } from './model/world.js';

/** Statements of hosts (ADR 129) beside the books that they are made from. */

const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12'];
const PRICE = 100;
const [HISTORIES, SEED] = [12, seedOf('statements')];
const TAXES = [
  { name: 'VAT', basisPoints: 1_500 },
  { name: 'NHIL', basisPoints: 250 },
];

interface Stored {
  number: number;
  month: string | null;
  content: Record<string, number> & {
    invoice: { number: number; net: number; taxes: { amount: number }[]; total: number } | null;
  };
}

let database: ModelDatabase;
beforeAll(async () => {
  database = await createModelDatabase();
}, 300_000);
afterAll(async () => database?.drop());

const issuing = (now: Date): Issuing => ({
  now,
  taxes: TAXES,
  issuer: 'Abato Ltd',
});
const inOne = <T>(work: (sql: SqlRunner) => Promise<T>): Promise<T> => inTransaction(database.pool, work);
const dayOf = (month: string, day: number): Date =>
  new Date(`${month}-${String(day).padStart(2, '0')}T12:00:00Z`);

/** A contest that is open from September to the end of the year. */
async function longWorld(): Promise<World & { hostId: string }> {
  const world = new World(database.pool, database.owner);
  world.now = dayOf('2026-09', 1);
  world.end = dayOf('2026-12', 31);
  await world.create();
  const { rows } = await database.owner.query<{ id: string }>(
    'SELECT host_id AS id FROM contests WHERE id = $1',
    [world.contestId],
  );
  return Object.assign(world, { hostId: rows[0]?.id ?? '' });
}

interface Paid {
  reference: string;
  pesewas: number;
  settle: (proof: PaymentProof) => Promise<void>;
}

async function pay(world: World, votes: number): Promise<Paid> {
  await world.cast(votes);
  await world.begin(world.votes.at(-1) ?? '', 'ok');
  const reference = world.attempts.at(-1)?.reference ?? '';
  const pesewas = votes * PRICE;
  const settle = async (proof: PaymentProof): Promise<void> => {
    await world.settle({ reference, proof: { domain: 'test', ...proof }, source: 'list' });
  };
  await settle({ status: 'success', amount: pesewas, currency: 'GHS', fees: Math.round(pesewas * 0.0195) });
  return { reference, pesewas, settle };
}

/** What may happen to a payment later: proofs in their order, and what of its money is gone or set aside after them. */
const FATES = {
  nothing: () => [[], 0],
  'part back': ({ reference, pesewas }) => [
    [back(reference, 1, Math.floor(pesewas / 3))],
    Math.floor(pesewas / 3),
  ],
  'refund ordered': ({ pesewas }) => [[{ status: 'refund-ordered' }], pesewas],
  refunded: ({ reference, pesewas }) => [
    [{ status: 'refund-ordered' }, back(reference, 1, pesewas)],
    pesewas,
  ],
  'disputed and open': ({ pesewas }) => [[{ status: 'disputed' }], pesewas],
  'dispute won': () => [[{ status: 'disputed' }, { status: 'dispute-won' }], 0],
  'dispute lost': ({ reference, pesewas }) => [
    [
      { status: 'disputed' },
      { ...back(reference, 1, pesewas), back: { source: 'DISPUTE', id: `${reference}-1` } },
    ],
    pesewas,
  ],
} as const satisfies Record<string, (paid: Paid) => [PaymentProof[], number]>;
type Fate = keyof typeof FATES;

const back = (reference: string, step: number, amount: number): PaymentProof => ({
  status: 'reversed',
  amount,
  currency: 'GHS',
  back: { source: 'REFUND', id: `${reference}-${step}` },
});

async function statementsOf(hostId: string): Promise<Stored[]> {
  const { rows } = await database.owner.query<Stored>(
    'SELECT number, month, content FROM statements WHERE host_id = $1 ORDER BY number',
    [hostId],
  );
  return rows;
}

/** What the journal says is owed to a host before a time. */
async function owedBefore(hostId: string, before: Date): Promise<number> {
  const { rows } = await database.owner.query<{ owed: string }>(
    'SELECT coalesce(-sum(organiser_payable), 0) AS owed FROM journal WHERE host_id = $1 AND at < $2',
    [hostId, before],
  );
  return Number(rows[0]?.owed);
}

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
            for (const proof of proofs) await paid.settle(proof);
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
      const { rows } = await database.owner.query<{ votes: string }>(
        'SELECT coalesce(sum(votes), 0) AS votes FROM vote_ledger WHERE contest_id = $1',
        [world.contestId],
      );
      expect(sum('votes')).toBe(Number(rows[0]?.votes));
      await world.retire();
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
}, 300_000);

it('says refunds and disputes each in the month in which the money moved', async () => {
  const world = await longWorld();
  const { hostId } = world;
  const [refunded, lost] = [await pay(world, 10), await pay(world, 5)];
  world.now = dayOf('2026-10', 3);
  await refunded.settle({ status: 'refund-ordered' });
  await lost.settle({ status: 'disputed' });
  world.now = dayOf('2026-11', 3);
  await refunded.settle(back(refunded.reference, 1, 1_000));
  await lost.settle({ ...back(lost.reference, 1, 500), back: { source: 'DISPUTE', id: lost.reference } });
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

it('issues what is due by the time of Ghana: ended months in their order, and contests with final results', async () => {
  const world = await longWorld();
  const { hostId, contestId } = world;
  const of = async () =>
    (await statementsOf(hostId)).map(({ month, content }) => [
      month ?? content['contest'],
      content['closing'],
    ]);
  await pay(world, 10);
  world.now = dayOf('2026-11', 2);
  await pay(world, 5);
  await issueDue(database.pool, issuing(new Date('2026-10-01T00:59:59Z')));
  expect(await of()).toEqual([]);
  await issueDue(database.pool, issuing(new Date('2026-10-01T01:00:00Z')));
  const september = ['2026-09', await owedBefore(hostId, dayOf('2026-10', 1))];
  expect(await of()).toEqual([september]);

  await database.owner.query('UPDATE contests SET results_final_at = $2 WHERE id = $1', [
    contestId,
    dayOf('2026-11', 3),
  ]);
  await issueDue(database.pool, issuing(dayOf('2026-11', 2)));
  expect(await of()).toEqual([september]);
  // November and December are over too: nothing has moved in December, and October.
  await issueDue(database.pool, issuing(dayOf('2027-01', 1)));
  await issueDue(database.pool, issuing(dayOf('2027-01', 1)));
  const all = await owedBefore(hostId, dayOf('2027-01', 1));
  expect(await of()).toEqual([september, ['2026-11', all], ['C', all]]);
  expect(
    await inOne((sql) => issueContest(sql, { hostId, contestId }, issuing(dayOf('2027-01', 2)))),
  ).toBeNull();
});

it('takes settlements off the balance, and gives back one that failed after all', async () => {
  const world = await longWorld();
  const { hostId } = world;
  await pay(world, 10);
  const settle = async (settlementId: string, step: number, pesewas: number, at: Date): Promise<void> => {
    await database.owner.query(
      `INSERT INTO journal (settlement_id, step, host_id, event, at, provider_clearing, organiser_payable, platform_fee, provider_fee,
         fee_recovered, refunds, disputes, manual_cash, cash_sales)
       VALUES ($1, $2, $3, 'SUCCESS', $4, -$5::bigint, $5::bigint, 0, 0, 0, 0, 0, 0, 0)`,
      [settlementId, step, hostId, at, pesewas],
    );
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
  const { rows } = await database.owner.query<{ numbers: number[]; most: number }>(
    'SELECT array_agg(invoice_number ORDER BY invoice_number) AS numbers FROM statements WHERE invoice_number IS NOT NULL',
  );
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
