import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@abato/contracts';
import { aContest, database, platformSecrets, sql } from '../support/builders.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { ApiClient } from '../support/http.js';
import { SITE } from '../support/networks.js';
import { phonesOf } from '../support/phones.js';
import { expectRefusal } from '../support/refusal.js';
import { testState } from '../support/state.js';
import {
  askDialled,
  castWith,
  codeOf,
  confirmCode,
  orderCode,
  orderDial,
  tokenFor,
} from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

useHeldTransactions();

const aPhone = phonesOf('phone-verification');

const wrongCode = (id: string, nr = 1): string =>
  String((Number(codeOf(id)) + nr) % 1_000_000).padStart(6, '0');

/** Lets the codes of a number be ordered that long ago. */
const age = (phone: string, seconds: number) =>
  sql`UPDATE phone_verifications SET created_at = created_at - make_interval(secs => ${seconds}),
       expires_at = expires_at - make_interval(secs => ${seconds}) WHERE phone = ${phone}`;

it('a code for a phone number comes as one SMS that browsers understand, and lets its number vote in its contest', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const ordered = await orderCode(contest, phone.replace('+233', '0'));
  expect(ordered.status).toBe(202);
  expect(Date.parse(ordered.data.expiresAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
  const inbox = `${testState().simulatorUrl}/simulator/sms?to=${encodeURIComponent(phone)}`;
  const [sms] = await waitFor(
    async () => {
      const messages = (await (await fetch(inbox)).json()) as { to: string; text: string }[];
      return messages.length > 0 && messages;
    },
    { what: 'the SMS' },
  );
  expect(sms?.to).toBe(phone);
  const code = /^(\d{6}) is your Abato voting code/.exec(sms?.text ?? '')?.[1] ?? '';
  expect(sms?.text.split('\n').at(-1)).toBe(`@localhost #${code}`);
  const confirmed = await confirmCode(ordered.data.id, code);
  expect(confirmed.status).toBe(200);
  const taken = await castWith(contest, phone, confirmed.data.voterToken);
  expect([taken.status, taken.data.status]).toEqual([201, 'COMPLETED']);
  // The browser is remembered for the contest.
  expect((await castWith(contest, phone, confirmed.data.voterToken)).status).toBe(201);
});

it('a code for a phone number is stored nowhere', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const { id } = (await orderCode(contest, phone)).data;
  const rows = await sql<{ row: string }>`SELECT v::text AS row FROM phone_verifications v WHERE id = ${id}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row.replace(id, '').replace(phone, '')).not.toContain(codeOf(id));
});

it('a code for a phone number is refused while it is wrong, with the tries that are left, and after five tries also when it is right', async () => {
  const contest = await aContest().verifiedPhones().save();
  const { id } = (await orderCode(contest, aPhone())).data;
  for (let nr = 1; nr <= 5; nr++) {
    const refused = await confirmCode(id, wrongCode(id, nr));
    expect([refused.status, refused.code]).toEqual([400, 'CODE_WRONG']);
    expect(refused.message).toContain(
      { 4: '1 try left', 5: 'request a new one' }[nr] ?? `${5 - nr} tries left`,
    );
  }
  const locked = await confirmCode(id, codeOf(id));
  expect([locked.status, locked.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(30);
});

it('a code for a phone number has five tries also when they come at the same time', async () => {
  const contest = await aContest().verifiedPhones().save();
  const { id } = (await orderCode(contest, aPhone())).data;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, nr) => confirmCode(id, wrongCode(id, nr + 1))),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

it('a code for a phone number is not valid after five minutes, and an id that was never given gets the same answer', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const { id } = (await orderCode(contest, phone)).data;
  await age(phone, 301);
  const answers = [
    await confirmCode(id, codeOf(id)),
    await confirmCode(randomUUID(), '123456'),
    await confirmCode('x', '123456'),
  ];
  expect(answers.map(({ status, code, message }) => [status, code, message])).toEqual(
    Array(3).fill([410, 'CODE_EXPIRED', 'This code is no longer valid. Please request a new one.']),
  );
});

it.each(['12345', '1234567', 'abcdef', ''])(
  'a code for a phone number is six digits: refuses "%s" without using a try',
  async (code) => {
    const contest = await aContest().verifiedPhones().save();
    const { id } = (await orderCode(contest, aPhone())).data;
    expect((await confirmCode(id, code)).code).toBe('VALIDATION_FAILED');
    expect((await confirmCode(id, ` ${codeOf(id).replace(/(...)/, '$1 ')}`)).status).toBe(200);
    expect(await sql`SELECT tries FROM phone_verifications WHERE id = ${id}`).toEqual([{ tries: 1 }]);
  },
);

it('a code for a phone number can be had again after 30 seconds, and three times an hour over all contests', async () => {
  const [contest, other] = await Promise.all([1, 2].map(() => aContest().verifiedPhones().save()));
  if (!contest || !other) throw new Error('contests are missing');
  const phone = aPhone();
  const refusal = async (about = contest) => {
    const answer = await orderCode(about, phone);
    expect([answer.status, answer.code]).toEqual([429, 'RATE_LIMITED']);
    expect(answer.headers.get('retry-after')).toBe(String((answer.body as ErrorBody).retryAfter));
    return (answer.body as ErrorBody).retryAfter;
  };
  expect((await orderCode(contest, phone)).status).toBe(202);
  // As if it had just been ordered, however long the machine takes to ask again.
  await age(phone, -20);
  expect(await refusal()).toBeLessThanOrEqual(50);
  expect(await refusal(other)).toBeLessThanOrEqual(50);
  await age(phone, 51);
  expect((await orderCode(other, phone)).status).toBe(202);
  await age(phone, 31);
  expect((await orderCode(contest, phone)).status).toBe(202);
  await age(phone, 31);
  expect(await refusal()).toBeGreaterThan(50 * 60);
  expect((await orderCode(contest, aPhone())).status).toBe(202);
  await age(phone, 3_600);
  expect((await orderCode(contest, phone)).status).toBe(202);
});

it('a code for a phone number is ordered once when a number asks many times at the same moment', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const answers = await Promise.all(Array.from({ length: 8 }, () => orderCode(contest, phone)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  const rows = await sql`SELECT codes FROM verification_counts WHERE subject = ${contest.id}`;
  // What was refused has cost nothing.
  expect(rows).toEqual([{ codes: 1 }]);
});

it('a code for a phone number waits for one that is being ordered for the same number, and is then refused', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const other = await HeldTransaction.begin(database());
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended('verification ' || $1, 0))`;
  await other.client.query(lock, [phone]);
  const answer = orderCode(contest, phone);
  expect(await other.holdsUp(answer)).toBe(true);
  await other.client.query(
    `INSERT INTO phone_verifications (id, contest_id, phone, created_at, expires_at)
       VALUES ($1, $2, $3, now(), now() + interval '5 minutes')`,
    [randomUUID(), contest.id, phone],
  );
  await other.commit();
  expect((await answer).code).toBe('RATE_LIMITED');
});

it('a code for a phone number is refused once a contest has had its codes of the day, and another contest is not concerned', async () => {
  const [contest, other] = await Promise.all([1, 2].map(() => aContest().verifiedPhones().save()));
  if (!contest || !other) throw new Error('contests are missing');
  expect((await orderCode(contest, aPhone())).status).toBe(202);
  await sql`UPDATE verification_counts SET codes = 20000 WHERE subject = ${contest.id}`;
  expect(await orderCode(contest, aPhone())).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect((await orderCode(other, aPhone())).status).toBe(202);
});

it('a code for a phone number is refused once a network has had its codes of the hour, whatever addresses of it ask', async () => {
  const contest = await aContest().verifiedPhones().save();
  const client = new ApiClient();
  const network = SITE;
  expect((await orderCode(contest, aPhone(), client, `${network}:1::1`)).status).toBe(202);
  const digest = platformSecrets().voterDigest('verification', 'address', network).toString('base64url');
  const { rowCount } = await database().query(
    `UPDATE verification_counts SET codes = 1000 WHERE kind = 'NETWORK' AND subject = $1`,
    [digest],
  );
  expect(rowCount).toBe(1);
  await expectRefusal(orderCode(contest, aPhone(), client, `${network}:ffff::2`), 429, 'RATE_LIMITED');
  expect((await orderCode(contest, aPhone(), client, '2001:db9::1')).status).toBe(202);
});

it('a code for a phone number is sent to mobile numbers only, and only for free contests that ask for it and take votes', async () => {
  const contest = await aContest().verifiedPhones().save();
  const [open, paid, paused, draft] = await Promise.all([
    aContest().save(),
    aContest().verifiedPhones().paid('1.00').save(),
    aContest().verifiedPhones().paused().save(),
    aContest().verifiedPhones().draft().save(),
  ]);
  const codeFor = async (about: { id: string }, phone = aPhone()) => {
    const { status, code } = await orderCode(about, phone);
    return [status, code];
  };
  expect(await codeFor(contest, '0302123456')).toEqual([400, 'PHONE_NOT_MOBILE']);
  expect(await codeFor(contest, '0402123456')).toEqual([400, 'PHONE_NOT_MOBILE']);
  expect(await codeFor(contest, '123')).toEqual([400, 'VALIDATION_FAILED']);
  expect(await codeFor(open)).toEqual([409, 'CONFLICT']);
  expect(await codeFor(paid)).toEqual([409, 'CONFLICT']);
  expect(await codeFor(paused)).toEqual([409, 'CONTEST_PAUSED']);
  expect(await codeFor(draft)).toEqual([404, 'CONTEST_NOT_FOUND']);
  expect(await codeFor({ id: randomUUID() })).toEqual([404, 'CONTEST_NOT_FOUND']);
});

it('a code for a phone number tells of a number only when it has ordered a code lately: one that has voted gets the answer of one that has not', async () => {
  const contest = await aContest().verifiedPhones().save();
  const known = aPhone();
  expect((await castWith(contest, known, await tokenFor(contest, known))).status).toBe(201);
  // The exception that the API documents: the time to wait says when a code was ordered, to any asker and for any contest.
  await expectRefusal(orderCode(await aContest().verifiedPhones().save(), known), 429, 'RATE_LIMITED');
  const { body } = await new ApiClient().get('/docs-json');
  expect(JSON.stringify(body)).toContain(
    'The answer is the same for every number that has ordered no code in the last hour.',
  );
  await age(known, 31);
  const [one, other] = [await orderCode(contest, known), await orderCode(contest, aPhone())];
  expect(Object.keys(one.data).sort()).toEqual(Object.keys(other.data).sort());
  expect([one.status, other.status]).toEqual([202, 202]);
  // Measured from when each was ordered, so that it does not matter how far apart that was.
  const validMs = async ({ id, expiresAt }: { id: string; expiresAt: string }) => {
    const sql = 'SELECT created_at FROM phone_verifications WHERE id = $1';
    const { rows } = await database().query<{ created_at: Date }>(sql, [id]);
    return Date.parse(expiresAt) - Number(rows[0]?.created_at);
  };
  expect(await validMs(one.data)).toBe(await validMs(other.data));
});

it('a code for a phone number gives its token again when the answer was lost', async () => {
  const contest = await aContest().verifiedPhones().save();
  const { id } = (await orderCode(contest, aPhone())).data;
  const [one, again] = [await confirmCode(id, codeOf(id)), await confirmCode(id, codeOf(id))];
  expect(again.data).toEqual(one.data);
});

it('verifications by dialling that wait for one phone are ended in the network that began most of them, so that a stranger ends none of another network', async () => {
  const contest = await aContest().verifiedPhones().save();
  const phone = aPhone();
  const client = new ApiClient();
  const from = async (address: string) => (await orderDial(contest, phone, client, address)).data.id;
  const subnet = `100.${64 + (process.pid % 64)}.${process.pid % 256}`;
  const [stranger, home, cafe] = [`${subnet}.1`, `${subnet}.2`, `${subnet}.3`];
  const own = await from(home);
  for (let nr = 0; nr < 5; nr++) await from(stranger);
  expect((await askDialled(own)).status).toBe(202);
  // A page that is loaded again takes the place of its own earlier one once it is of the network with most.
  const other = await from(cafe);
  const last = await from(stranger);
  const again = await from(home);
  expect(
    (await Promise.all([own, other, last, again].map((id) => askDialled(id)))).map(({ status }) => status),
  ).toEqual([410, 202, 202, 202]);
});
