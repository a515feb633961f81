import { Registry } from 'prom-client';
import { JOURNAL_ACCOUNTS, type JournalAccount } from '@abato/contracts';
import { PaymentBacklog, PaystackClient, ReadSettlementsService, SettlementReader } from '@abato/payments';
import { createLogger, newReference } from '@abato/platform';
import { SweepsByHand } from '../support/run-sweeps.js';
import {
  control,
  requestFor,
  SECRET_KEY,
  simulator,
  startToday,
  useSimulator,
} from './model/at-simulator.js';
import { database, useOwnWorld, world } from './model/own-world.js';

/** What the provider pays out, read, booked and compared (ADR 127). A host with 5 % who bears the provider's fee: 930 of 1,000. */

useSimulator();
useOwnWorld(startToday);
const DAY_MS = 86_400_000;
const HOST_PART = 930;
const LOG = createLogger('worker', 'silent');
const clock = { now: () => world.now };
type Lists = Pick<PaystackClient['settlements'], 'list' | 'transactions'>;
type Sums = Record<JournalAccount, number>;

let client: PaystackClient;
let account: string;
let hostId: string;
beforeEach(async () => {
  client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
  account = await newAccount();
  const { rows } = await database.owner.query<{ host_id: string }>(
    `WITH c AS (SELECT host_id, user_id FROM contests WHERE id = $1),
       fees AS (INSERT INTO fee_policies SELECT host_id, 2, 500, 0, 5, 'host', user_id, now() FROM c),
       gone AS (DELETE FROM settlement_accounts WHERE host_id = (SELECT host_id FROM c))
     INSERT INTO settlement_accounts (id, host_id, type, bank_code, bank_name, account_number_encrypted, last_digits, account_name, confirmed,
       requested_by, requested_at, decision, decided_by, decided_at, subaccount_code, effective_at)
     SELECT gen_random_uuid(), host_id, 'bank', '1', 'B', '', '1', 'A', true, user_id, $3, 'APPROVED', user_id, $3, $2, $3 FROM c
     RETURNING host_id`,
    [world.contestId, account, world.now],
  );
  hostId = rows[0]?.host_id ?? '';
});

const newAccount = (): Promise<string> =>
  client.accounts.createSubaccount({ businessName: 'H', bankCode: 'MTN', accountNumber: '0241234567' });
const reader = (of: { settlements: Lists } = client) => new SettlementReader(database.pool, clock, LOG, of);
const read = () => reader().readDue(undefined, [account]);
const later = (ms: number): void => {
  world.now = new Date(world.now.getTime() + ms);
};

/** Ten votes of GHS 1.00, counted. */
async function paid(): Promise<string> {
  await world.cast(10);
  await world.begin(world.votes.at(-1) ?? '', 'ok');
  const reference = world.attempts.at(-1)?.reference ?? '';
  const { split } = world.provider.find(reference);
  await client.initialize({ ...requestFor(reference, 1_000), split });
  await control.script(reference, { webhook: 'never' });
  await control.complete(reference);
  await world.settle({ reference, proof: (await client.verify(reference)).proof, source: 'verify' });
  return reference;
}

/** The accounts of the host in the books. */
async function sums(where = 'host_id = $1'): Promise<Sums> {
  const columns = JOURNAL_ACCOUNTS.map((one) => `coalesce(sum(${one}), 0)::int AS ${one}`).join(', ');
  const { rows } = await database.owner.query<Sums>(`SELECT ${columns} FROM journal WHERE ${where}`, [
    hostId,
  ]);
  return rows[0] as Sums;
}
async function owned(): Promise<number> {
  const { subaccounts } = await control.balances();
  return subaccounts[account]?.balance ?? Number.NaN;
}
async function differences(): Promise<unknown[]> {
  const { rows } = await database.owner.query<object>(
    `SELECT class, theirs_pesewas AS theirs, ours_pesewas AS ours FROM settlement_differences
     WHERE host_id = $1 AND resolved_at IS NULL ORDER BY class`,
    [hostId],
  );
  return rows;
}

it('a settlement is booked once, however often it is read, and leaves nothing owed to the host', async () => {
  const references = [await paid(), await paid()];
  const [id] = await control.settle(account);
  await read();
  await read();
  const { rows } = await database.owner.query(
    `SELECT provider_id, status, amount_pesewas, booked_at IS NOT NULL AS booked,
       (SELECT array_agg(p.reference ORDER BY p.reference) FROM settlement_payments sp JOIN payments p ON p.id = sp.payment_id
        WHERE sp.settlement_id = s.id) AS payments
     FROM settlements s WHERE host_id = $1`,
    [hostId],
  );
  const settlement = { provider_id: id, status: 'SUCCESS', amount_pesewas: 2 * HOST_PART, booked: true };
  expect(rows).toEqual([{ ...settlement, payments: [...references].sort() }]);
  expect(await sums()).toMatchObject({ organiser_payable: 0, provider_clearing: 100, platform_fee: -100 });
  expect([await owned(), await differences()]).toEqual([0, []]);
});

it('one that is under way is booked when it has succeeded, and posted back when it fails after all', async () => {
  await paid();
  const [id = ''] = await control.settle(account, { status: 'processing' });
  await read();
  expect(await sums()).toMatchObject({ organiser_payable: -HOST_PART });
  await control.changeSettlement(id, 'success');
  await read();
  expect(await sums()).toMatchObject({ organiser_payable: 0, provider_clearing: 50 });
  await control.changeSettlement(id, 'failed');
  await read();
  expect(await sums()).toMatchObject({ organiser_payable: -HOST_PART, provider_clearing: 980 });
  expect(await differences()).toEqual([{ class: 'failed', theirs: 0, ours: HOST_PART }]);
});

it('a failed settlement is a difference until its payments are in another', async () => {
  await paid();
  await control.settle(account, { status: 'failed' });
  await read();
  expect(await sums()).toMatchObject({ organiser_payable: -HOST_PART });
  expect(await differences()).toEqual([{ class: 'failed', theirs: 0, ours: HOST_PART }]);
  await control.settle(account);
  await read();
  expect([await sums(), await differences()]).toMatchObject([{ organiser_payable: 0 }, []]);
});

it('a part of the payments is settled, the others stay on the way', async () => {
  await paid();
  await paid();
  await control.settle(account, { share: 0.5 });
  await read();
  expect([await sums(), await differences()]).toMatchObject([{ organiser_payable: -HOST_PART }, []]);
  await control.settle(account);
  await read();
  expect([await sums(), await differences(), await owned()]).toMatchObject([{ organiser_payable: 0 }, [], 0]);
});

it('less than the sum of its payments’ parts is a difference, since when it was found', async () => {
  await paid();
  await control.settle(account, { short: 30 });
  await read();
  const found = world.now;
  later(DAY_MS);
  await read();
  expect(await differences()).toEqual([{ class: 'amount', theirs: 900, ours: HOST_PART }]);
  const { rows } = await database.owner.query<{ found_at: Date }>(
    'SELECT found_at FROM settlement_differences WHERE host_id = $1',
    [hostId],
  );
  expect(rows).toEqual([{ found_at: found }]);
  // The books say what was paid, and what is still owed.
  expect(await sums()).toMatchObject({ organiser_payable: -30 });
  expect(await owned()).toBe(30);
});

it('a transaction that is not ours is a difference', async () => {
  await paid();
  const reference = newReference();
  const split = { subaccount: account, transactionCharge: 0, bearer: 'subaccount' } as const;
  await client.initialize({ ...requestFor(reference, 100), split });
  await control.complete(reference);
  await control.settle(account);
  await read();
  expect(await differences()).toEqual([{ class: 'unknown-payment', theirs: 98, ours: 0 }]);
});

it('a payment that is in no settlement after five days is missing until it is in one', async () => {
  await paid();
  later(4 * DAY_MS);
  await read();
  expect(await differences()).toEqual([]);
  later(2 * DAY_MS);
  await read();
  expect(await differences()).toEqual([{ class: 'missing', theirs: 0, ours: HOST_PART }]);
  await control.settle(account);
  await read();
  expect(await differences()).toEqual([]);
});

it('what the provider keeps for money that went back is no difference; more than that is', async () => {
  const reference = await paid();
  await control.settle(account);
  await control.reverse(reference);
  await paid();
  await paid();
  const [id] = await control.settle(account);
  await read();
  // 950 of 1,000 were the host's when they went back; that is not in the books yet.
  expect(await differences()).toEqual([{ class: 'deductions', theirs: 950, ours: 0 }]);
  await world.settle({ reference, proof: (await client.verify(reference)).proof, source: 'list' });
  await read();
  expect(await differences()).toEqual([]);
  expect([(await sums()).organiser_payable, await owned()]).toEqual([0, 0]);
  const { rows } = await database.owner.query(
    'SELECT amount_pesewas, deductions_pesewas FROM settlements WHERE provider_id = $1',
    [id],
  );
  expect(rows).toEqual([{ amount_pesewas: 2 * HOST_PART - 950, deductions_pesewas: 950 }]);
});

it('a payment in two settlements is a difference', async () => {
  await paid();
  await control.settle(account);
  await read();
  await database.owner.query(
    `WITH s AS (INSERT INTO settlements SELECT gen_random_uuid(), provider_id || '9', host_id, subaccount_code, status, amount_pesewas,
         deductions_pesewas, settled_at, found_at, changed_at FROM settlements WHERE host_id = $1 RETURNING id)
     INSERT INTO settlement_payments SELECT s.id, reference, payment_id, amount_pesewas FROM s, settlement_payments
     WHERE settlement_id IN (SELECT id FROM settlements WHERE host_id = $1)`,
    [hostId],
  );
  await read();
  expect(await differences()).toMatchObject([{ class: 'paid-twice' }]);
});

it('a list that also has settlements of other accounts gives none of them to this one', async () => {
  await paid();
  await control.settle(account);
  const mine = account;
  const settlements: Lists = {
    list: (of) => client.settlements.list({ ...of, account: mine }),
    transactions: (of) => client.settlements.transactions(of),
  };
  const other = await newAccount();
  await database.owner.query(
    `INSERT INTO settlement_accounts SELECT gen_random_uuid(), host_id, type, bank_code, bank_name, account_number_encrypted, last_digits,
       account_name, confirmed, requested_by, requested_at, decision, decided_by, decided_at, $2, effective_at
     FROM settlement_accounts WHERE subaccount_code = $1`,
    [mine, other],
  );
  await reader({ settlements }).readDue(undefined, [other]);
  expect((await sums()).organiser_payable).toBe(-HOST_PART);
  await reader({ settlements }).readDue(undefined, [mine]);
  expect((await sums()).organiser_payable).toBe(0);
});

it('a difference ends when the provider corrects the settlement, however late', async () => {
  await paid();
  const [id] = await control.settle(account, { short: 30 });
  await read();
  later(10 * DAY_MS);
  await read();
  later(10 * DAY_MS);
  const settlements: Lists = {
    list: async (of) => {
      const page = await client.settlements.list(of);
      const items = page.items.map((one) => (one.id === id ? { ...one, amount: HOST_PART } : one));
      return { ...page, items };
    },
    transactions: (of) => client.settlements.transactions(of),
  };
  expect(await differences()).toMatchObject([{ class: 'amount' }]);
  await reader({ settlements }).readDue(undefined, [account]);
  expect([(await sums()).organiser_payable, await differences()]).toEqual([0, []]);
});

it('a difference that a note has closed is open again only for another amount', async () => {
  await paid();
  await control.settle(account, { short: 30 });
  await read();
  await database.owner.query(
    `UPDATE settlement_differences SET resolved_at = $2, closed_pesewas = theirs_pesewas - ours_pesewas WHERE host_id = $1`,
    [hostId, world.now],
  );
  expect(await read()).toMatchObject({ differences: 0 });
  expect(await differences()).toEqual([]);
  await database.owner.query('UPDATE settlements SET amount_pesewas = 890 WHERE host_id = $1', [hostId]);
  // Only what the books say of it is compared: the list says 900 again.
  const settlements: Lists = {
    list: () => Promise.resolve({ items: [], next: null }),
    transactions: (of) => client.settlements.transactions(of),
  };
  expect(await reader({ settlements }).readDue(undefined, [account])).toMatchObject({ differences: 1 });
  expect(await differences()).toEqual([{ class: 'amount', theirs: 890, ours: HOST_PART }]);
});

it('every account is read once a day, the platform’s own as well', async () => {
  await paid();
  await control.settle(account);
  await control.settle('none');
  const sweeps = new SweepsByHand();
  new ReadSettlementsService(database.pool, clock, LOG, client, sweeps);
  await sweeps.run();
  expect((await sums()).organiser_payable).toBe(0);
  expect(await sums('host_id IS NULL AND $1::text IS NOT NULL')).toMatchObject({
    organiser_payable: 0,
    platform_bank: (await control.balances()).main.paidOut,
  });
  await paid();
  await control.settle(account);
  later(DAY_MS / 2);
  await sweeps.run();
  expect((await sums()).organiser_payable).toBe(-HOST_PART);
  later(DAY_MS / 2);
  await sweeps.run();
  expect((await sums()).organiser_payable).toBe(0);
});

it('a settlement that the provider also lists for the platform is its host’s', async () => {
  await paid();
  await control.settle(account);
  const mine = account;
  let isAway = true;
  const settlements: Lists = {
    list: (of) => {
      if (isAway && of.account === mine) throw new Error('away');
      return client.settlements.list({ ...of, account: mine });
    },
    transactions: (of) => client.settlements.transactions(of),
  };
  const bank = async () => (await sums('host_id IS NULL AND $1::text IS NOT NULL')).platform_bank;
  const before = await bank();
  const readOwn = () => reader({ settlements }).readDue(undefined, ['none']);
  // A host that cannot be read keeps the platform's list from being booked.
  await expect(readOwn()).rejects.toThrow('away');
  expect([(await sums()).organiser_payable, await bank()]).toEqual([-HOST_PART, before]);
  isAway = false;
  await readOwn();
  expect([(await sums()).organiser_payable, await bank()]).toEqual([0, before]);
});

it('how long settlements could not be read is a metric, of hosts and of the platform', async () => {
  const broken: Lists = {
    list: () => Promise.reject(new Error('no list')),
    transactions: (of) => client.settlements.transactions(of),
  };
  const reading = (from: Lists) =>
    reader({ settlements: from })
      .readDue(undefined, [account, 'none'])
      .catch(() => undefined);
  const seconds = async (): Promise<Record<string, number>> => {
    // What was read for a scrape is not read again within seconds.
    const metric = new Registry();
    new PaymentBacklog(database.pool, clock, metric);
    const { values = [] } = (await metric.getSingleMetric('abato_settlements_unread_seconds')?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.account), value])) as Record<
      string,
      number
    >;
  };
  await database.owner.query('DELETE FROM settlement_accounts WHERE subaccount_code <> $1', [account]);
  await paid();
  await reading(client.settlements);
  expect(await seconds()).toEqual({ hosts: 0, platform: 0 });
  later(DAY_MS);
  await reading(broken);
  expect(await seconds()).toEqual({ hosts: 86_400, platform: 86_400 });
  await reader().readDue(undefined, [account]);
  expect(await seconds()).toEqual({ hosts: 0, platform: 86_400 });
});
