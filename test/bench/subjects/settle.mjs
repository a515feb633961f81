import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { judged, median } from '../lib/report.mjs';
import { benchContest, idAt } from '../load/data.mjs';

/** Signed webhooks in, votes counted out: one API process, one worker. */
export async function settleSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation, { contestants: 100, price: 100 });
  const [api, , client] = await Promise.all([
    installation.api(),
    installation.worker(),
    installation.client('load-process.mjs'),
  ]);
  const [rates, tails] = [[], []];
  await settle(installation, contest, client, api, 1_000, undefined);
  for (let turn = 0; turn < turns; turn++) {
    const burst = await settle(installation, contest, client, api, 1_500 * seconds, undefined);
    const paced = await settle(installation, contest, client, api, 1_500 * seconds, 1_500);
    say(
      `burst ${Math.round(burst.perSecond)}/s; at 1,500/s p50 ${paced.p50.toFixed(0)}, p99 ${paced.p99.toFixed(0)} ms`,
    );
    rates.push(burst.perSecond);
    tails.push(paced.p99);
  }
  const [rate, p99] = [median(rates), median(tails)];
  return [
    judged('paid settle, signed webhook in → counted, one worker', 'payments/s', rate, '≥ 1,500/s'),
    judged('paid settle at 1,500/s, p99', 'ms', p99, '≤ 1,000 ms'),
  ];
}

/** Make attempts, send their webhooks, wait until the ledger has them all. */
async function settle({ db, env }, contest, client, api, count, rate) {
  const references = await makeAttempts(db, contest, count);
  const bodies = references.map((reference, index) => bodyOf(reference, index));
  const request = {
    kind: 'bodies',
    path: '/api/payments/paystack/webhook',
    bodies: bodies.map((body) => [
      body,
      createHmac('sha512', env.PAYSTACK_SECRET_KEY).update(body).digest('hex'),
    ]),
  };
  const before = await counted(db, contest);
  const began = Date.now();
  const sending = client.ask({ port: api.port, connections: 64, seconds: 60, warmUp: 0, rate, request });
  const deadline = began + 120_000;
  for (;;) {
    const open = before + count - (await counted(db, contest));
    if (open === 0) break;
    if (Date.now() > deadline) throw new Error(`${open} of ${count} payments are not settled`);
    await sleep(100);
  }
  await sending;
  const { rows } = await db.query(
    `SELECT extract(epoch FROM max(l.recorded_at) - min(i.received_at))::float AS seconds,
       1000 * percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM l.recorded_at - i.received_at)) AS p50,
       1000 * percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM l.recorded_at - i.received_at)) AS p99
     FROM webhook_inbox i JOIN payments p ON p.reference = i.reference JOIN vote_ledger l ON l.vote_id = p.vote_id AND l.kind = 'COUNT'
     WHERE i.reference = ANY($1)`,
    [references],
  );
  return { perSecond: count / rows[0].seconds, p50: rows[0].p50, p99: rows[0].p99 };
}

/** One row, so that asking costs those who settle nothing. */
async function counted(db, contest) {
  const { rows } = await db.query('SELECT votes FROM contest_tallies WHERE contest_id = $1', [contest.id]);
  return rows[0]?.votes ?? 0;
}

async function makeAttempts(db, contest, count) {
  const references = Array.from(
    { length: count },
    () => `A-${randomBytes(13).toString('hex').toUpperCase()}`,
  );
  const votes = references.map(() => idAt());
  const people = references.map((_, index) => contest.people[index % contest.people.length]);
  await db.query(
    `INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, status, source,
       voter_name, voter_phone, idempotency_key, request_digest, created_at)
     SELECT v, $1, k, p, 1, 100, 100, 'PENDING', 'WEB', 'Ama Mensah', '+23324' || lpad(n::text, 7, '0'), v, '\\x00', now()
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) WITH ORDINALITY AS t (v, p, k, n)`,
    [contest.id, votes, people.map(({ id }) => id), people.map(({ categoryId }) => categoryId)],
  );
  await db.query(
    `INSERT INTO payments (id, vote_id, contest_id, reference, method, flow, state, amount_pesewas, next_check_at, watch_until, created_at, updated_at)
     SELECT gen_random_uuid(), v, $1, r, 'PAYSTACK', 'CHECKOUT', 'INITIALIZED', 100, now() + interval '1 hour', now() + interval '14 days', now(), now()
     FROM unnest($2::uuid[], $3::text[]) AS t (v, r)`,
    [contest.id, votes, references],
  );
  return references;
}

let transactions = 5_000_000_000;

/** What the provider sends when a mobile-money payment succeeded. */
function bodyOf(reference) {
  const at = new Date().toISOString();
  const data = {
    id: ++transactions,
    domain: 'test',
    status: 'success',
    reference,
    amount: 100,
    requested_amount: 100,
    message: 'madePayment',
    gateway_response: 'Approved',
    paid_at: at,
    created_at: at,
    channel: 'mobile_money',
    currency: 'GHS',
    metadata: '',
    fees: 2,
    authorization: { channel: 'mobile_money', bank: 'MTN Mobile Money', country_code: 'GH' },
    customer: {
      id: 1,
      email: 'ama@example.com',
      customer_code: 'CUS_1',
      phone: '0551234987',
      metadata: null,
    },
  };
  return JSON.stringify({ event: 'charge.success', data });
}
