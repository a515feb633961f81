import { Transactions } from '@abato/database';
import { PaymentDecisionsService } from '@abato/payments';
import { PaystackClient } from '@abato/paystack';
import { seedDemo, tellProvider } from '../../apps/local/src/demo/index.js';
import { FIRST_PAGE } from '../support/first-page.js';
import { confirmationOf, paymentServices } from '../support/payment-services.js';
import { aFolder } from '../support/state.js';
import { control, redis, SECRET_KEY, simulator, useSimulator } from './model/at-simulator.js';
import { ownDatabase } from './model/database.js';

const DAY_MS = 86_400_000;
const running = new AbortController().signal;

useSimulator();
const database = await ownDatabase();
const dataDir = aFolder();

it('keeps the books of the demo equal to the provider’s on the day of the start, on day 2 and on day 31', async () => {
  const databaseOwnerUrl = database.owner.options.connectionString ?? '';
  const encryptionKey = Buffer.alloc(32, 7).toString('base64');
  await seedDemo({ databaseOwnerUrl, dataDir, encryptionKey }, () => undefined);
  // A start that was killed tells the rest at the next one.
  await tellProvider({ databaseOwnerUrl, simulatorUrl: simulator.url });
  await tellProvider({ databaseOwnerUrl, simulatorUrl: simulator.url });

  const client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
  const start = Date.now();
  let now = new Date(start);
  const clock = { now: () => now };
  const services = paymentServices(database.pool, redis, clock, client);
  const decisions = new PaymentDecisionsService(
    new Transactions(database.pool),
    client,
    confirmationOf(database.pool, redis, clock, client),
  );
  for (const days of [0, 1, 30]) {
    now = new Date(start + days * DAY_MS + 2 * 3_600_000);
    await services.days.compareDue(running);
    const { rows } = await database.pool.query<{ day: string; differences: number }>(
      `SELECT day::text, differences FROM reconciled_days WHERE differences > 0`,
    );
    expect(rows).toEqual([]);
    expect(await decisions.waiting(FIRST_PAGE)).toEqual({ items: [], total: 0 });
  }
  // Both sides have each payment of the fourteen days that are compared when they were missed.
  const { rows } = await database.pool.query<{ compared: number; booked: number }>(
    `SELECT (SELECT sum(successes)::int FROM reconciled_days) AS compared,
       (SELECT count(*)::int FROM payments WHERE state = 'COMPLETED'
          AND created_at >= (SELECT min(day)::timestamp AT TIME ZONE 'UTC' FROM reconciled_days)) AS booked`,
  );
  expect(rows[0]?.booked).toBeGreaterThan(0);
  expect(rows[0]?.compared).toBe(rows[0]?.booked);
  const { totals } = await control.books();
  expect(totals.paid).toBeGreaterThan(0);
});
