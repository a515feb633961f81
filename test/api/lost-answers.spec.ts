import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Requests } from '@abato/accounts';
import { RUNS_AT_MOST_MS } from '@abato/testing/accounts';
import type { HostView, InitializePaymentResult, RequestOutcome } from '@abato/contracts';
import { poolOf, Transactions } from '@abato/database';
import { dataSourceOptions, openDataSource } from '@abato/testing/database';
import { createLogger } from '@abato/testing/platform';
import { aContest, aUser, type BuiltUser, platformSecrets, sql } from '../support/builders.js';
import { type ApiAnswer, ApiClient, formOf } from '../support/http.js';
import { phonesOf } from '../support/phones.js';
import { aPicture } from '../support/pictures.js';
import { expectRefusal } from '../support/refusal.js';
import { testState } from '../support/state.js';

/** Writes whose answer was lost are sent again, and done once (ADR 196). */

const api = new ApiClient();
const aPhone = phonesOf('lost-answers');
const HOUR_MS = 3_600_000;
const options = dataSourceOptions(testState().databaseUrl, 4);
const source = await openDataSource({
  ...options,
  loginPolicy: { production: false, warn: () => undefined, pooler: 'none' },
});
afterAll(() => source.destroy());

const HOST = { name: 'Kumasi Arts', email: 'arts@example.com', phone: '0241234567', description: 'A choir' };
const KEY = 'Idempotency-Key';
const ROOT = join(import.meta.dirname, '../..');
const keyed = (key: string) => ({ headers: { [KEY]: key } });
const outcomeOf = (of: ApiClient, key: string): Promise<ApiAnswer<RequestOutcome>> =>
  of.get(`/requests/${key}`);
const hostsOf = ({ id }: BuiltUser): Promise<number> =>
  sql.value<number>`SELECT count(*)::int n FROM hosts WHERE user_id = ${id}`;

it('a write with an Idempotency-Key is done once, also when it is sent five times at the same moment, and its answer is told again', async () => {
  const user = await aUser().save();
  const before = await hostsOf(user);
  const key = randomUUID();
  const press = () => user.api.post<HostView>('/hosts', HOST, keyed(key));
  const answers = await Promise.all([press(), press(), press(), press(), press()]);
  const again = await press();
  expect([again.status, again.data.name]).toEqual([201, HOST.name]);
  for (const { status, code, data } of answers) {
    expect([status, status === 201 ? data.id : code]).toEqual(
      status === 201 ? [201, again.data.id] : [409, 'REQUEST_RUNNING'],
    );
  }
  expect(await hostsOf(user)).toBe(before + 1);
  const outcome = await outcomeOf(user.api, key);
  expect(outcome.data).toEqual({ state: 'DONE', status: 201, answer: again.body });
});

it('a write with an Idempotency-Key that carries a picture is done once, and is another request with another picture', async () => {
  const user = await aUser().save();
  const before = await hostsOf(user);
  const form = (logo: Blob) => formOf(HOST, { logo });
  const [one, other] = [await aPicture(), await aPicture({ width: 90 })];
  const key = randomUUID();
  const first = await user.api.post<HostView>('/hosts', form(one), keyed(key));
  const second = await user.api.post<HostView>('/hosts', form(one), keyed(key));
  const third = await user.api.post<HostView>('/hosts', form(other), keyed(key));
  expect([first.status, second.status, second.data.id]).toEqual([201, 201, first.data.id]);
  expect([third.status, third.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect(await hostsOf(user)).toBe(before + 1);
});

it('a write with an Idempotency-Key belongs to its account: another one has its own, and reads nothing of it', async () => {
  const [user, stranger] = [await aUser().save(), await aUser().save()];
  const key = randomUUID();
  const mine = await user.api.post<HostView>('/hosts', HOST, keyed(key));
  expect((await outcomeOf(stranger.api, key)).status).toBe(404);
  expect((await outcomeOf(api, key)).status).toBe(404);
  const theirs = await stranger.api.post<HostView>('/hosts', HOST, keyed(key));
  expect([theirs.status, theirs.data.id === mine.data.id]).toEqual([201, false]);
  await expectRefusal(outcomeOf(api.as('no token of ours'), key), 401, 'UNAUTHENTICATED');
});

it('a write with an Idempotency-Key is refused with other content, and with a key that is no UUID', async () => {
  const user = await aUser().save();
  const key = randomUUID();
  await user.api.post('/hosts', HOST, keyed(key));
  const other = await user.api.post('/hosts', { ...HOST, name: 'Another' }, keyed(key));
  expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  await expectRefusal(user.api.post('/hosts', HOST, keyed('twice')), 400, 'IDEMPOTENCY_KEY_INVALID');
});

it('a write with an Idempotency-Key that was refused is refused the same way again, and its sender can read so', async () => {
  const user = await aUser().save();
  const key = randomUUID();
  const refused = await user.api.post('/hosts', { ...HOST, email: 'no address' }, keyed(key));
  const again = await user.api.post('/hosts', { ...HOST, email: 'no address' }, keyed(key));
  expect([refused.status, again.status, again.errors]).toEqual([400, 400, refused.errors]);
  const { data } = await outcomeOf(user.api, key);
  expect(data).toMatchObject({
    state: 'DONE',
    status: 400,
    answer: { success: false, code: 'VALIDATION_FAILED' },
  });
});

it('a write with an Idempotency-Key is never received where nothing arrived', async () => {
  const user = await aUser().save();
  expect((await outcomeOf(user.api, randomUUID())).status).toBe(404);
  expect((await outcomeOf(user.api, 'twice')).status).toBe(404);
});

it('a write with an Idempotency-Key leaves nothing readable in the table, and no tokens of sessions', async () => {
  const user = await aUser().save();
  const [host, session] = [randomUUID(), randomUUID()];
  await user.api.post('/hosts', HOST, keyed(host));
  await api.post('/auth/login', { email: user.email, password: 'Builder-2026' }, keyed(session));
  const rows = await sql<{ key: string; answer: Buffer }>`SELECT key, answer FROM requests
      WHERE key = ANY(${[host, session]})`;
  expect(rows.map(({ key }) => key)).toEqual([host]);
  expect(rows[0]?.answer.includes(HOST.name)).toBe(false);
});

it('every write of the API takes a key, but for reads by POST and for answers with tokens or personal data, which are not kept', () => {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  const without = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(
        ([method, { parameters = [] }]) => method !== 'get' && !parameters.some(({ name }) => name === KEY),
      )
      .map(() => path.replace('/api', '')),
  );
  expect(without).toEqual([
    '/auth/login',
    '/auth/reauthenticate',
    '/auth/register',
    ...['confirm', 'recovery-codes', 'setup'].map((step) => `/auth/second-factor/${step}`),
    '/hosts/{id}/settlement-account/resolve',
    '/payments/contest/{contestId}/search',
    '/payments/find',
    '/payments/{id}/refund-account/resolve',
    '/payments/{id}/reveal',
    '/stage-remote/connect',
    '/stage-remote/status',
    '/users/{id}/reveal',
    '/voters/browser',
    '/votes/contest/{contestId}/search',
    '/votes/find',
    '/votes/{id}/reveal',
  ]);
});

it('the outcome of a vote and of its payment is told to whoever has the key, without an account', async () => {
  const contest = await aContest().paid('1.00').save();
  const [castKey, payKey] = [randomUUID(), randomUUID()];
  const voterPhone = aPhone();
  const ids = {
    contestId: contest.id,
    categoryId: contest.contestant.categoryId,
    contestantId: contest.contestant.id,
  };
  const cast = await api.post<{ id: string }>(
    '/votes/cast',
    { ...ids, voteCount: 2, voterPhone },
    keyed(castKey),
  );
  expect((await outcomeOf(api, castKey)).data).toMatchObject({
    state: 'DONE',
    status: 201,
    answer: { success: true, data: { id: cast.data.id, status: 'PENDING', amount: 2 } },
  });
  const pay = () =>
    api.post<InitializePaymentResult>(
      '/payments/paystack/initialize',
      { voteId: cast.data.id, phoneNumber: voterPhone },
      keyed(payKey),
    );
  const [begun, again] = [await pay(), await pay()];
  expect(again.data).toEqual(begun.data);
  expect((await outcomeOf(api, payKey)).data).toMatchObject({ state: 'DONE', answer: { data: begun.data } });
  // A vote without a key is not told by its id.
  const keyless = await api.post<{ id: string }>('/votes/cast', {
    ...ids,
    voteCount: 1,
    voterPhone: aPhone(),
  });
  expect((await outcomeOf(api, keyless.data.id)).status).toBe(404);
});

function aSignal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

let now = new Date();
const requests = () =>
  new Requests(source, { now: () => now }, createLogger('api', 'silent'), platformSecrets());
const aRequest = () => ({
  accountId: randomUUID(),
  key: randomUUID(),
  content: 'POST /hosts',
  isRepeatable: false,
});
const done = { status: 201, body: { success: true, data: 'second' }, isLasting: true };
const later = (ms: number) => (now = new Date(+now + ms));

/** Begins a request that stops after `work`, as if its process had been killed; `goOn` lets it live on. */
async function stopped(request: ReturnType<typeof aRequest>, work: () => Promise<unknown>) {
  const [reached, held] = [aSignal(), aSignal()];
  const answer = requests().once(request, async () => {
    await work();
    reached.give();
    await held.given;
    await new Transactions(poolOf(source)).run(({ sql }) => sql.query('SELECT 1'));
    return { ...done, body: 'first' };
  });
  await Promise.race([reached.given, answer]);
  return { answer, goOn: () => held.give() };
}

it.each([
  ['a plain transaction', () => new Transactions(poolOf(source)).run(({ sql }) => sql.query('SELECT 1'))],
  ['a transaction of entities', () => source.transaction((manager) => manager.query('SELECT 1'))],
])(
  'a request whose process ends before its answer after it committed %s is done, and never done again',
  async (_, commit) => {
    const request = aRequest();
    const { answer, goOn } = await stopped(request, commit);
    const asked = () => requests().outcome(request.key, request.accountId);
    expect(await asked()).toEqual({ state: 'RUNNING' });
    later(RUNS_AT_MOST_MS + 1);
    expect(await asked()).toEqual({ state: 'DONE' });
    await expect(requests().once(request, () => Promise.resolve(done))).rejects.toMatchObject({
      code: 'ANSWER_LOST',
    });
    // Its own rules make this one harmless.
    const repeated = await requests().once({ ...request, isRepeatable: true }, () => Promise.resolve(done));
    expect(repeated.body).toEqual(done.body);
    goOn();
    await expect(answer).rejects.toMatchObject({ code: 'REQUEST_RUNNING' });
  },
);

it('a request whose process ends before its answer before it committed anything is as if it never arrived, and the process that was late commits nothing', async () => {
  const request = aRequest();
  const { answer, goOn } = await stopped(request, () => Promise.resolve());
  await expect(requests().once(request, () => Promise.resolve(done))).rejects.toMatchObject({
    code: 'REQUEST_RUNNING',
  });
  later(RUNS_AT_MOST_MS + 1);
  expect(await requests().outcome(request.key, request.accountId)).toBeNull();
  expect((await requests().once(request, () => Promise.resolve(done))).body).toEqual(done.body);
  goOn();
  await expect(answer).rejects.toMatchObject({ code: 'REQUEST_RUNNING' });
  expect(await requests().outcome(request.key, request.accountId)).toMatchObject({ answer: done.body });
});

it('a request whose process ends before its answer may be sent again with its key when it was refused for a while', async () => {
  const request = aRequest();
  const busy = { status: 503, body: { success: false }, isLasting: false };
  await requests().once(request, () => Promise.resolve(busy));
  expect(await requests().outcome(request.key, request.accountId)).toBeNull();
  expect((await requests().once(request, () => Promise.resolve(done))).body).toEqual(done.body);
});

it('a request whose process ends before its answer says that it may have been done when it failed after a commit', async () => {
  const request = aRequest();
  const failed = { status: 500, body: { success: false, code: 'INTERNAL' }, isLasting: false };
  await requests().once(request, async () => {
    await source.transaction((manager) => manager.query('SELECT 1'));
    return failed;
  });
  expect(await requests().outcome(request.key, request.accountId)).toMatchObject({
    status: 409,
    answer: { success: false, code: 'ANSWER_LOST' },
  });
});

it('a request whose process ends before its answer is forgotten after 24 hours', async () => {
  // Long ago: the sweep forgets the requests of every file on this platform, also those that run at this moment.
  now = new Date(Date.now() - 48 * HOUR_MS);
  const request = aRequest();
  await requests().once(request, () => Promise.resolve(done));
  later(24 * HOUR_MS - 1);
  await requests().sweep();
  expect(await requests().outcome(request.key, request.accountId)).not.toBeNull();
  later(2);
  await requests().sweep();
  expect(await requests().outcome(request.key, request.accountId)).toBeNull();
});
