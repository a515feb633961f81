import { randomUUID } from 'node:crypto';
import type { CastVoteResult, ErrorBody } from '@abato/contracts';
import { expireUnpaidVotes } from '@abato/testing/payments';
import type { BuiltContest } from '../support/builders.js';
import { aContest, aUser, aVote, database, inTransaction, withOwner, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { aNetwork } from '../support/networks.js';
import { castPaid, initialize, voteStatus } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { secondUrl } from '../support/state.js';
import { secondsSinceFirst } from '../support/stored-times.js';

const api = new ApiClient();
const PHONE = '+233244000111';
const cast = (contest: BuiltContest, voteCount: number, voterPhone = PHONE, key?: string) =>
  api.post<CastVoteResult>(
    '/votes/cast',
    aVote(contest, { voteCount, voterPhone }),
    key ? { headers: { 'idempotency-key': key } } : {},
  );
const votesIn = (
  contest: BuiltContest,
): Promise<number> => sql.value<number>`SELECT coalesce(sum(votes), 0) AS n FROM vote_ledger
      WHERE contest_id = ${contest.id}`;

it('free votes of one phone end at ten per hour, with the time when one may vote again', async () => {
  const contest = await aContest().freeVotesPerHour(10).save();
  expect((await cast(contest, 7)).status).toBe(201);
  const tooMany = await cast(contest, 4);
  expect([tooMany.status, tooMany.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);
  expect(tooMany.message).toMatch(
    /^You have 3 free votes left right now\. You can cast 4 again at \d\d:\d\d\.$/,
  );
  expect((await cast(contest, 3)).status).toBe(201);
  const none = await cast(contest, 1);
  expect(none.message).toMatch(
    /^You have used your 10 free votes for this hour\. You can vote again at \d\d:\d\d\.$/,
  );
  const { retryAfter } = none.body as ErrorBody;
  // Votes are counted by the minute.
  expect(retryAfter).toBeGreaterThanOrEqual(59 * 60 - 1 - (await secondsSinceFirst('votes', [contest.id])));
  expect(retryAfter).toBeLessThanOrEqual(3600);
  expect(none.headers.get('retry-after')).toBe(String(retryAfter));
  expect(await votesIn(contest)).toBe(10);
});

it('free votes of one phone are the same however the phone is written, and another phone’s or contest’s are not touched', async () => {
  const [contest, other] = await Promise.all([
    aContest().freeVotesPerHour(1).save(),
    aContest().freeVotesPerHour(1).save(),
  ]);
  expect((await cast(contest, 1, '0244 000 222')).status).toBe(201);
  expect((await cast(contest, 1, '+233244000222')).status).toBe(429);
  expect((await cast(contest, 1, '+233244000223')).status).toBe(201);
  expect((await cast(other, 1, '+233244000222')).status).toBe(201);
});

it('free votes of one phone are not exceeded by voting many times at once', async () => {
  const contest = await aContest().freeVotesPerHour(10).save();
  const answers = await Promise.all(Array.from({ length: 40 }, () => cast(contest, 1)));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(30);
  expect(await votesIn(contest)).toBe(10);
});

it('free votes of one phone are not used up by votes that are refused', async () => {
  const { owner, contest } = await withOwner(aContest().freeVotesPerHour(2));
  expect((await cast(contest, 3)).status).toBe(400);
  // The API's cache still sees an open contest; the statement does not, and what was charged is given back.
  await sql`UPDATE contests SET status = 'PAUSED' WHERE id = ${contest.id}`;
  expect((await cast(contest, 2)).code).toBe('CONTEST_PAUSED');
  await owner.api.patch(`/contests/${contest.id}/toggle-pause`);
  expect((await cast(contest, 2)).status).toBe(201);
});

it('free votes of one phone are not used up by repeating a request, which gets its first answer', async () => {
  const contest = await aContest().freeVotesPerHour(2).save();
  const key = randomUUID();
  const first = await cast(contest, 2, PHONE, key);
  const repeated = await cast(contest, 2, PHONE, key);
  expect([repeated.status, repeated.data]).toEqual([201, first.data]);

  const half = await aContest().freeVotesPerHour(2).save();
  const halfKey = randomUUID();
  const atOnce = await Promise.all([1, 2, 3].map(() => cast(half, 1, PHONE, halfKey)));
  expect(atOnce.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect((await cast(half, 1)).status).toBe(201);
  expect(await votesIn(half)).toBe(2);
});

it('free votes of one phone can never be more in one cast than the contest gives in an hour, which is said without a time', async () => {
  const contest = await aContest().freeVotesPerHour(10).save();
  const message = 'This contest allows 10 free votes per phone and hour. Please choose a smaller number.';
  const expectRefusal = async () => {
    const answer = await cast(contest, 11);
    expect([answer.status, answer.code, answer.message]).toEqual([400, 'VALIDATION_FAILED', message]);
    const { errors, retryAfter } = answer.body as ErrorBody;
    expect([errors, retryAfter]).toEqual([[{ field: 'voteCount', message }], undefined]);
    expect(answer.headers.get('retry-after')).toBeNull();
  };
  await expectRefusal();
  expect((await cast(contest, 10)).status).toBe(201);
  await expectRefusal();
  expect((await cast(contest, 10)).status).toBe(429);
  expect(await votesIn(contest)).toBe(10);
});

it('free votes of one phone keep the first answer of a request that is repeated with too high a number', async () => {
  const contest = await aContest().freeVotesPerHour(2).save();
  const key = randomUUID();
  expect((await cast(contest, 2, PHONE, key)).status).toBe(201);
  expect((await cast(contest, 3, PHONE, key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('free votes of one phone know no limit where votes are paid, and none in a rehearsal', async () => {
  const paid = await aContest().freeVotesPerHour(1).paid('1.00').save();
  expect((await cast(paid, 50)).status).toBe(201);
  const rehearsal = await aContest().freeVotesPerHour(1).save();
  await sql`UPDATE contests SET is_rehearsal = true WHERE id = ${rehearsal.id}`;
  expect((await cast(rehearsal, 50)).status).toBe(201);
});

const castOn = (contest: BuiltContest, deviceId: string | undefined, voteCount = 1, fields = {}) =>
  api.post<CastVoteResult>('/votes/cast', aVote(contest, { voteCount, deviceId, ...fields }));

it('free votes of one device end at its limit whatever phones it names, with the time when it may vote again', async () => {
  const contest = await aContest().freeVotesPerHour(10).freeVotesPerDevice(12).save();
  const device = randomUUID();
  expect((await castOn(contest, device, 10)).status).toBe(201);
  const tooMany = await castOn(contest, device, 3);
  expect([tooMany.status, tooMany.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);
  expect(tooMany.message).toMatch(
    /^This device has 2 free votes left right now\. You can cast 3 again at \d\d:\d\d\.$/,
  );
  expect((await castOn(contest, device, 2)).status).toBe(201);
  const none = await castOn(contest, device);
  expect(none.message).toMatch(
    /^This device has used its 12 free votes for this hour\. You can vote again at \d\d:\d\d\.$/,
  );
  const { retryAfter } = none.body as ErrorBody;
  expect(none.headers.get('retry-after')).toBe(String(retryAfter));
  // Votes are counted by the minute.
  expect(retryAfter).toBeGreaterThanOrEqual(59 * 60 - 1 - (await secondsSinceFirst('votes', [contest.id])));
});

it('free votes of one device are another device’s, another contest’s and nobody’s without one', async () => {
  const [contest, other] = await Promise.all(
    [1, 2].map(() => aContest().freeVotesPerHour(2).freeVotesPerDevice(2).save()),
  );
  if (!contest || !other) throw new Error('contests are missing');
  const device = randomUUID();
  expect((await castOn(contest, device, 2)).status).toBe(201);
  expect((await castOn(contest, device)).status).toBe(429);
  expect((await castOn(contest, randomUUID())).status).toBe(201);
  expect((await castOn(other, device)).status).toBe(201);
  expect((await castOn(contest, undefined)).status).toBe(201);
});

it('free votes of one device are not exceeded by voting many times at once', async () => {
  const contest = await aContest().freeVotesPerHour(4).freeVotesPerDevice(6).save();
  const device = randomUUID();
  const [one, two] = ['+233244111001', '+233244111002'];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nr) => castOn(contest, device, 1, { voterPhone: nr % 2 ? one : two })),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(6);
});

it('free votes of one device are never fewer than those of one phone', async () => {
  const contest = await aContest().freeVotesPerHour(20).freeVotesPerDevice(5).save();
  expect((await castOn(contest, randomUUID(), 20)).status).toBe(201);
});

it('free votes of one device are not used up by votes that are refused or repeated', async () => {
  const { owner, contest } = await withOwner(aContest().freeVotesPerHour(2).freeVotesPerDevice(2));
  const device = randomUUID();
  await sql`UPDATE contests SET status = 'PAUSED' WHERE id = ${contest.id}`;
  // Whether by the cache or by the statement: nothing stays charged.
  expect((await castOn(contest, device, 2)).status).toBe(409);
  await owner.api.patch(`/contests/${contest.id}/toggle-pause`);
  const key = randomUUID();
  const body = aVote(contest, { deviceId: device });
  for (let nr = 0; nr < 3; nr++) {
    const answer = await api.post('/votes/cast', body, { headers: { 'idempotency-key': key } });
    expect(answer.status).toBe(201);
  }
  expect((await castOn(contest, device)).status).toBe(201);
  expect((await castOn(contest, device)).status).toBe(429);
});

it('free votes of one device refuse a device that is no id', async () => {
  const contest = await aContest().save();
  const answer = await castOn(contest, 'my-phone');
  expect([answer.status, answer.errors?.[0]?.field]).toEqual([400, 'deviceId']);
});

it('the rules of a contest can be set and changed by its owner, are recorded, and have defaults', async () => {
  const owner = await aUser().save();
  const { hostId } = await aContest().ownedBy(owner).save();
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const created = await owner.api.post<{ id: string }>('/contests', {
    hostId,
    title: 'T',
    description: 'D',
    startDate: soon(1),
    endDate: soon(2),
  });
  expect(created.data).toMatchObject({ freeVotesPerDevice: 30, challenge: 'AUTO', retentionMonths: 6 });
  const rules = { freeVotesPerDevice: 50, challenge: 'ALWAYS', retentionMonths: 3 };
  const changed = await owner.api.put(`/contests/${created.data.id}`, rules);
  expect(changed.data).toMatchObject(rules);
  const detail = await sql.value<unknown>`SELECT detail FROM audit_log
      WHERE subject_id = ${created.data.id} AND action = 'contest.change'`;
  expect(detail).toMatchObject({ challenge: { from: 'AUTO', to: 'ALWAYS' } });
});

it.each([
  ['freeVotesPerDevice', 0, 'Free votes per device must be at least 1'],
  ['challenge', 'NEVER', 'Person check must be one of AUTO, ALWAYS'],
  ['retentionMonths', 0, 'Voters’ details are kept for at least 1 month'],
  ['retentionMonths', 121, 'Voters’ details are kept for at most 120 months'],
])('the rules of a contest refuse %s of %s', async (field, value, message) => {
  const { owner, contest } = await withOwner();
  const answer = await owner.api.put(`/contests/${contest.id}`, { [field]: value });
  expect([answer.status, answer.errors]).toEqual([400, [{ field, message }]]);
});

/** As libs/voting/src/limits/unpaid-votes.ts has them. */
const PER_PHONE = 20;
const UNCHECKED_PER_ADDRESS = 100;
const MINUTES_31 = 31 * 60_000;

const aPhone = phonesOf('unpaid-votes');

it('votes that wait for payment are at most twenty per phone, and a paid one makes room', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterPhone = aPhone();
  const first = await castPaid(contest, { voterPhone });
  for (let nr = 1; nr < PER_PHONE; nr++) await castPaid(contest, { voterPhone });
  const api = new ApiClient();
  const refused = await api.post('/votes/cast', aVote(contest, { voterPhone }));
  expect([refused.status, refused.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);
  const { retryAfter } = refused.body as ErrorBody;
  expect(retryAfter).toBeGreaterThanOrEqual(30 * 60 - 1 - (await secondsSinceFirst('votes', [contest.id])));
  expect(retryAfter).toBeLessThanOrEqual(30 * 60);
  expect(refused.headers.get('retry-after')).toBe(String(retryAfter));
  expect(refused.message).toMatch(/^20 votes with this number wait for payment\./);
  await castPaid(contest, { voterPhone: aPhone() });
  await sql`UPDATE votes SET status = 'COMPLETED', counted_at = created_at WHERE id = ${first}`;
  // By another process, which has not looked this phone up a moment ago.
  const room = await new ApiClient(secondUrl()).post('/votes/cast', aVote(contest, { voterPhone }));
  expect(room.status).toBe(201);
});

it('votes that wait for payment give a repeated cast its first answer also over the limit', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterPhone = aPhone();
  const vote = aVote(contest, { voterPhone });
  const options = { headers: { 'idempotency-key': randomUUID() } };
  const first = await new ApiClient().post<CastVoteResult>('/votes/cast', vote, options);
  for (let nr = 1; nr < PER_PHONE; nr++) await castPaid(contest, { voterPhone });
  const again = await new ApiClient().post<CastVoteResult>('/votes/cast', vote, options);
  expect([again.status, again.data.id]).toEqual([201, first.data.id]);
});

it('votes that wait for payment need a person check from an address that has a hundred of them, and other addresses do not', async () => {
  const contest = await aContest().paid('1.00').save();
  const network = aNetwork();
  const client = new ApiClient();
  const cast = (from: string) =>
    client.post('/votes/cast', aVote(contest, { voterPhone: aPhone() }), {
      headers: { 'x-forwarded-for': from },
    });
  const free = await Promise.all(
    Array.from({ length: UNCHECKED_PER_ADDRESS }, (_, nr) => cast(`${network}::${nr}`)),
  );
  expect(new Set(free.map(({ status }) => status))).toEqual(new Set([201]));
  // A cast whose question Redis answers too late on a busy machine is noted in the process only: a few more may pass.
  let checked = await cast(`${network}::ffff`);
  for (let nr = 0; checked.status === 201 && nr < UNCHECKED_PER_ADDRESS; nr++)
    checked = await cast(`${network}::ffff`);
  expect([checked.status, checked.code]).toEqual([403, 'CHALLENGE_REQUIRED']);
  expect((await cast(`${aNetwork()}::1`)).status).toBe(201);
});

it('votes that wait for payment expire after thirty minutes: neither a page nor a prompt is begun for them', async () => {
  const contest = await aContest().paid('1.00').save();
  const voteId = await castPaid(contest);
  await sql`UPDATE votes SET created_at = created_at - interval '30 minutes' WHERE id = ${voteId}`;
  const charge = { voteId, phoneNumber: '0241230003', network: 'mtn' };
  const answers = [await initialize(voteId), await new ApiClient().post('/payments/paystack/charge', charge)];
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [409, 'VOTE_EXPIRED'],
    [409, 'VOTE_EXPIRED'],
  ]);
  expect(await sql`SELECT FROM payments WHERE vote_id = ${voteId}`).toHaveLength(0);
});

it('votes that wait for payment leave what is pending when they expire, unless a payment was begun', async () => {
  const contest = await aContest().paid('1.00').save();
  const [unpaid, begun] = [await castPaid(contest), await castPaid(contest)];
  await initialize(begun);
  const inTime = new Date();
  await expireUnpaidVotes(database(), MINUTES_31, inTime, 1_000);
  expect(await voteStatus(unpaid)).toBe('PENDING');
  const at = await sql.value<Date>`SELECT max(created_at) AS at FROM votes
      WHERE id = ANY(${[unpaid, begun]})`;
  // Rolled back: other tests' votes would expire, too.
  await inTransaction(async (client) => {
    const late = new Date((at.getTime() ?? 0) + MINUTES_31 + 61_000);
    await expireUnpaidVotes(client, MINUTES_31, late, 100_000);
    const after = await client.query<{ id: string; status: string }>(
      'SELECT id, status FROM votes WHERE id = ANY($1)',
      [[unpaid, begun]],
    );
    expect(Object.fromEntries(after.rows.map(({ id, status }) => [id, status]))).toEqual({
      [unpaid]: 'FAILED',
      [begun]: 'PENDING',
    });
  }, 'ROLLBACK');
});
