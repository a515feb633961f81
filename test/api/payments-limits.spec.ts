import type { ChargePaymentResult } from '@abato/contracts';
import { aContest, type BuiltContest, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aNetwork } from '../support/networks.js';
import { castPaid, initialize, voteStatus, waitForState } from '../support/payments.js';
import { phonesOf, typed } from '../support/phones.js';
import { secondsSinceFirst } from '../support/stored-times.js';
import { waitFor } from '../support/wait-for.js';
import { useApiProcess } from '../support/api-process.js';

/** The least that may be set: nine calls in any minute, of which five can be for beginning payments. */
const FEW_CALLS = '10';
const NINE_TENTHS = 9;

/** Tries without a wait from one address, as throttle-rules.ts has them. */
const FREE_PROMPTS = 300;

/** A divisor of it. */
const AT_ONCE = 20;

/** A process that believes in a small account, behind a proxy that it trusts. */
const small = useApiProcess({ PAYSTACK_CALLS_PER_MINUTE: FEW_CALLS, TRUSTED_PROXIES: '127.0.0.1' });
let contest: BuiltContest;
beforeAll(async () => {
  contest = await aContest().paid('1.00').save();
});

const nextPhone = phonesOf('payments-limits');

/** Ends with what the simulator's wallet is to do. */
const aPhone = (ending: string): string => typed(nextPhone(ending));
const NEVER_ANSWERS = '0003';
const APPROVES = '4987';

const charge = (voteId: string, phoneNumber: string, client = new ApiClient()) =>
  client.post<ChargePaymentResult>('/payments/paystack/charge', { voteId, phoneNumber, network: 'mtn' });

/** As a payer does who is told that others are paying: the calls of one platform are shared by all tests that run beside this one. */
const chargeInTurn = (voteId: string, phoneNumber: string) =>
  waitFor(async () => {
    const answer = await charge(voteId, phoneNumber);
    return answer.code !== 'OVERLOADED' && answer;
  });

/** The same for the payment page. */
const initializeInTurn = (voteId: string) =>
  waitFor(async () => {
    const answer = await initialize(voteId);
    return answer.code !== 'OVERLOADED' && answer;
  });

const attemptsOf = async (voteId: string): Promise<number | null> =>
  (await sql`SELECT FROM payments WHERE vote_id = ${voteId}`).length;

it('when our calls to the provider are used up asks payers to wait, tells how long, and leaves no attempt behind', async () => {
  const voteId = await castPaid(contest);
  await Promise.all(
    Array.from({ length: NINE_TENTHS }, async () => initializeInTurn(await castPaid(contest))),
  );
  const client = new ApiClient(small.baseUrl);
  const answers = [
    await client.post('/payments/paystack/initialize', { voteId }),
    await charge(voteId, aPhone(NEVER_ANSWERS), client),
  ];
  for (const answer of answers) {
    expect([answer.status, answer.code]).toEqual([503, 'OVERLOADED']);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(answer.message).toContain(`try again in ${seconds} second`);
    // The place in the waiting room: asking again for the same vote keeps it.
    expect(answer.body).toMatchObject({ retryAfter: seconds, position: 1 });
  }
  expect([await attemptsOf(voteId), await voteStatus(voteId)]).toEqual([0, 'PENDING']);
  // Nobody's tries were used up: with calls left the same vote is paid as if nothing had been.
  expect((await initializeInTurn(voteId)).status).toBe(201);
  expect(await attemptsOf(voteId)).toBe(1);
});

it('prompts to one phone stop after five that were not approved, from any sender and for any vote', async () => {
  const phone = aPhone(NEVER_ANSWERS);
  const other = await aContest().paid('2.00').save();
  const votes = await Promise.all(
    [contest, other, contest, other, contest, other].map((one) => castPaid(one)),
  );
  // At once, because a limit that is only looked at would let them all through.
  const answers = await Promise.all(votes.map((voteId) => chargeInTurn(voteId, phone)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.code).toBe('RATE_LIMITED');
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(3_599 - (await secondsSinceFirst('payments', votes)));
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(refused?.message).toBe(
    'This number was asked to pay several times and did not approve. Please try again in 60 minutes, or pay on the payment page.',
  );
  // The voter is not stuck: the payment page and other phones are there.
  const stuck = votes[answers.findIndex(({ status }) => status === 429)] ?? '';
  expect((await initializeInTurn(stuck)).status).toBe(201);
  expect((await chargeInTurn(stuck, aPhone(NEVER_ANSWERS))).status).toBe(201);
});

it('prompts to one phone go on while they are approved', async () => {
  const phone = aPhone(APPROVES);
  for (let nr = 0; nr < 6; nr++) {
    const { status, data } = await chargeInTurn(await castPaid(contest), phone);
    expect(status).toBe(201);
    await waitForState(data.reference, 'COMPLETED');
  }
});

it('prompts from one address are slowed down after many, to whatever phones; other addresses are not', async () => {
  const client = new ApiClient(small.baseUrl);
  const NO_VOTE = '00000000-0000-7000-8000-000000000000';
  const network = aNetwork();
  const ask = async (from: string) =>
    client.post(
      '/payments/paystack/charge',
      { voteId: NO_VOTE, phoneNumber: '0241230003', network: 'mtn' },
      { headers: { 'x-forwarded-for': from } },
    );
  const free = [];
  // Some at a time: all at once would wait for the process's database connections, not for the limit.
  for (let nr = 0; nr < FREE_PROMPTS; nr += AT_ONCE)
    free.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => ask(`${network}::${nr + one}`)))),
    );
  expect(new Set(free.map(({ code }) => code))).toEqual(new Set(['VOTE_NOT_FOUND']));
  let slowed = await ask(`${network}::ffff`);
  // The first wait is a second, which a busy machine may let pass; each further one is twice the last.
  for (let nr = 0; slowed.status !== 429 && nr < 4; nr++) slowed = await ask(`${network}::ffff`);
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers.get('retry-after'))).toBeLessThanOrEqual(5);
  expect((await ask('2001:db8::1')).code).toBe('VOTE_NOT_FOUND');
});
