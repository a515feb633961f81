import { createHmac } from 'node:crypto';
import { aContest, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import {
  beginPaid,
  castPaid,
  initialize,
  ledgerOf,
  payCounted,
  stateOf,
  verify,
  voteStatus,
  waitForState,
} from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const simulator = new SimulatorControl();

const contest = await aContest().paid('1.00').withContestants(2).save();

const secret = 'sk_test_local';
const sign = (body: string | Buffer): string => createHmac('sha512', secret).update(body).digest('hex');
const send = (body: string, signature: string) =>
  api.post('/payments/paystack/webhook', body, {
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
  });
const inboxRows = (body: string): Promise<{ processed_at: Date | null; outcome: string | null }[]> =>
  sql<{ processed_at: Date | null; outcome: string | null }>`SELECT processed_at, outcome
        FROM webhook_inbox WHERE body = ${Buffer.from(body)}`;

it('webhook refuses a wrong, a missing and a re-printed signature, keeps nothing and counts it', async () => {
  const body = '{ "event":"charge.success",\n "data":{"reference":"A-1","note":"\\u20b5"} }';
  const reprinted = sign(JSON.stringify(JSON.parse(body)));
  for (const signature of ['', 'ab', 'f'.repeat(128), reprinted])
    expect(await send(body, signature)).toMatchObject({ status: 401, code: 'INVALID_SIGNATURE' });
  expect(await inboxRows(body)).toEqual([]);
  const metrics = await (await fetch(testState().metricsUrl)).text();
  const counted = /abato_webhooks_received_total\{result="bad_signature"\} (\d+)/.exec(metrics)?.[1];
  expect(Number(counted)).toBeGreaterThanOrEqual(4);
});

it('webhook is not fooled by a forged event', async () => {
  const { voteId, reference } = await beginPaid(contest);
  expect(await simulator.webhook(reference, { forged: true, as: 'success' })).toEqual([401]);
  expect(await stateOf(reference)).toBe('INITIALIZED');
  expect(await ledgerOf(voteId)).toEqual([]);
});

it('webhook keeps an event about an unknown reference, and unknown events, once each', async () => {
  const unknownReference = JSON.stringify({
    event: 'charge.success',
    data: { reference: `X-${Date.now()}`, status: 'success' },
  });
  const unknownEvent = JSON.stringify({ event: 'something.new', data: { at: Date.now() } });
  for (const body of [unknownReference, unknownEvent, unknownReference])
    expect((await send(body, sign(body))).status).toBe(200);
  await waitFor(async () => (await inboxRows(unknownEvent))[0]?.outcome === 'ignored');
  const kept = await waitFor(async () => {
    const rows = await inboxRows(unknownReference);
    return rows[0]?.outcome ? rows : undefined;
  });
  expect(kept).toEqual([{ processed_at: null, outcome: 'unknown-reference' }]);
});

it('webhook that cannot be processed holds up no other', async () => {
  const broken = await beginPaid(contest);
  await sql`DELETE FROM votes WHERE id = ${broken.voteId}`;
  const whole = await Promise.all([1, 2, 3].map(() => beginPaid(contest)));
  const bodies = [broken, ...whole].map(({ reference }) =>
    JSON.stringify({
      event: 'charge.success',
      data: { reference, status: 'success', amount: 100, currency: 'GHS', domain: 'test' },
    }),
  );
  const answers = await Promise.all(bodies.map((body) => send(body, sign(body))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { reference } of whole) await waitForState(reference, 'COMPLETED');
  expect(await inboxRows(bodies[0] ?? '')).toEqual([{ processed_at: null, outcome: null }]);
});

it('webhook refuses more than 256 KB', async () => {
  const body = JSON.stringify({ event: 'x', data: 'y'.repeat(300_000) });
  expect((await send(body, sign(body))).status).toBe(413);
});

it('webhook does not count a transaction the provider gave to another payment before', async () => {
  const first = await payCounted(contest);
  const { data } = await simulator.show(first.reference);
  const second = await beginPaid(contest);
  const body = JSON.stringify({ event: 'charge.success', data: { ...data, reference: second.reference } });
  expect((await send(body, sign(body))).status).toBe(200);
  await waitForState(second.reference, 'REVIEW');
  expect(await ledgerOf(second.voteId)).toEqual([]);
});

it('a contest that changes while a payment is open counts the payment at the price the vote was cast for, also when it is paused meanwhile', async () => {
  const changing = await aContest().paid('0.50').save();
  const { voteId, reference } = await beginPaid(changing, { voteCount: 2 });
  await sql`UPDATE contests SET status = 'PAUSED', vote_price_pesewas = 900, updated_at = now()
      WHERE id = ${changing.id}`;
  await simulator.complete(reference);
  await waitForState(reference, 'COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([2]);
  expect(await simulator.ledger(reference)).toMatchObject({ paid: 100 });
});

/** As if it had ended so long ago, with its votes cast and its payments begun before. */
async function endedAgo(contestId: string, minutes: number): Promise<void> {
  await sql`UPDATE contests SET status = 'ENDED', end_date = now() - ${minutes} * interval '1 minute',
         start_date = now() - interval '1 day', ended_at = now() - ${minutes} * interval '1 minute'
         WHERE id = ${contestId}`;
  for (const table of ['votes', 'payments']) {
    await database().query(
      `UPDATE ${table} SET created_at = now() - interval '1 hour' WHERE contest_id = $1`,
      [contestId],
    );
  }
}

it('a contest that ends counts a payment that was made before the end and is told of after it, and refuses to begin one after it', async () => {
  const ending = await aContest().paid('0.50').save();
  const { voteId, reference } = await beginPaid(ending);
  const late = await castPaid(ending);
  await endedAgo(ending.id, 2);
  expect((await initialize(late)).code).toBe('CONTEST_ENDED');
  const charged = await api.post('/payments/paystack/charge', {
    voteId: late,
    phoneNumber: '0241234567',
    network: 'mtn',
  });
  expect([charged.status, charged.code]).toEqual([409, 'CONTEST_ENDED']);
  const paidAt = new Date(Date.now() - 5 * 60_000).toISOString();
  await simulator.complete(reference, 'success', { paidAt });
  await waitForState(reference, 'COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([1]);
});

it('a contest that ends gives back a payment that was begun after the end', async () => {
  const ending = await aContest().paid('0.50').save();
  const { voteId, reference } = await beginPaid(ending);
  await endedAgo(ending.id, 2);
  await sql`UPDATE payments SET created_at = now() - interval '1 minute' WHERE reference = ${reference}`;
  await simulator.complete(reference);
  await waitForState(reference, 'REFUNDED');
  expect(await ledgerOf(voteId)).toEqual([]);
});

it('a contest that ends does not count a payment made after the end; the payer is told that it will be refunded', async () => {
  const ending = await aContest().paid('0.50').save();
  const { voteId, reference } = await beginPaid(ending);
  await sql`UPDATE contests SET status = 'ENDED', start_date = now() - interval '2 days', end_date = now() -
      interval '1 second', ended_at = now() - interval '1 second' WHERE id = ${ending.id}`;
  await simulator.complete(reference);
  const answer = await waitFor(async () => {
    const asked = await verify(reference);
    return asked.status === 402 && asked;
  });
  expect(answer.message).toContain('refund');
  expect(await ledgerOf(voteId)).toEqual([]);
  expect(await voteStatus(voteId)).toBe('FAILED');
});
