import { Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import { ProviderError } from '@abato/paystack';
import { newReference } from '@abato/platform';
import { PayoutsBacklog, ReadSettlementsService } from '@abato/testing/accounting';
import { SweepsByHand } from '../support/run-sweeps.js';
import { control, requestFor } from './model/at-simulator.js';
import { database, sql, world } from './model/own-world.js';
import { clock, HOST_PART, later, type Lists, LOG, useSettledHost } from './model/settled-host.js';

/** What the provider pays out, read and booked (ADR 122). */

const host = useSettledHost();
const DAY_MS = 86_400_000;

it('a settlement is booked once, however often it is read, and leaves nothing owed to the host', async () => {
  const references = [await host.paid(), await host.paid()];
  const id = await host.settle();
  await host.read();
  const rows = await sql`SELECT provider_id, status, amount_pesewas, booked_at IS NOT NULL AS booked,
       (SELECT array_agg(p.reference ORDER BY p.reference) FROM settlement_payments sp
       JOIN payments p ON p.id = sp.payment_id
        WHERE sp.settlement_id = s.id) AS payments
     FROM settlements s WHERE host_id = ${host.id}`;
  const settlement = { provider_id: id, status: 'SUCCESS', amount_pesewas: 2 * HOST_PART, booked: true };
  expect(rows).toEqual([{ ...settlement, payments: [...references].sort() }]);
  expect(await host.sums()).toMatchObject({
    organiser_payable: 0,
    provider_clearing: 100,
    platform_fee: -100,
  });
  expect([await host.owned(), await host.differences()]).toEqual([0, []]);
});

it('a settlement that lists a payment twice has it once', async () => {
  await host.paid();
  await control.settle(host.account);
  await host.read({
    transactions: async (of) => {
      const { items, next } = await host.client.settlements.transactions(of);
      return { items: [...items, ...items], next };
    },
  });
  expect([(await host.sums()).organiser_payable, await host.differences()]).toEqual([0, []]);
});

it('one that is under way is booked when it has succeeded, and posted back when it fails after all', async () => {
  await host.paid();
  const id = await host.settle({ status: 'processing' });
  expect(await host.sums()).toMatchObject({ organiser_payable: -HOST_PART });
  await control.changeSettlement(id, 'success');
  await host.read();
  expect(await host.sums()).toMatchObject({ organiser_payable: 0, provider_clearing: 50 });
  await control.changeSettlement(id, 'failed');
  await host.read();
  expect(await host.sums()).toMatchObject({ organiser_payable: -HOST_PART, provider_clearing: 980 });
  expect(await host.differences()).toEqual([{ class: 'failed', theirs: 0, ours: HOST_PART }]);
});

it('a part of the payments is settled, the others stay on the way', async () => {
  await host.paid();
  await host.paid();
  await host.settle({ share: 0.5 });
  expect([await host.sums(), await host.differences()]).toMatchObject([
    { organiser_payable: -HOST_PART },
    [],
  ]);
  await host.settle();
  expect([await host.sums(), await host.differences(), await host.owned()]).toMatchObject([
    { organiser_payable: 0 },
    [],
    0,
  ]);
});

it('a list that also has settlements of other accounts gives none of them to this one', async () => {
  await host.paid();
  await control.settle(host.account);
  const mine = host.account;
  const list: Lists['list'] = (of) => host.client.settlements.list({ ...of, account: mine });
  const other = await host.newAccount();
  await sql`INSERT INTO settlement_accounts
     SELECT gen_random_uuid(), host_id, type, bank_code, bank_name, account_number_encrypted, last_digits,
       account_name, confirmed, requested_by, requested_at, decision, decided_by, decided_at, ${other},
       effective_at
     FROM settlement_accounts WHERE subaccount_code = ${mine}`;
  await host.read({ list }, other);
  expect((await host.sums()).organiser_payable).toBe(-HOST_PART);
  await host.read({ list });
  expect((await host.sums()).organiser_payable).toBe(0);
});

it('every account is read once a day, the platform’s own as well', async () => {
  await host.paid();
  await control.settle(host.account);
  await control.settle('none');
  const sweeps = new SweepsByHand();
  new ReadSettlementsService(new Transactions(database.pool), clock, LOG, host.client, sweeps);
  await sweeps.run();
  expect((await host.sums()).organiser_payable).toBe(0);
  expect(await host.sums('host_id IS NULL AND $1::text IS NOT NULL')).toMatchObject({
    organiser_payable: 0,
    platform_bank: (await control.balances()).main.paidOut,
  });
  await host.paid();
  await control.settle(host.account);
  later(DAY_MS / 2);
  await sweeps.run();
  expect((await host.sums()).organiser_payable).toBe(-HOST_PART);
  later(DAY_MS / 2);
  await sweeps.run();
  expect((await host.sums()).organiser_payable).toBe(0);
});

/** What the platform was paid out, by the books. */
const bank = async () => (await host.sums('host_id IS NULL AND $1::text IS NOT NULL')).platform_bank;

/** The provider's lists, where one account cannot be read. */
const without =
  (account: string, failure: 'unreachable' | 'not-found' = 'unreachable'): Lists['list'] =>
  (of) =>
    of.account === account
      ? Promise.reject(new ProviderError(failure, 'away'))
      : host.client.settlements.list(of);

it('a host that cannot be read keeps only the platform’s settlements since its last reading from being booked', async () => {
  await host.paid();
  await control.settle('none');
  const before = await bank();
  later(3 * DAY_MS);
  await host.read();
  later(2 * DAY_MS);
  const list = without(host.account);
  const listedToday: Lists['list'] = async (of) => {
    const { items, next } = await list(of);
    return { items: items.map((one) => (of.account === 'none' ? { ...one, day: world.now } : one)), next };
  };
  const away = `account ${host.account}: away`;
  await expect(host.read({ list: listedToday }, 'none')).rejects.toThrow(away);
  expect(await bank()).toBe(before);
  await expect(host.read({ list }, 'none')).rejects.toThrow(away);
  expect(await bank()).toBeGreaterThan(before);
});

it('an account that a newer one has replaced counts as read when the provider no longer knows it', async () => {
  const old = await host.newAccount();
  await sql`INSERT INTO settlement_accounts
     SELECT gen_random_uuid(), host_id, type, bank_code, bank_name, account_number_encrypted, last_digits,
       account_name, confirmed, requested_by, requested_at, decision, decided_by, decided_at, ${old},
       effective_at - interval '1 day'
     FROM settlement_accounts WHERE subaccount_code = ${host.account}`;
  const read = (account: string, failure: 'unreachable' | 'not-found') =>
    host.read({ list: without(account, failure) }, account);
  await expect(read(old, 'unreachable')).rejects.toThrow('away');
  await expect(read(host.account, 'not-found')).rejects.toThrow('away');
  await expect(read(old, 'not-found')).resolves.toMatchObject({ accounts: 1 });
  const rows = await sql`SELECT account FROM settlement_readings WHERE account = ANY(${[old, host.account]})`;
  expect(rows).toEqual([{ account: old }]);
});

it('a settlement that the provider also lists for the platform is its host’s', async () => {
  await host.paid();
  await control.settle(host.account);
  const mine = host.account;
  let isAway = true;
  const list: Lists['list'] = (of) => {
    if (isAway && of.account === mine) throw new Error('away');
    return host.client.settlements.list({ ...of, account: mine });
  };
  const before = await bank();
  const readOwn = () => host.read({ list }, 'none');
  // A host that cannot be read keeps the platform's list from being booked.
  await expect(readOwn()).rejects.toThrow('away');
  expect([(await host.sums()).organiser_payable, await bank()]).toEqual([-HOST_PART, before]);
  isAway = false;
  await readOwn();
  expect([(await host.sums()).organiser_payable, await bank()]).toEqual([0, before]);
});

it('how long settlements could not be read is a metric, of hosts and of the platform', async () => {
  const reading = async (from: Partial<Lists> = {}) => {
    for (const account of [host.account, 'none']) await host.read(from, account).catch(() => undefined);
  };
  const seconds = async (): Promise<Record<string, number>> => {
    // What was read for a scrape is not read again within seconds.
    const metric = new Registry();
    new PayoutsBacklog(new Transactions(database.pool), clock, metric);
    const { values = [] } = (await metric.getSingleMetric('abato_settlements_unread_seconds')?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.account), value])) as Record<
      string,
      number
    >;
  };
  await sql`DELETE FROM settlement_accounts WHERE subaccount_code <> ${host.account}`;
  await host.paid();
  await reading();
  expect(await seconds()).toEqual({ hosts: 0, platform: 0 });
  later(DAY_MS);
  await reading({ list: () => Promise.reject(new Error('no list')) });
  expect(await seconds()).toEqual({ hosts: 86_400, platform: 86_400 });
  await host.read();
  expect(await seconds()).toEqual({ hosts: 0, platform: 86_400 });
});

it('a failed settlement is a difference until its payments are in another', async () => {
  await host.paid();
  await host.settle({ status: 'failed' });
  expect(await host.sums()).toMatchObject({ organiser_payable: -HOST_PART });
  expect(await host.differences()).toEqual([{ class: 'failed', theirs: 0, ours: HOST_PART }]);
  await host.settle();
  expect([await host.sums(), await host.differences()]).toMatchObject([{ organiser_payable: 0 }, []]);
});

it('less than the sum of its payments’ parts is a difference, since when it was found', async () => {
  await host.paid();
  await host.settle({ short: 30 });
  const found = world.now;
  later(DAY_MS);
  await host.read();
  expect(await host.differences()).toEqual([{ class: 'amount', theirs: 900, ours: HOST_PART }]);
  const rows = await sql<{ found_at: Date }>`SELECT found_at FROM settlement_differences
    WHERE host_id = ${host.id}`;
  expect(rows).toEqual([{ found_at: found }]);
  // The books say what was paid, and what is still owed.
  expect(await host.sums()).toMatchObject({ organiser_payable: -30 });
  expect(await host.owned()).toBe(30);
});

it('a transaction that is not ours is a difference', async () => {
  await host.paid();
  const reference = newReference();
  const split = { subaccount: host.account, transactionCharge: 0, bearer: 'subaccount' } as const;
  await host.client.initialize({ ...requestFor(reference, 100), split });
  await control.complete(reference);
  await host.settle();
  expect(await host.differences()).toEqual([{ class: 'unknown-payment', theirs: 98, ours: 0 }]);
});

it('a payment that is in no settlement after five days is missing until it is in one', async () => {
  await host.paid();
  later(4 * DAY_MS);
  await host.read();
  expect(await host.differences()).toEqual([]);
  later(2 * DAY_MS);
  await host.read();
  expect(await host.differences()).toEqual([{ class: 'missing', theirs: 0, ours: HOST_PART }]);
  await host.settle();
  expect(await host.differences()).toEqual([]);
});

it('what the provider keeps for money that went back is no difference; more than that is', async () => {
  const reference = await host.paid();
  await control.settle(host.account);
  await control.reverse(reference);
  await host.paid();
  await host.paid();
  const id = await host.settle();
  // 950 of 1,000 were the host's when they went back; that is not in the books yet.
  expect(await host.differences()).toEqual([{ class: 'deductions', theirs: 950, ours: 0 }]);
  await world.confirm({ reference, proof: (await host.client.verify(reference)).proof, source: 'list' });
  await host.read();
  expect(await host.differences()).toEqual([]);
  expect([(await host.sums()).organiser_payable, await host.owned()]).toEqual([0, 0]);
  const rows = await sql`SELECT amount_pesewas, deductions_pesewas FROM settlements
    WHERE provider_id = ${id}`;
  expect(rows).toEqual([{ amount_pesewas: 2 * HOST_PART - 950, deductions_pesewas: 950 }]);
});

it('a payment in two settlements is a difference', async () => {
  await host.paid();
  await host.settle();
  await sql`WITH s AS (INSERT INTO settlements
     SELECT gen_random_uuid(), provider_id || '9', host_id, subaccount_code, status, amount_pesewas,
         deductions_pesewas, settled_at, found_at, changed_at FROM settlements WHERE host_id = ${host.id}
         RETURNING id)
     INSERT INTO settlement_payments SELECT s.id, reference, payment_id, amount_pesewas
     FROM s, settlement_payments
     WHERE settlement_id IN (SELECT id FROM settlements WHERE host_id = ${host.id})`;
  await host.read();
  expect(await host.differences()).toMatchObject([{ class: 'paid-twice' }]);
});

/** The provider's list, where a settlement has the whole amount. */
const listedWhole =
  (id: string): Lists['list'] =>
  async (of) => {
    const page = await host.client.settlements.list(of);
    const items = page.items.map((one) => (one.id === id ? { ...one, amount: HOST_PART } : one));
    return { ...page, items };
  };

it('a difference ends when the provider corrects the settlement, however late', async () => {
  await host.paid();
  const id = await host.settle({ short: 30 });
  later(10 * DAY_MS);
  await host.read();
  later(10 * DAY_MS);
  expect(await host.differences()).toMatchObject([{ class: 'amount' }]);
  await host.read({ list: listedWhole(id) });
  expect([(await host.sums()).organiser_payable, await host.differences()]).toEqual([0, []]);
});

/** As the route does it. */
const close = () =>
  sql`UPDATE settlement_differences
    SET resolved_at = ${world.now}, closed_pesewas = theirs_pesewas - ours_pesewas WHERE host_id = ${host.id}`;

it('a difference that a note has closed is open again when it was explained in between', async () => {
  await host.paid();
  const id = await host.settle({ short: 30 });
  await close();
  expect(await host.read({ list: listedWhole(id) })).toMatchObject({ differences: 0 });
  expect(await host.read()).toMatchObject({ differences: 1 });
});

it('a difference that a note has closed is open again only for another amount', async () => {
  await host.paid();
  await host.settle({ short: 30 });
  await close();
  expect(await host.read()).toMatchObject({ differences: 0 });
  expect(await host.differences()).toEqual([]);
  await sql`UPDATE settlements SET amount_pesewas = 890 WHERE host_id = ${host.id}`;
  // Only what the books say of it is compared: the list says 900 again.
  const list = () => Promise.resolve({ items: [], next: null });
  expect(await host.read({ list })).toMatchObject({ differences: 1 });
  expect(await host.differences()).toEqual([{ class: 'amount', theirs: 890, ours: HOST_PART }]);
});
