import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ContestSms } from '@abato/contracts';
import { aContest, type BuiltContest, sql, withOwner } from '../support/builders.js';
import { phonesOf } from '../support/phones.js';
import { seedOf } from '../support/seed.js';
import { testState } from '../support/state.js';
import { orderCode } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

/** Those that end with 0404 cannot be reached. */
const aPhone = phonesOf('contest-sms');

async function begin() {
  const { owner, contest } = await withOwner(aContest().verifiedPhones());
  const figures = async () => (await owner.api.get<ContestSms>(`/contests/${contest.id}/sms`)).data;
  return { owner, contest, figures };
}

/** A message that waits for its report. @returns the provider's id */
async function sent(contest: BuiltContest, provider = 'hubtel', parts = 1): Promise<string> {
  const messageId = randomUUID();
  await sql`INSERT INTO sms_messages (id, contest_id, kind, provider, message_id, parts, sent_at)
     VALUES (${randomUUID()}, ${contest.id}, 'RECEIPT', ${provider}, ${messageId}, ${parts}, now())`;
  return messageId;
}

const report = async (path: string, body?: string, contentType = 'application/json'): Promise<number> => {
  const answer = await fetch(`${testState().baseUrl}/api/sms/${path}`, {
    ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': contentType } }),
    signal: AbortSignal.timeout(20_000),
  });
  return answer.status;
};

it('messages of a contest by SMS are counted with their cost, and with the providers’ word that they arrived', async () => {
  const { contest, figures } = await begin();
  expect(await figures()).toEqual({
    messages: 0,
    delivered: 0,
    failed: 0,
    cost: 0,
    price: 0.03,
    codesToday: 0,
    codesPerDay: 20_000,
    canDial: true,
  });
  for (const phone of [aPhone(), aPhone('0404')]) expect((await orderCode(contest, phone)).status).toBe(202);
  const reported = async () => {
    const { delivered, failed } = await figures();
    return delivered + failed === 2;
  };
  await waitFor(reported, { what: 'the reports of two messages' });
  expect(await figures()).toMatchObject({ messages: 2, delivered: 1, failed: 1, cost: 0.06, codesToday: 2 });
});

it('messages of a contest by SMS that a worker was sending when it died are sent by another', async () => {
  const { contest } = await begin();
  const phone = aPhone();
  await sql`INSERT INTO phone_verifications (id, contest_id, phone, created_at, expires_at, status, attempts,
       next_attempt_at)
       VALUES (${randomUUID()}, ${contest.id}, ${phone}, now(), now() + interval '5 minutes', 'SENDING', 1,
       now())`;
  const inbox = `${testState().simulatorUrl}/simulator/sms?to=${encodeURIComponent(phone)}`;
  await waitFor(async () => ((await (await fetch(inbox)).json()) as unknown[]).length === 1, {
    what: 'the code',
  });
});

it('messages of a contest by SMS cost as many messages as they have parts', async () => {
  const { contest, figures } = await begin();
  await sent(contest, 'hubtel', 3);
  expect(await figures()).toMatchObject({ messages: 1, cost: 0.09 });
});

it('messages of a contest by SMS end for the day with a text that names the other way, and the organiser sees it', async () => {
  const { contest, figures } = await begin();
  expect((await orderCode(contest, aPhone())).status).toBe(202);
  await sql`UPDATE verification_counts SET codes = 20000 WHERE subject = ${contest.id}`;
  const refused = await orderCode(contest, aPhone());
  expect([refused.status, refused.message]).toEqual([
    429,
    'This contest has sent all its codes of today. You can confirm your number by dialling, or by SMS tomorrow.',
  ]);
  expect(await figures()).toMatchObject({ codesToday: 20_000, codesPerDay: 20_000 });
});

it('a delivery report is taken in each provider’s form, and the first final one stays', async () => {
  const { contest, figures } = await begin();
  const [arkesel, hubtel, mnotify] = [
    await sent(contest, 'arkesel'),
    await sent(contest, 'hubtel'),
    await sent(contest, 'mnotify'),
  ];
  const statuses = [
    await report(`arkesel/local?sms_id=${arkesel}&status=SUBMITTED`),
    await report(`arkesel/local?sms_id=${arkesel}&status=DELIVERED`),
    await report(`arkesel/local?sms_id=${arkesel}&status=FAILED`),
  ];
  expect(await figures()).toMatchObject({ messages: 3, delivered: 1, failed: 0 });
  statuses.push(
    await report('hubtel/local', JSON.stringify({ MessageId: hubtel, Status: 'Undelivered' })),
    await report('hubtel/local', JSON.stringify({ MessageId: hubtel, Status: 'Delivered' })),
    await report('mnotify/local', `_id=${mnotify}&status=DELIVERED`, 'application/x-www-form-urlencoded'),
  );
  expect(statuses).toEqual(Array(6).fill(200));
  // Of another provider: not known, or not yet.
  expect(await report(`mnotify/local?_id=${hubtel}&status=DELIVERED`)).toBe(404);
  expect(await figures()).toMatchObject({ messages: 3, delivered: 2, failed: 1 });
});

it('a delivery report gets no error of ours, whatever is sent', async () => {
  const names = ['sms_id', 'id', 'MessageId', '_id', 'status', 'Status', '__proto__', 'constructor', 'x\0'];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('DELIVERED', 'Failed', 'x\0y', '\u0000', '\ud800', randomUUID()),
    fc.constantFrom(null, true, {}, [], ['a', 'b'], 1, -1, 1e300),
  );
  // Half of them have an id and a final state, so that they reach the database.
  const reports = fc.oneof(
    fc.dictionary(fc.constantFrom(...names), value),
    fc.record({ id: value, status: fc.constantFrom('DELIVERED', 'FAILED') }),
  );
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('arkesel', 'hubtel', 'mnotify'),
      reports,
      fc.constantFrom('query', 'form', 'json'),
      async (provider, fields, as) => {
        const texts = Object.entries(fields).map(([name, one]): [string, string] => [
          name,
          typeof one === 'string' ? one : JSON.stringify(one),
        ]);
        const form = new URLSearchParams(texts).toString();
        const path = `${provider}/local`;
        const status =
          as === 'query'
            ? await report(`${path}?${form}`)
            : as === 'form'
              ? await report(path, form, 'application/x-www-form-urlencoded')
              : await report(path, JSON.stringify(fields));
        expect(status).toBeLessThan(500);
        statuses.add(status);
      },
    ),
    {
      numRuns: 100,
      seed: seedOf('delivery-reports'),
      examples: [['hubtel', { id: 'x\0y', status: 'FAILED' }, 'json']],
    },
  );
  expect([...statuses].sort()).toEqual(expect.arrayContaining([400, 404]));
  for (const body of ['', '{', '[]', 'null', '\xff', 'a'.repeat(20_000)])
    expect(await report('arkesel/local', body)).toBeLessThan(500);
  expect(await report('arkesel/local?id=%ff%fe&status=DELIVERED')).toBeLessThan(500);
  expect(await report('arkesel/%00?id=1&status=DELIVERED')).toBeLessThan(500);
});

it('a delivery report is refused without the secret, for other providers, and when it is none', async () => {
  const { contest, figures } = await begin();
  const id = await sent(contest);
  expect(await report(`hubtel/other?MessageId=${id}&Status=Delivered`)).toBe(404);
  expect(await report(`twilio/local?MessageId=${id}&Status=Delivered`)).toBe(404);
  expect(await report(`hubtel/local?MessageId=${id}`)).toBe(400);
  expect(await report('hubtel/local', '[]')).toBe(400);
  expect(await figures()).toMatchObject({ delivered: 0, failed: 0 });
});
