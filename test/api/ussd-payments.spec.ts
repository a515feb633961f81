import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ChargePaymentResult } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, withOwner, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { castPaid } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { seedOf } from '../support/seed.js';
import { testState } from '../support/state.js';
import type { UssdGateway } from '../support/ussd.js';
import { dialledCodeOf, sendToGateway, USSD_GATEWAYS, UssdSession } from '../support/ussd.js';
import { waitFor } from '../support/wait-for.js';

/** What a voter is told about money by USSD, and what becomes of it. */

const PROMPTS_AN_HOUR = 5;
const UNPAID_PER_PHONE = 20;

const nextPhone = phonesOf('ussd-payments');

/** The simulator never answers prompts to it. */
const aPhone = (): string => nextPhone('0003');

const votesOf = ({ id }: BuiltContest): Promise<string[]> =>
  sql.column<string>`SELECT id FROM votes WHERE contest_id = ${id}`;

/** As a visitor who types another person's number. */
async function sendPrompts(phoneNumber: string): Promise<string[]> {
  const contest = await aContest().paid('1.00').save();
  return Promise.all(
    Array.from({ length: PROMPTS_AN_HOUR }, async () => {
      const voteId = await castPaid(contest);
      await waitFor(async () => {
        const body = { voteId, phoneNumber, network: 'mtn' };
        const answer = await new ApiClient().post<ChargePaymentResult>('/payments/paystack/charge', body);
        return answer.status === 201;
      });
      return voteId;
    }),
  );
}

async function atConfirm(contest: BuiltContest, votes: string, phone: string): Promise<UssdSession> {
  const session = new UssdSession('hubtel', phone);
  expect((await session.dial(await dialledCodeOf(contest), votes)).text).toContain('1 Confirm');
  return session;
}

it('the prompt that a USSD vote has announced is sent also to a number that strangers have sent their prompts to', async () => {
  const phone = aPhone();
  await sendPrompts(phone);
  const contest = await aContest().paid('0.50').save();
  const session = await atConfirm(contest, '4', phone);
  expect((await session.type('1')).text).toContain('on the prompt that comes now');
  const [voteId] = await votesOf(contest);
  await sql`UPDATE ussd_charges SET next_attempt_at = created_at WHERE vote_id = ${voteId}`;
  const charge = await waitFor(async () => {
    const rows = await sql<{ status: string; last_error: string | null }>`SELECT status, last_error
        FROM ussd_charges WHERE vote_id = ${voteId} AND status <> 'DUE'`;
    return rows[0];
  });
  expect(charge).toEqual({ status: 'SENT', last_error: null });
  const rows = await sql<{ phone_number: string }>`SELECT phone_number FROM payments
      WHERE vote_id = ${voteId}`;
  expect(rows).toEqual([{ phone_number: phone }]);
});

it('the prompt that a USSD vote has announced is refused before the vote when its own sessions have had five that were not approved', async () => {
  const phone = aPhone();
  const cast = await sendPrompts(phone);
  await sql`UPDATE votes SET source = 'USSD' WHERE id = ANY(${cast}::uuid[])`;
  const contest = await aContest().paid('0.50').save();
  const session = await atConfirm(contest, '4', phone);
  expect(await session.type('1')).toEqual({
    text: expect.stringMatching(
      /^You did not approve your last payments, so none was asked for\. Please dial again in \d+ minutes\.$/,
    ),
    goesOn: false,
  });
  expect(await votesOf(contest)).toEqual([]);
});

it('paid votes that wait for payment do not keep the owner of a number from voting by USSD when strangers cast them on the web', async () => {
  const phone = aPhone();
  const contest = await aContest().paid('0.50').save();
  for (let nr = 0; nr < UNPAID_PER_PHONE; nr++) await castPaid(contest, { voterPhone: phone });
  const refused = await new ApiClient().post('/votes/cast', aVote(contest, { voterPhone: phone }));
  expect(refused.code).toBe('VOTE_LIMIT_REACHED');
  const session = await atConfirm(contest, '4', phone);
  expect((await session.type('1')).text).toContain('on the prompt that comes now');
});

it('paid votes that wait for payment of the sessions themselves are as many as those of the web', async () => {
  const phone = aPhone();
  const contest = await aContest().paid('0.50').save();
  for (let nr = 0; nr < UNPAID_PER_PHONE; nr++) {
    const session = await atConfirm(contest, '4', phone);
    expect((await session.type('1')).text).toContain('on the prompt that comes now');
    // A slow machine would send prompts meanwhile, and five that are not approved refuse the next session for another reason.
    const cast = await votesOf(contest);
    await sql`UPDATE ussd_charges SET next_attempt_at = now() + interval '1 hour' WHERE vote_id = ANY(${cast})`;
    await sql`UPDATE payments SET created_at = created_at - interval '2 hours' WHERE vote_id = ANY(${cast})`;
  }
  const more = await atConfirm(contest, '4', phone);
  expect((await more.type('1')).text).toContain('votes with this number wait for payment');
});

it.each([
  ['dearer', aContest().paid('0.50'), 1],
  ['cheaper', aContest().paid('0.50'), 0.2],
  ['free', aContest().paid('0.50'), 0],
  ['no longer free', aContest(), 0.5],
])(
  'a price that changes while a session asks for confirmation casts nothing when it is %s',
  async (_what, builder, votePrice) => {
    const owner = await aUser().save();
    const contest = await builder.ownedBy(owner).save();
    const session = await atConfirm(contest, '4', aPhone());
    expect((await owner.api.put(`/contests/${contest.id}`, { votePrice })).status).toBe(200);
    expect(await session.type('1')).toEqual({
      text: 'The price has just changed. Please dial again.',
      goesOn: false,
    });
    expect(await votesOf(contest)).toEqual([]);
    // What is told now is what is cast.
    const again = await atConfirm(contest, '4', aPhone());
    expect((await again.type('1')).text).toMatch(votePrice ? `GHS ${(votePrice * 4).toFixed(2)}` : /counted/);
  },
);

it('a window in which votes count several times that is over when the voter confirms casts nothing, and money is not asked for', async () => {
  const { owner, contest } = await withOwner(aContest().paid('0.50'));
  const minute = (hours: number) =>
    `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)}:00.000Z`;
  const change = (windows: object[]) => owner.api.put(`/contests/${contest.id}`, { windows });
  const double = { from: minute(-1), until: minute(3), multiplier: 2 };
  expect((await change([double])).status).toBe(200);
  const session = new UssdSession('hubtel', aPhone());
  expect((await session.dial(await dialledCodeOf(contest), '10')).text).toContain('count as 20');
  expect((await change([])).status).toBe(200);
  expect(await session.type('1')).toEqual({
    text: 'The price has just changed. Please dial again.',
    goesOn: false,
  });
  expect(await votesOf(contest)).toEqual([]);
  // More than was told is taken.
  const single = await atConfirm(contest, '10', aPhone());
  expect((await change([double])).status).toBe(200);
  expect((await single.type('1')).text).toContain('GHS 5.00');
  const rows = await sql`SELECT vote_count AS votes, amount_pesewas AS amount FROM votes
      WHERE contest_id = ${contest.id}`;
  expect(rows).toEqual([{ votes: 20, amount: 500 }]);
});

/** What is answered when a request has failed inside. */
const FAILED = 'Something went wrong';

async function expectNoFailure(answer: Response): Promise<void> {
  expect(answer.status).toBeLessThan(500);
  expect(await answer.text()).not.toContain(FAILED);
}

it('the route of the gateways is there for the right secret and known gateways only', async () => {
  const body = JSON.stringify({
    sessionID: 'x',
    msisdn: '233241234567',
    newSession: true,
    userData: '*713#',
  });
  const ask = (gateway: string, secret: string) =>
    sendToGateway(gateway, body, 'application/json', secret).then(({ status }) => status);
  expect(await ask('arkesel', 'local')).toBe(200);
  for (const secret of ['locaL', 'loca', 'local1', '%20']) expect(await ask('arkesel', secret)).toBe(404);
  expect(await ask('twilio', 'local')).toBe(404);
});

it('the route of the gateways answers anything without an error of its own', async () => {
  const fields = fc.constantFrom(
    'sessionId',
    'phoneNumber',
    'text',
    'networkCode',
    'sessionID',
    'msisdn',
    'userData',
    'newSession',
    'SESSIONID',
    'MSISDN',
    'USERDATA',
    'MSGTYPE',
    'SessionId',
    'Mobile',
    'Message',
    'Type',
    'Sequence',
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      '233241234567',
      '+233241234567',
      '*713*7#',
      '*713*0*1*1#',
      '0*0*0*1',
      'Initiation',
      'Response',
    ),
    fc.constantFrom(null, true, false, {}, [], 1, -1, 1e300, 'x\0y'),
  );
  const gateways = fc.constantFrom(...USSD_GATEWAYS);
  await fc.assert(
    fc.asyncProperty(
      gateways,
      fc.dictionary(fields, value, { minKeys: 2 }),
      fc.boolean(),
      async (gateway: UssdGateway, fieldsOf, asForm) => {
        const texts = Object.entries(fieldsOf).map(([name, one]): [string, string] => [
          name,
          typeof one === 'string' ? one : JSON.stringify(one),
        ]);
        const form = new URLSearchParams(texts).toString();
        const answer = asForm
          ? await sendToGateway(gateway, form, 'application/x-www-form-urlencoded')
          : await sendToGateway(gateway, JSON.stringify(fieldsOf));
        await expectNoFailure(answer);
      },
    ),
    { numRuns: 60, seed: seedOf('ussd-gateways') },
  );
  for (const body of ['', '{', '[]', 'null', '\xff', 'a'.repeat(20_000)]) {
    await expectNoFailure(await sendToGateway('arkesel', body));
    await expectNoFailure(await sendToGateway('africastalking', body, 'application/x-www-form-urlencoded'));
  }
  // Whole requests, which random fields seldom are: what is typed reaches the session.
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('0', '1', '7', '123456'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(typed, { minLength: 1, maxLength: 5 }), async (inputs) => {
      const session = { sessionID: randomUUID(), msisdn: '233241234567', network: 'MTN' };
      const send = (newSession: boolean, userData: string) =>
        sendToGateway('arkesel', JSON.stringify({ ...session, newSession, userData }));
      await expectNoFailure(await send(true, '*713#'));
      for (const input of inputs) await expectNoFailure(await send(false, input));
    }),
    { numRuns: 20, seed: seedOf('ussd-gateways') },
  );
  // A form is for this route only.
  const elsewhere = await fetch(`${testState().baseUrl}/api/votes/cast`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
  });
  expect(elsewhere.status).toBe(415);
});
