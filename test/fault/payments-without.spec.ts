import type {
  ChargePaymentResult,
  InitializePaymentResult,
  PublicContestView,
  StatusView,
} from '@abato/contracts';
import { createBlockingRedis } from '@abato/platform';
import { aContest, aUser, type BuiltContest, database } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import {
  beginPaid,
  castPaid,
  ledgerOf,
  publicTotal,
  stateOf,
  verify,
  waitForState,
} from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { dialledCodeOf, UssdSession } from '../support/ussd.js';
import { waitFor } from '../support/wait-for.js';
import {
  api,
  expectAlerts,
  healthy,
  metrics,
  running,
  second as small,
  useOwnPlatform,
  useSecondApi,
} from './own-platform.js';

/** Paid votes while a part is away. The provider tells by webhooks only: what asks it finds nothing here. */
let simulator: SimulatorControl;
let contest: BuiltContest;
/** Servers come back on a machine that does other things too. */
const WITHIN_MS = 90_000;

useOwnPlatform();
// It believes in a small account, which a few payments use up.
useSecondApi({ PAYSTACK_CALLS_PER_MINUTE: '10' });
beforeAll(() => void (simulator = new SimulatorControl()));
beforeEach(async () => {
  contest = await aContest().active().paid('1.00').save();
});
afterEach(() => simulator.faults({ reset: true }));

const SILENT = { endpoints: ['verify', 'list-transactions'], errorRate: 1 };

async function broughtBy(reference: string): Promise<string | undefined> {
  const { rows } = await database().query<{ source: string }>(
    `SELECT e.source FROM payment_events e JOIN payments p ON p.id = e.payment_id
     WHERE p.reference = $1 AND e.to_state = 'COMPLETED'`,
    [reference],
  );
  return rows[0]?.source;
}

/** Until the status page's figures say all of this. */
async function waitForStatus(expected: StatusView['services']): Promise<void> {
  const texts = expected.map((one) => JSON.stringify(one));
  await waitFor(
    async () => {
      const { data } = await api.get<StatusView>('/status');
      const told = data.services.map((one) => JSON.stringify(one));
      return texts.every((text) => told.includes(text));
    },
    { withinMs: WITHIN_MS, what: `the status page to say ${texts.join()}` },
  );
}

it('a provider that refuses our key is alerted on, and told to voters, at its first answer', async () => {
  const before = await healthy();
  await simulator.faults({ endpoints: ['initialize'], errorRate: 1, errorStatus: 401 });
  const voteId = await castPaid(contest);
  const refused = await new ApiClient(small.baseUrl).post('/payments/paystack/initialize', { voteId });
  expect([refused.status, refused.code]).toEqual([502, 'PROVIDER_REJECTED']);
  expectAlerts(['PaymentsRefused'], before, await metrics());
  await waitFor(
    async () => {
      const { data } = await api.get<StatusView>('/status');
      return data.services.some(
        ({ service, reason }) => service === 'payments' && reason === 'PAYMENTS_REFUSED',
      );
    },
    { withinMs: WITHIN_MS, what: 'the status page to say that payments are refused' },
  );
});

it('one of two API processes that does not answer is alerted on', async () => {
  const before = await healthy();
  await small.platform.service('api').stop();
  try {
    expectAlerts(['ApiDown'], before, await metrics());
  } finally {
    await small.platform.service('api').start();
  }
});

// After the other process was started anew: it has forgotten that our key was refused.
it('a provider that fails is told to voters on the status page', async () => {
  const before = await healthy();
  await simulator.faults({ endpoints: ['initialize'], errorRate: 1 });
  for (let times = 0; times < 5; times++) {
    const voteId = await castPaid(contest);
    await api.post('/payments/paystack/initialize', { voteId });
  }
  expectAlerts(['ProviderFailing'], before, await metrics());
  await waitFor(async () => {
    const { data } = await api.get<StatusView>('/status');
    const payments = data.services.find(({ service }) => service === 'payments');
    return payments?.reason === 'PROVIDER' && payments.state !== 'OPERATIONAL';
  });
});

it('webhooks that are not signed with our key are refused, count nothing, and are alerted on', async () => {
  const { voteId, reference } = await beginPaid(contest);
  const before = await healthy();
  for (let times = 0; times < 7; times++)
    expect(await simulator.webhook(reference, { as: 'success', forged: true })).toEqual([401]);
  expectAlerts(['WebhookSignatures'], before, await metrics());
  expect(await ledgerOf(voteId)).toEqual([]);
});

it('a webhook without PostgreSQL is not answered with 200, told again, and counted once', async () => {
  const { voteId, reference } = await beginPaid(contest, { voteCount: 3 });
  await simulator.faults(SILENT);
  const before = await healthy();
  await running.platform.service('postgres').stop();
  await simulator.complete(reference);
  const [status] = await simulator.webhook(reference, { as: 'success' });
  expect(status).not.toBe(200);
  const during = await waitFor(
    async () => {
      const told = await metrics();
      return told.every(({ text }) => text.includes('abato_part_works{part="postgresql"} 0')) && told;
    },
    { withinMs: WITHIN_MS, what: 'all processes to report PostgreSQL' },
  );
  expectAlerts(['PostgresDown'], before, during);
  const down = { state: 'DOWN', reason: 'NOT_STORED' } as const;
  await waitForStatus([
    { service: 'voting', ...down },
    { service: 'payments', ...down },
    { service: 'live', ...down },
  ]);
  await running.platform.service('postgres').start();
  await waitFor(async () => (await fetch(`${running.baseUrl}/health/ready`)).status === 200, {
    withinMs: WITHIN_MS,
    what: 'the platform to be ready again',
  });
  await waitForStatus([{ service: 'voting', state: 'OPERATIONAL', reason: null }]);
  await waitForState(reference, 'COMPLETED', WITHIN_MS);
  expect(await broughtBy(reference)).toBe('webhook');
  expect(await ledgerOf(voteId)).toEqual([3]);
  await waitFor(async () => (await publicTotal(contest.id)) === 3, {
    withinMs: WITHIN_MS,
    what: 'the public total',
  });
});

it('a payment is begun and its webhook kept without Redis, and counted when Redis is back', async () => {
  await running.platform.service('redis').stop();
  const { voteId, reference } = await beginPaid(contest, { voteCount: 2 });
  await simulator.faults(SILENT);
  await simulator.script(reference, { webhook: 'never' });
  await simulator.complete(reference);
  expect(await simulator.webhook(reference, { as: 'success' })).toEqual([200]);
  const { rowCount } = await database().query('SELECT FROM webhook_inbox WHERE reference = $1', [reference]);
  expect(rowCount).toBe(1);
  await running.platform.service('redis').start();
  await waitForState(reference, 'COMPLETED', WITHIN_MS);
  expect(await broughtBy(reference)).toBe('webhook');
  expect(await ledgerOf(voteId)).toEqual([2]);
  await waitFor(async () => (await publicTotal(contest.id)) === 2, {
    withinMs: WITHIN_MS,
    what: 'the public total',
  });
});

const NOBODY = '0241230003';
const charge = (voteId: string) =>
  api.post<ChargePaymentResult>('/payments/paystack/charge', {
    voteId,
    phoneNumber: NOBODY,
    network: 'mtn',
  });

it('a prompt that is not approved has run out after its 180 seconds, says so, and can be asked for again', async () => {
  await simulator.next({ promptTimeoutMs: 300 });
  const voteId = await castPaid(contest);
  const first = await charge(voteId);
  expect(first.data.step).toBe('approve_on_phone');
  const ended = await waitFor(
    async () => {
      await verify(first.data.reference);
      const { data } = await api.get<ChargePaymentResult>(
        `/payments/paystack/charge/${first.data.reference}`,
      );
      return data.step === 'failed' && data;
    },
    { withinMs: WITHIN_MS, everyMs: 500, what: 'the end of the prompt' },
  );
  expect(ended.message).toBe('The payment was not approved in time. You can try again.');
  const second = await charge(voteId);
  expect([second.status, second.data.step]).toEqual([201, 'approve_on_phone']);
  expect(second.data.reference).not.toBe(first.data.reference);
});

it('a prompt that is not approved blocks a second one for 210 seconds when the provider says nothing, and still counts when approved later', async () => {
  const voteId = await castPaid(contest);
  const first = (await charge(voteId)).data.reference;
  expect((await charge(voteId)).data.reference).toBe(first);
  await database().query(
    `UPDATE payments SET created_at = created_at - interval '211 seconds' WHERE reference = $1`,
    [first],
  );
  const second = (await charge(voteId)).data.reference;
  expect(second).not.toBe(first);
  await simulator.complete(first);
  await waitForState(first, 'COMPLETED', WITHIN_MS);
  expect(await ledgerOf(voteId)).toEqual([1]);
  await simulator.complete(second);
  await waitFor(async () => /DUPLICATE|REFUND/.test((await stateOf(second)) ?? ''), {
    withinMs: WITHIN_MS,
    what: 'the second payment to go back',
  });
  expect(await ledgerOf(voteId)).toEqual([1]);
});

describe('a used-up limit of the provider', () => {
  // The processes share in Redis that they must wait; without it the next test could not begin a payment for a minute.
  afterEach(async () => {
    const redis = createBlockingRedis(running.state.redisUrl, () => undefined);
    await redis.flushall().finally(() => redis.disconnect());
  });

  it('asks the payer to wait, and is kept to', async () => {
    for (;;) {
      await simulator.faults({ endpoints: ['initialize'], tooManyRate: 1 });
      const before = await healthy();
      const voteId = await castPaid(contest);
      const begin = () => api.post<InitializePaymentResult>('/payments/paystack/initialize', { voteId });
      const asked = performance.now();
      const refused = await begin();
      expect([refused.status, refused.code]).toEqual([503, 'OVERLOADED']);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      await simulator.faults({ reset: true });
      const second = await begin();
      // On a machine so slow that the wait is over meanwhile, the second answer proves nothing.
      if (performance.now() - asked > seconds * 1_000) continue;
      // The window has not ended: nothing is sent.
      expect(second.status).toBe(503);
      expectAlerts(['ProviderLimit'], before, await metrics());
      return;
    }
  });

  it('is alerted on while payers still get their turn, and again when they wait', async () => {
    const before = await healthy();
    // More than the pace of the small account allows in five minutes.
    for (let payers = 0; payers < 14; payers++) await beginPaid(contest);
    const near = await metrics();
    expectAlerts(['ProviderNearLimit'], before, near);
    const crowd = new ApiClient(small.baseUrl);
    // Until enough of them wait: on a slow machine some get a turn meanwhile.
    for (let waiting = 0; waiting < 22;) {
      const voteId = await castPaid(contest);
      const { status, code } = await crowd.post('/payments/paystack/initialize', { voteId });
      if (code === 'OVERLOADED') waiting++;
      else expect(status).toBe(201);
    }
    expectAlerts(['ProviderNearLimit', 'PayersHeldBack'], before, await metrics());
  });
});

const nextPhone = phonesOf('bought-results');
/** The simulator never answers prompts to it. */
const aPhone = (): string => nextPhone('0003');
const POWERS = Array.from({ length: 12 }, (_, power) => 2 ** power);
const WAYS = ['page', 'prompt', 'ussd'] as const;
type Way = (typeof WAYS)[number];
const post = (path: string, body: object) =>
  api.post<ChargePaymentResult>(`/payments/paystack/${path}`, body);

/** An unpaid attempt for so many votes from a phone of its own. @returns its reference */
async function open(way: Way, voteCount: number, code: string): Promise<string> {
  const voterPhone = aPhone();
  if (way === 'ussd') {
    const told = await new UssdSession('hubtel', voterPhone).dial(code, String(voteCount), '1');
    expect(told.text).toMatch(/with your PIN by \d\d:\d\d:\d\d/);
    return waitFor(async () => {
      const { rows } = await database().query<{ reference: string }>(
        `SELECT reference FROM payments WHERE phone_number = $1 AND state = 'PROVIDER_PENDING'`,
        [voterPhone],
      );
      return rows[0]?.reference;
    });
  }
  const voteId = await castPaid(contest, { voteCount, voterPhone });
  const answer =
    way === 'page'
      ? await post('initialize', { voteId })
      : await post('charge', { voteId, phoneNumber: voterPhone, network: 'mtn' });
  expect(answer.status).toBe(201);
  return answer.data.reference;
}

/** One phone cannot keep several open, whichever way they would be paid. */
async function refusesSeveralOfOnePhone(code: string): Promise<void> {
  const voterPhone = aPhone();
  const first = await castPaid(contest, { voterPhone });
  expect((await post('initialize', { voteId: first })).status).toBe(201);
  const voteId = await castPaid(contest, { voterPhone });
  const wallet = { voteId, phoneNumber: voterPhone, network: 'mtn' };
  const refused = [await post('initialize', { voteId }), await post('charge', wallet)];
  expect(refused.map(({ status, code: said }) => [status, said])).toEqual(
    refused.map(() => [409, 'PAYMENT_OPEN']),
  );
  const told = await new UssdSession('hubtel', voterPhone).dial(code, '1', '1');
  expect(told.text).toContain('Your last payment is still open');
}

it('a result that is to be bought after the end stays as it was at the end: whichever open payments are completed, none counts and all money goes back', async () => {
  const owner = await aUser().save();
  contest = await aContest().ownedBy(owner).active().paid('0.50').withContestants(2).save();
  const rival = contest.categories[0]?.contestants[1]?.id ?? '';
  const honest = await beginPaid(contest, { voteCount: 500, contestantId: rival });
  await simulator.complete(honest.reference);
  await waitForState(honest.reference, 'COMPLETED');
  const soon = `UPDATE contests SET end_date = now() + interval '9 minutes', updated_at = now() WHERE id = $1`;
  await database().query(soon, [contest.id]);
  await waitFor(async () => {
    const { data } = await api.get<PublicContestView>(`/contests/${contest.id}/public`);
    return Date.parse(data.endDate) < Date.now() + 10 * 60_000;
  });
  const code = await dialledCodeOf(contest);
  await refusesSeveralOfOnePhone(code);
  const opened: Record<Way, string[]> = { page: [], prompt: [], ussd: [] };
  for (const way of WAYS) for (const votes of POWERS) opened[way].push(await open(way, votes, code));

  expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ENDED' })).status).toBe(200);
  // The frozen count is read, and as many votes as are missing, and one more, are completed.
  const atEnd = (await publicTotal(contest.id)) ?? 0;
  expect(atEnd).toBe(500);
  const missing = (_: string, power: number): boolean => ((atEnd + 1) & (2 ** power)) > 0;
  const bought = (way: Way): string[] => opened[way].filter(missing);
  for (const reference of bought('page')) await simulator.complete(reference);
  // Prompts have a minute more: as if it were over.
  for (const table of ['votes', 'payments'])
    await database().query(
      `UPDATE ${table} SET created_at = created_at - interval '2 minutes' WHERE contest_id = $1`,
      [contest.id],
    );
  await database().query(`UPDATE contests SET ended_at = ended_at - interval '61 seconds' WHERE id = $1`, [
    contest.id,
  ]);
  for (const reference of [...bought('prompt'), ...bought('ussd')]) await simulator.complete(reference);
  for (const way of WAYS)
    for (const reference of bought(way)) await waitForState(reference, 'REFUNDED', WITHIN_MS);

  const seen = () => api.get<PublicContestView>(`/contests/${contest.id}/public`);
  await waitFor(async () => (await seen()).data.resultsFinal, { withinMs: 180_000, what: 'final results' });
  const [category] = (await seen()).data.categories;
  const counts = category?.contestants.map(({ id, voteCount }) => [id === rival, voteCount]);
  expect(counts).toEqual([
    [true, 500],
    [false, 0],
  ]);
  // What is completed once results are final changes as little.
  const [last = ''] = opened.page.filter((reference, power) => !missing(reference, power));
  await simulator.complete(last);
  await waitForState(last, 'REFUNDED', WITHIN_MS);
  expect(await publicTotal(contest.id)).toBe(500);
});
