import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '@abato/testing/database';
import { newDialNumber, PhoneVerification } from '@abato/testing/voting';
import { aContest, sql } from '../support/builders.js';
import { phonesOf } from '../support/phones.js';
import { connectSocket } from '../support/sockets.js';
import { testState } from '../support/state.js';
import { loseSessions, USSD_GATEWAYS, UssdSession } from '../support/ussd.js';
import { askDialled, castWith, confirmCode, orderCode, orderDial } from '../support/verification.js';

const WRONG =
  'This number does not fit this phone or is too old. Dial what the page shows, or ask there for a new one.';

const redis = new Redis(testState().redisUrl);
afterAll(() => redis.disconnect());

const aPhone = phonesOf('dialled-verification');

const numberOf = (ussd: string | undefined): string => /^\*713\*7\*(\d{4})#$/.exec(ussd ?? '')?.[1] ?? '';
const otherThan = (number: string, nr = 1): string => String((Number(number) + nr) % 10_000).padStart(4, '0');

async function begin(phone = aPhone()) {
  const contest = await aContest().verifiedPhones().save();
  const { data, status } = await orderDial(contest, phone);
  return { contest, phone, status, id: data.id, number: numberOf(data.ussd), expiresAt: data.expiresAt };
}

const age = (id: string, seconds: number) =>
  sql`UPDATE phone_verifications SET created_at = created_at - make_interval(secs => ${seconds}),
       expires_at = expires_at - make_interval(secs => ${seconds}) WHERE id = ${id}`;

it.each(USSD_GATEWAYS)(
  'a phone number that is proven by dialling lets its browser vote once the phone has dialled at %s',
  async (gateway) => {
    const { contest, phone, status, id, number, expiresAt } = await begin();
    expect(status).toBe(202);
    expect(number).toHaveLength(4);
    const waiting = await askDialled(id);
    expect([waiting.status, waiting.data]).toEqual([202, { waiting: true, expiresAt }]);
    expect(await new UssdSession(gateway, phone).dial('7', number)).toEqual({
      text: `Your number is confirmed: ${contest.title}\nGo back to the page, it goes on there.`,
      goesOn: false,
    });
    const confirmed = await askDialled(id);
    expect(confirmed.status).toBe(200);
    const cast = await castWith(contest, phone, confirmed.data.voterToken);
    expect([cast.status, cast.data.status]).toEqual([201, 'COMPLETED']);
    // An answer can get lost.
    expect((await askDialled(id)).data).toEqual(confirmed.data);
  },
);

it.each(USSD_GATEWAYS)(
  'a phone number that is proven by dialling is confirmed step by step at %s, and each repeated request gets the same text',
  async (gateway) => {
    const { phone, id, number } = await begin();
    const session = new UssdSession(gateway, phone);
    await session.dial();
    const asked = await session.type('7');
    expect(asked).toEqual({ text: 'Enter the 4-digit number that the page shows.', goesOn: true });
    expect(await session.again()).toEqual(asked);
    const last = await session.type(number);
    expect(last.goesOn).toBe(false);
    expect(await session.again()).toEqual(last);
    await loseSessions(redis, session);
    expect(await session.again()).toEqual(last);
    expect((await askDialled(id)).status).toBe(200);
  },
);

it('a phone number that is proven by dialling is not confirmed by a wrong number, another phone or too late, all with one text', async () => {
  const { phone, id, number } = await begin();
  const say = async (from: string, ...inputs: string[]) =>
    (await new UssdSession('arkesel', from).dial(...inputs)).text;
  expect(await say(phone, '7', otherThan(number))).toBe(WRONG);
  expect(await say(aPhone(), '7', number)).toBe(WRONG);
  expect((await askDialled(id)).status).toBe(202);
  await age(id, 301);
  expect(await say(phone, '7', number)).toBe(WRONG);
  expect((await askDialled(id)).code).toBe('CODE_EXPIRED');
});

it('a phone number that is proven by dialling is asked for by another number than those that its pages may still show', async () => {
  const { phone, id, number } = await begin();
  await age(id, 301);
  const options = { ...dataSourceOptions(testState().databaseUrl, 1), entities: [PhoneVerification] };
  const source = await new DataSource(options).initialize();
  // Chance would give the ended number again.
  const given = async () => {
    const drawn = [Number(number), Number(otherThan(number))];
    return newDialNumber(source.manager, phone, new Date(), () => drawn.shift() ?? 0);
  };
  const soon = await given();
  await age(id, 300);
  const later = await given();
  await source.destroy();
  expect([soon, later]).toEqual([otherThan(number), number]);
});

it('a phone number that is proven by dialling is locked after five wrong numbers, also when they are dialled at the same time', async () => {
  const { phone, id, number } = await begin();
  await Promise.all(
    [1, 2, 3, 4, 5, 6].map((nr) => new UssdSession('nalo', phone).dial('7', otherThan(number, nr))),
  );
  expect((await new UssdSession('nalo', phone).dial('7', number)).text).toBe(WRONG);
  expect((await askDialled(id)).status).toBe(202);
  expect(await sql`SELECT tries FROM phone_verifications WHERE id = ${id}`).toEqual([{ tries: 5 }]);
});

it('a phone number that is proven by dialling asks again for what is no number, and confirms nothing by a code', async () => {
  const { phone, id, number } = await begin();
  const session = new UssdSession('hubtel', phone);
  await session.dial('7', '12');
  expect(await session.type('abcd')).toMatchObject({ goesOn: true });
  expect((await session.type(number)).text).toContain('confirmed');
  expect((await confirmCode(id, '123456')).code).toBe('CONFLICT');
});

it('a phone number that is proven by dialling gives its token until a quarter of an hour after it was begun, and only to its id', async () => {
  const { phone, id, number } = await begin();
  await new UssdSession('nalo', phone).dial('7', number);
  await age(id, 14 * 60);
  expect((await askDialled(id)).status).toBe(200);
  await age(id, 61);
  const answers = [await askDialled(id), await askDialled(randomUUID()), await askDialled('x')];
  expect(answers.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([410, 'CODE_EXPIRED']));
});

it('a phone number that is proven by dialling waits on three pages at most, beside the codes by SMS, and uses up none of them', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const numbers: string[] = [];
  for (let nr = 0; nr < 3; nr++) numbers.push(numberOf((await orderDial(contest, phone)).data.ussd));
  expect(new Set(numbers).size).toBe(3);
  const counts = () => sql`SELECT codes FROM verification_counts WHERE subject = ${contest.id}`;
  expect(await counts()).toEqual([]);
  const rows = await sql`SELECT DISTINCT next_attempt_at FROM phone_verifications WHERE phone = ${phone}`;
  expect(rows).toEqual([{ next_attempt_at: null }]);
  expect((await orderCode(contest, phone)).status).toBe(202);
  expect(await counts()).toEqual([{ codes: 1 }]);
});

it('a phone number that is proven by dialling is not kept from its owner by requests of strangers: a fourth ends the oldest one that waits', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const strangers: string[] = [];
  for (let nr = 0; nr < 3; nr++) strangers.push((await orderDial(contest, phone)).data.id);
  const own = await orderDial(contest, phone);
  expect(own.status).toBe(202);
  const answers = await Promise.all(strangers.map((id) => askDialled(id)));
  expect(answers.map(({ status }) => status)).toEqual([410, 202, 202]);
  await new UssdSession('nalo', phone).dial('7', numberOf(own.data.ussd));
  expect((await askDialled(own.data.id)).status).toBe(200);
  // What is confirmed does not wait: it is not ended either.
  for (let nr = 0; nr < 4; nr++) await orderDial(contest, phone);
  expect((await askDialled(own.data.id)).status).toBe(200);
});

it('a phone number that is proven by dialling needs a code where one was sent', async () => {
  const contest = await aContest().verifiedPhones().save();
  const { id } = (await orderCode(contest, aPhone())).data;
  expect(await askDialled(id)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
});

it('a phone number that is proven by dialling is announced to the browser that watches its id, and to no other', async () => {
  const [own, other] = [await begin(), await begin()];
  const heard: string[] = [];
  const sockets = await Promise.all(
    [own, other].map(async ({ id }) => {
      const socket = await connectSocket();
      socket.on('verification:confirmed', () => heard.push(id));
      expect(await socket.emitWithAck('verification:watch', { id })).toEqual({ ok: true });
      return socket;
    }),
  );
  const announced = new Promise<void>((resolve) =>
    sockets[0]?.once('verification:confirmed', () => resolve()),
  );
  await new UssdSession('nalo', own.phone).dial('7', own.number);
  await announced;
  expect(heard).toEqual([own.id]);
  const refused = await sockets[0]?.emitWithAck('verification:watch', { id: 'x' });
  expect(refused?.ok).toBe(false);
});
