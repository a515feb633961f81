import { newReference } from '@abato/platform';
import { control, requestFor } from './model/at-simulator.js';
import { sql, world } from './model/own-world.js';
import { HOST_PART, later, useSettledHost, type Lists } from './model/settled-host.js';

/** What the provider pays out, compared with the books (ADR 122). */

const host = useSettledHost();
const DAY_MS = 86_400_000;

it('a failed settlement is a difference until its payments are in another', async () => {
  await host.paid();
  await control.settle(host.account, { status: 'failed' });
  await host.read();
  expect(await host.sums()).toMatchObject({ organiser_payable: -HOST_PART });
  expect(await host.differences()).toEqual([{ class: 'failed', theirs: 0, ours: HOST_PART }]);
  await control.settle(host.account);
  await host.read();
  expect([await host.sums(), await host.differences()]).toMatchObject([{ organiser_payable: 0 }, []]);
});

it('less than the sum of its payments’ parts is a difference, since when it was found', async () => {
  await host.paid();
  await control.settle(host.account, { short: 30 });
  await host.read();
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
  await control.settle(host.account);
  await host.read();
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
  await control.settle(host.account);
  await host.read();
  expect(await host.differences()).toEqual([]);
});

it('what the provider keeps for money that went back is no difference; more than that is', async () => {
  const reference = await host.paid();
  await control.settle(host.account);
  await control.reverse(reference);
  await host.paid();
  await host.paid();
  const [id] = await control.settle(host.account);
  await host.read();
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
  await control.settle(host.account);
  await host.read();
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

it('a difference ends when the provider corrects the settlement, however late', async () => {
  await host.paid();
  const [id] = await control.settle(host.account, { short: 30 });
  await host.read();
  later(10 * DAY_MS);
  await host.read();
  later(10 * DAY_MS);
  const settlements: Lists = {
    list: async (of) => {
      const page = await host.client.settlements.list(of);
      const items = page.items.map((one) => (one.id === id ? { ...one, amount: HOST_PART } : one));
      return { ...page, items };
    },
    transactions: (of) => host.client.settlements.transactions(of),
  };
  expect(await host.differences()).toMatchObject([{ class: 'amount' }]);
  await host.reader({ settlements }).readDue(undefined, [host.account]);
  expect([(await host.sums()).organiser_payable, await host.differences()]).toEqual([0, []]);
});

/** As the route does it. */
const close = () =>
  sql`UPDATE settlement_differences
    SET resolved_at = ${world.now}, closed_pesewas = theirs_pesewas - ours_pesewas WHERE host_id = ${host.id}`;

it('a difference that a note has closed is open again when it was explained in between', async () => {
  await host.paid();
  const [id] = await control.settle(host.account, { short: 30 });
  await host.read();
  await close();
  const amounts = { isWhole: true };
  const settlements: Lists = {
    list: async (of) => {
      const page = await host.client.settlements.list(of);
      const items = page.items.map((one) =>
        one.id === id && amounts.isWhole ? { ...one, amount: HOST_PART } : one,
      );
      return { ...page, items };
    },
    transactions: (of) => host.client.settlements.transactions(of),
  };
  const read = () => host.reader({ settlements }).readDue(undefined, [host.account]);
  expect(await read()).toMatchObject({ differences: 0 });
  amounts.isWhole = false;
  expect(await read()).toMatchObject({ differences: 1 });
});

it('a difference that a note has closed is open again only for another amount', async () => {
  await host.paid();
  await control.settle(host.account, { short: 30 });
  await host.read();
  await close();
  expect(await host.read()).toMatchObject({ differences: 0 });
  expect(await host.differences()).toEqual([]);
  await sql`UPDATE settlements SET amount_pesewas = 890 WHERE host_id = ${host.id}`;
  // Only what the books say of it is compared: the list says 900 again.
  const settlements: Lists = {
    list: () => Promise.resolve({ items: [], next: null }),
    transactions: (of) => host.client.settlements.transactions(of),
  };
  expect(await host.reader({ settlements }).readDue(undefined, [host.account])).toMatchObject({
    differences: 1,
  });
  expect(await host.differences()).toEqual([{ class: 'amount', theirs: 890, ours: HOST_PART }]);
});
