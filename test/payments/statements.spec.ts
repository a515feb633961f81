import fc from 'fast-check';
import type { Statement } from '@abato/contracts';
import { newId } from '@abato/platform';
import { issueMonth, statementCsv, statementLedger, statementPdf } from '@abato/testing/accounting';
import { pdfText } from '../support/pdf-text.js';
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
} from './model/statement-world.js';

/** Statements of hosts (ADR 122) beside the books that they are made from. */

const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12'];
const PRICE = 100;
const [HISTORIES, SEED] = [12, seedOf('statements')];

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

const statement: Statement = {
  number: 3,
  kind: 'MONTH',
  month: '2026-11',
  contestId: null,
  contest: null,
  host: '=Ɛdɔ; “Queen” | Ŋkɔ',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  issuedAt: '2026-12-01T01:00:04.000Z',
  votes: 1_250,
  gross: 1_250,
  providerFee: 24.38,
  platformFee: 62.5,
  refunds: 10,
  disputes: 0,
  net: 1_153.12,
  cash: 40,
  opening: 100.05,
  settlements: 1_000,
  closing: 253.17,
  invoice: {
    number: 17,
    issuer: 'Abato Ltd, Accra, TIN C0001',
    net: 53.19,
    taxes: [
      { name: 'VAT', percentage: 15, amount: 7.98 },
      { name: 'NHIL', percentage: 2.5, amount: 1.33 },
    ],
    total: 62.5,
  },
};
const ofContest: Statement = {
  ...statement,
  kind: 'CONTEST',
  month: null,
  contest: 'Awards\n2026-01-01 evil  income:x  GHS 5.00',
  invoice: null,
};

it('a statement as PDF has every figure, in letters of Ghana’s languages too, and the fee invoice of an older build with its taxes', async () => {
  const text = pdfText(await statementPdf(statement));
  for (const part of [
    '=Ɛdɔ; “Queen” | Ŋkɔ',
    'November 2026',
    '2026-11-30 (Ghana time)',
    '1,250',
    'Closing balance',
  ])
    expect(text).toContain(part);
  const lines = text.split('\n');
  const amountAfter = (label: string) => lines[lines.indexOf(label) + 1];
  expect(amountAfter('Opening balance')).toBe('GHS 100.05');
  expect(amountAfter('Paid by voters')).toBe('GHS 1,250.00');
  expect(amountAfter('Provider fee')).toBe('-GHS 24.38');
  expect(amountAfter('Paid to the settlement account')).toBe('-GHS 1,000.00');
  expect(amountAfter('Closing balance')).toBe('GHS 253.17');
  expect(text).toContain('Fee invoice 17');
  expect(amountAfter('NHIL 2.5 %')).toBe('GHS 1.33');
  expect(amountAfter('Platform fee with taxes')).toBe('GHS 62.50');
});

it('a statement as PDF of today has a fee invoice without tax, which says that it is no VAT invoice', async () => {
  const invoice = { ...statement.invoice!, net: 62.5, taxes: [] };
  const text = pdfText(await statementPdf({ ...statement, invoice }));
  const lines = text.split('\n');
  expect(lines[lines.lastIndexOf('Platform fee') + 1]).toBe('GHS 62.50');
  expect(text).toContain('This is not a VAT invoice');
  expect(text).not.toContain('taxes');
});

it('a statement as PDF has the same bytes each time', async () => {
  const first = await statementPdf(statement);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await statementPdf(statement)).equals(first)).toBe(true);
  // The time of issue, not that of the download.
  expect(first.includes('(D:20261201010004Z)')).toBe(true);
});

it('a statement as PDF goes on on further pages', async () => {
  const taxes = Array.from({ length: 80 }, (_, index) => ({
    name: `Tax ${index}`,
    percentage: 0.1,
    amount: 0,
  }));
  const file = await statementPdf({ ...statement, invoice: { ...statement.invoice!, taxes } });
  const text = pdfText(file);
  expect(file.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(2);
  expect(text).toContain('Tax 79 0.1 %');
});

it('is a CSV file whose texts no spreadsheet runs', () => {
  const csv = statementCsv(statement);
  expect(csv).toContain('3,2026-12-01 01:00:04," =Ɛdɔ; “Queen”');
  expect(csv).toContain('"Closing balance",253.17\r\n');
  expect(csv).toContain('"Fee invoice 17: VAT 15 %",7.98\r\n');
});

it('a statement for bookkeeping has entries that balance, and names no other entry', () =>
  expect(statementLedger(statement)).toBe(
    `; Statement 3 of =Ɛdɔ “Queen” Ŋkɔ: November 2026
; Balance of assets:receivable:abato: GHS 100.05 before, GHS 253.17 after

2026-11-30 * (3) Abato, November 2026
    income:votes                      GHS -1250.00
    expenses:fees:provider            GHS 24.38
    expenses:fees:platform            GHS 62.50
    expenses:refunds                  GHS 10.00
    assets:receivable:abato           GHS 1153.12

2026-11-30 * (3) Abato, paid to the settlement account
    assets:bank                       GHS 1000.00
    assets:receivable:abato           GHS -1000.00
`,
  ));

it('a statement for bookkeeping has only comments for a contest, whose money is in the monthly statements', () => {
  const lines = statementLedger(ofContest).trimEnd().split('\n');
  expect(lines.filter((line) => line && !line.startsWith(';'))).toEqual([]);
  expect(lines[0]).toContain('Awards 2026-01-01 evil');
});
