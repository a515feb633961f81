import { createBlockingRedis } from '@abato/platform';
import { startSimulator } from '../../apps/simulator/src/app.js';
import { settingsFrom } from '../../apps/simulator/src/core/settings.js';
import { seedOf } from '../support/seed.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { Night } from './lost-webhooks/night.js';
import { crowd } from './lost-webhooks/payers.js';
import { ownDatabase } from './model/database.js';

/** Payments of the short form; `ABATO_LOST_WEBHOOKS_PAYMENTS=10000` is the long one, `ABATO_MODEL_SEED` repeats a crowd. */
const PAYMENTS = Number(process.env['ABATO_LOST_WEBHOOKS_PAYMENTS'] ?? 300);
const SEED = seedOf('payments/lost-webhooks', 'ABATO_MODEL_SEED');
const SECRET_KEY = 'sk_test_night';

const database = await ownDatabase();
const simulator = await startSimulator(
  settingsFrom({ SIMULATOR_PORT: '0', PAYSTACK_SECRET_KEY: SECRET_KEY, LOG_LEVEL: 'error' }),
);
afterAll(() => simulator.close());

/** The figure that a share of the sorted figures does not exceed. */
const percentile = (sorted: number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

it(
  `${PAYMENTS} payments without any webhook or browser are all found: median within a minute, 99 % within five (seed ${SEED})`,
  async () => {
    const payers = crowd(PAYMENTS, SEED);
    const longest = (PAYMENTS / 5 + 4 * 3_600) * 1000;
    const redis = createBlockingRedis(testState().redisUrl, () => undefined);
    const control = new SimulatorControl(simulator.url);
    const start = new Date(Date.now() - longest);
    const provider = { url: simulator.url, secretKey: SECRET_KEY };
    const night = new Night(database.pool, database.owner, redis, provider, control, start);
    const seconds = await night.pass(payers);
    redis.disconnect();

    const rows = await database.sql<{ reference: string; votes: number; delay: number }>`
      SELECT p.reference, l.votes, extract(epoch FROM l.recorded_at - p.paid_at)::float8 AS delay
       FROM vote_ledger l JOIN payments p ON p.id = l.payment_id WHERE l.contest_id = ${night.contestId}`;
    const paid = payers.filter(({ outcome }) => outcome === 'success');
    const votes = (items: { votes: number }[]): number => items.reduce((sum, item) => sum + item.votes, 0);
    const { totals } = await control.books();
    expect([rows.length, votes(rows)]).toEqual([paid.length, votes(paid)]);
    expect(totals).toMatchObject({ paid: votes(paid) * 100, net: votes(paid) * 100 });

    const delays = rows.map(({ delay }) => delay).sort((a, b) => a - b);
    const figures = {
      payments: PAYMENTS,
      counted: rows.length,
      medianSeconds: percentile(delays, 0.5),
      p99Seconds: percentile(delays, 0.99),
      longestSeconds: delays.at(-1),
      nightSeconds: seconds,
    };
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    expect(figures.medianSeconds).toBeLessThanOrEqual(60);
    expect(figures.p99Seconds).toBeLessThanOrEqual(300);
  },
  300_000 + PAYMENTS * 600,
);
