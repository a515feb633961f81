import { readFileSync, writeFileSync } from 'node:fs';
import { cedisFromPesewas, formatCedis, JOURNAL_ACCOUNTS, type JournalAccount } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { readHostFigures } from '@abato/testing/accounting';
import { postAll } from '@abato/payments';
import type { PaymentProof } from '@abato/paystack';
import { parseTransaction } from '@abato/testing/paystack';
import { ownDatabase } from './model/database.js';
import { agreeOnFivePercent } from './model/terms.js';
import { World } from './model/world.js';

/** The books in double entry (ADR 122), and the worked example of docs/design/hosts-money.md. */

const DOCUMENT = new URL('../../docs/design/hosts-money.md', import.meta.url);
const [BEGIN, END] = [
  '<!-- example: written by test/payments/journal.spec.ts -->',
  '<!-- end of the example -->',
];
const SUBACCOUNT = 'ACCT_example';
type Line = Record<JournalAccount, number> & { event: string };

const database = await ownDatabase();

/** A host with 5 % and at least GHS 0.05, who bears the provider's fee; a payment of GHS 10.00 that has begun. */
async function begun(): Promise<{
  world: World;
  reference: string;
  confirm: (proof: PaymentProof) => Promise<void>;
}> {
  const world = new World(database.pool, database.owner);
  await world.create();
  await agreeOnFivePercent(database.owner, {
    contestId: world.contestId,
    account: `${SUBACCOUNT}_${world.contestId}`,
    at: world.now,
  });
  const reference = await world.castAndBegin(10);
  const confirm = async (proof: PaymentProof): Promise<void> => {
    await world.confirm({ reference, proof: { domain: 'test', ...proof }, source: 'list' });
  };
  return { world, reference, confirm };
}

const PAID: PaymentProof = {
  status: 'success',
  amount: 1_000,
  currency: 'GHS',
  fees: 20,
  split: { platform: 50, host: 930, subaccount: SUBACCOUNT },
};

async function entriesOf(world: World): Promise<Line[]> {
  const rows = await database.sql<Line>`SELECT * FROM journal WHERE contest_id = ${world.contestId}
    ORDER BY payment_id, step`;
  return rows;
}

const accountsOf = (line: Line | undefined): Partial<Record<JournalAccount, number>> =>
  Object.fromEntries(
    JOURNAL_ACCOUNTS.flatMap((account) => (line?.[account] ? [[account, line[account]]] : [])),
  );

/** Of one payment: paid, a part goes back, a dispute is won, a refund is carried out. */
async function example(): Promise<Line[]> {
  const { world, reference, confirm } = await begun();
  await confirm(PAID);
  await confirm({
    status: 'reversed',
    amount: 300,
    currency: 'GHS',
    back: { source: 'REFUND', id: `${reference}-1` },
  });
  await confirm({ status: 'disputed' });
  await confirm({ status: 'dispute-won' });
  await confirm({ status: 'refund-ordered' });
  await confirm({
    status: 'reversed',
    amount: 700,
    currency: 'GHS',
    back: { source: 'REFUND', id: `${reference}-2` },
  });
  return entriesOf(world);
}

it('follows a payment, a part that goes back, a dispute that is won, and a refund', async () => {
  const entries = await example();
  expect(entries.map(accountsOf)).toEqual([
    {
      provider_clearing: 980,
      organiser_payable: -930,
      platform_fee: -50,
      provider_fee: 20,
      fee_recovered: -20,
    },
    { provider_clearing: -300, organiser_payable: 285, platform_fee: 15 },
    { organiser_payable: 665, platform_fee: 35, disputes: -700 },
    { organiser_payable: -665, platform_fee: -35, disputes: 700 },
    { organiser_payable: 665, platform_fee: 35, refunds: -700 },
    { provider_clearing: -700, refunds: 700 },
  ]);
});

it('is shown by the example of docs/design/hosts-money.md', async () => {
  const steps = [
    'Paid: 10 votes, GHS 10.00',
    'GHS 3.00 goes back',
    'The payer’s bank disputes it',
    'The dispute is won',
    'A refund is ordered',
    'The refund is carried out',
  ];
  const table = exampleOf(await example(), steps);
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const updated = `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
  if (process.env['UPDATE_DOCS']) writeFileSync(DOCUMENT, updated);
  else expect(text).toBe(updated);
});

it('says the same however often and in whatever batch a payment is settled', async () => {
  const { world, confirm } = await begun();
  await confirm(PAID);
  await confirm(PAID);
  await confirm({ ...PAID, fees: 20 });
  expect(await entriesOf(world)).toHaveLength(1);
});

it('books the fee that the provider reports later, and the parts that it reports instead of those that were asked for', async () => {
  const { world, confirm } = await begun();
  await confirm({ ...PAID, fees: null, split: null });
  expect((await entriesOf(world)).map(accountsOf)).toEqual([
    { provider_clearing: 1_000, organiser_payable: -950, platform_fee: -50 },
  ]);
  await confirm({ ...PAID, fees: 35, split: { platform: 60, host: 905, subaccount: SUBACCOUNT } });
  const [, later] = await entriesOf(world);
  expect(accountsOf(later)).toEqual({
    provider_clearing: -35,
    organiser_payable: 45,
    platform_fee: -10,
    provider_fee: 35,
    fee_recovered: -35,
  });
});

/** Bodies as the provider sends them, of GHS 10.00 of which the platform asked for GHS 0.50. */
const FOREIGN = { channel: 'card', authorization: { country_code: 'US', channel: 'card', brand: 'visa' } };

it.each<[string, object, fee: number]>([
  ['has no division', { fees: 20, fees_split: null }, 20],
  [
    'has a division without its account',
    { fees: 20, fees_split: { paystack: 20, integration: 50, subaccount: 930 }, subaccount: {} },
    20,
  ],
  ['has neither', { fees: 20, fees_split: null, subaccount: {} }, 20],
  ['has a fee above the amount', { fees: 1_200, fees_split: null, subaccount: {} }, 1_200],
  [
    'has a fee above the amount and nothing divided',
    { fees: 1_200, fees_split: { paystack: 1_200, integration: 0, subaccount: 0 } },
    1_200,
  ],
  [
    'has a fee above the amount and a negative part',
    { fees: 1_200, fees_split: { paystack: 1_200, integration: -200, subaccount: 0 } },
    1_200,
  ],
  ['is of a foreign card', { ...FOREIGN, fees: 39, fees_split: null, subaccount: {} }, 39],
  [
    'is of a foreign card and divided',
    { ...FOREIGN, fees: 39, fees_split: { paystack: 39, integration: 50, subaccount: 911 }, subaccount: {} },
    39,
  ],
])('books a success as asked, and lists it nowhere, when the report %s', async (_, report, fee) => {
  const { world, confirm } = await begun();
  const success = { status: 'success', domain: 'test', amount: 1_000, currency: 'GHS' };
  const { proof } = parseTransaction({ ...success, ...report });
  await confirm(proof);
  expect((await entriesOf(world)).map(accountsOf)).toEqual([
    {
      provider_clearing: 1_000 - fee,
      organiser_payable: -950 + fee,
      platform_fee: -50,
      provider_fee: fee,
      fee_recovered: -fee,
    },
  ]);
  const query = async <T>(sql: string, values: unknown[]): Promise<T> =>
    (await database.owner.query(sql, values)).rows as T;
  expect((await readHostFigures({ query }, world.hostId)).differences).toEqual([]);
});

it('keeps the money of a held payment under review, and moves it out when it is decided', async () => {
  const { world, reference, confirm } = await begun();
  await confirm({ ...PAID, amount: 900, transactionId: '5000000001' });
  const held = { provider_clearing: 880, provider_fee: 20, under_review: -900 };
  expect((await entriesOf(world)).map(accountsOf)).toEqual([held]);
  await world.confirm({ reference, proof: { status: 'accepted' }, source: 'manual' });
  const [, decided] = await entriesOf(world);
  expect(accountsOf(decided)).toEqual({
    organiser_payable: -830,
    platform_fee: -50,
    fee_recovered: -20,
    under_review: 900,
  });
});

it('moves held money to what is owed to the payer when a refund is ordered, and out when it is back', async () => {
  const { world, confirm } = await begun();
  await confirm({ ...PAID, amount: 900, transactionId: '5000000002' });
  await confirm({ status: 'refund-ordered' });
  await confirm({ status: 'reversed', amount: 900, currency: 'GHS' });
  expect((await entriesOf(world)).slice(1).map(accountsOf)).toEqual([
    { organiser_payable: 20, fee_recovered: -20, refunds: -900, under_review: 900 },
    { provider_clearing: -900, refunds: 900 },
  ]);
});

it('has nothing of a held payment without a transaction of its own, and of money in another currency', async () => {
  const { world, confirm } = await begun();
  await confirm({ ...PAID, amount: 900 });
  expect(await entriesOf(world)).toEqual([]);
  const other = await begun();
  await other.confirm({ ...PAID, currency: 'USD' });
  await other.confirm({ status: 'refund-ordered' });
  expect(await entriesOf(other.world)).toEqual([]);
  const gone = await begun();
  await gone.confirm({ status: 'reversed', amount: 1_000, takenAmount: 1_000, currency: 'NGN', fees: 20 });
  expect(await entriesOf(gone.world)).toEqual([]);
});

it('refuses an entry that is not balanced, and a change of one', async () => {
  const { world, confirm } = await begun();
  await confirm(PAID);
  const of = [world.contestId];
  const copy = `INSERT INTO journal SELECT payment_id, 2, host_id, contest_id, event, at, 1, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0 FROM journal WHERE contest_id = $1`;
  await expect(database.pool.query(copy, of)).rejects.toMatchObject({ constraint: 'journal_balanced' });
  for (const change of [
    'UPDATE journal SET step = 7 WHERE contest_id = $1',
    'DELETE FROM journal WHERE contest_id = $1',
  ]) {
    await expect(database.pool.query(change, of)).rejects.toThrow('permission denied');
    await expect(database.owner.query(change, of)).rejects.toThrow();
  }
});

it('gets what a release without a journal has settled, once', async () => {
  const { world, reference } = await begun();
  await database.sql`UPDATE payments SET state = 'COMPLETED', provider_amount_pesewas = 1000, fees_pesewas = 20,
     host_id = NULL, charge_pesewas = NULL
     WHERE reference = ${reference}`;
  const post = () =>
    postAll((work) => new Transactions(database.pool).run(({ sql }) => work(sql)), world.now);
  expect((await post()).entries).toBeGreaterThan(0);
  expect((await entriesOf(world)).map(accountsOf)).toEqual([
    { provider_clearing: 980, organiser_payable: -980, provider_fee: 20, fee_recovered: -20 },
  ]);
  expect((await post()).entries).toBe(0);
});

/** A table of debits and credits, as accountants read it. */
function exampleOf(entries: readonly Line[], steps: readonly string[]): string {
  const money = (pesewas: number): string =>
    formatCedis(cedisFromPesewas(Math.abs(pesewas))).slice('GHS '.length);
  const lines = entries.flatMap((entry, index) =>
    JOURNAL_ACCOUNTS.filter((account) => entry[account]).map((account, line) => [
      line ? '' : `${index + 1}. ${steps[index]}`,
      account.replaceAll('_', ' '),
      entry[account] > 0 ? money(entry[account]) : '',
      entry[account] < 0 ? money(entry[account]) : '',
    ]),
  );
  const head = ['Event', 'Account', 'Debit', 'Credit'];
  const widths = head.map((name, column) =>
    Math.max(...[head, ...lines].map((row) => row[column]?.length ?? 0), name.length),
  );
  const row = (cells: readonly string[], fill = ' '): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  return [
    row(head),
    row(
      head.map(() => ''),
      '-',
    ),
    ...lines.map((line) => row(line)),
  ].join('\n');
}
