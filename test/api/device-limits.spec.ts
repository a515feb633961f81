import { randomUUID } from 'node:crypto';
import type { CastVoteResult, ErrorBody } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, closeDatabase, database } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { secondsSinceFirst } from '../support/stored-times.js';

const api = new ApiClient();
afterAll(closeDatabase);

const cast = (contest: BuiltContest, deviceId: string | undefined, voteCount = 1, fields = {}) =>
  api.post<CastVoteResult>('/votes/cast', aVote(contest, { voteCount, deviceId, ...fields }));

describe('free votes of one device', () => {
  it('end at its limit whatever phones it names, with the time when it may vote again', async () => {
    const contest = await aContest().freeVotesPerHour(10).freeVotesPerDevice(12).save();
    const device = randomUUID();
    expect((await cast(contest, device, 10)).status).toBe(201);
    const tooMany = await cast(contest, device, 3);
    expect([tooMany.status, tooMany.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);
    expect(tooMany.message).toMatch(
      /^This device has 2 free votes left right now\. You can cast 3 again at \d\d:\d\d\.$/,
    );
    expect((await cast(contest, device, 2)).status).toBe(201);
    const none = await cast(contest, device);
    expect(none.message).toMatch(
      /^This device has used its 12 free votes for this hour\. You can vote again at \d\d:\d\d\.$/,
    );
    const { retryAfter } = none.body as ErrorBody;
    expect(none.headers.get('retry-after')).toBe(String(retryAfter));
    // Votes are counted by the minute.
    expect(retryAfter).toBeGreaterThanOrEqual(59 * 60 - 1 - (await secondsSinceFirst('votes', [contest.id])));
  });

  it('are another device’s, another contest’s and nobody’s without one', async () => {
    const [contest, other] = await Promise.all(
      [1, 2].map(() => aContest().freeVotesPerHour(2).freeVotesPerDevice(2).save()),
    );
    if (!contest || !other) throw new Error('contests are missing');
    const device = randomUUID();
    expect((await cast(contest, device, 2)).status).toBe(201);
    expect((await cast(contest, device)).status).toBe(429);
    expect((await cast(contest, randomUUID())).status).toBe(201);
    expect((await cast(other, device)).status).toBe(201);
    expect((await cast(contest, undefined)).status).toBe(201);
  });

  it('are not exceeded by voting many times at once', async () => {
    const contest = await aContest().freeVotesPerHour(4).freeVotesPerDevice(6).save();
    const device = randomUUID();
    const [one, two] = ['+233244111001', '+233244111002'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nr) => cast(contest, device, 1, { voterPhone: nr % 2 ? one : two })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(6);
  });

  it('are never fewer than those of one phone', async () => {
    const contest = await aContest().freeVotesPerHour(20).freeVotesPerDevice(5).save();
    expect((await cast(contest, randomUUID(), 20)).status).toBe(201);
  });

  it('are not used up by votes that are refused or repeated', async () => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).freeVotesPerHour(2).freeVotesPerDevice(2).save();
    const device = randomUUID();
    await database().query(`UPDATE contests SET status = 'PAUSED' WHERE id = $1`, [contest.id]);
    // Whether by the cache or by the statement: nothing stays charged.
    expect((await cast(contest, device, 2)).status).toBe(409);
    await owner.api.patch(`/contests/${contest.id}/toggle-pause`);
    const key = randomUUID();
    const body = aVote(contest, { deviceId: device });
    for (let nr = 0; nr < 3; nr++) {
      const answer = await api.post('/votes/cast', body, { headers: { 'idempotency-key': key } });
      expect(answer.status).toBe(201);
    }
    expect((await cast(contest, device)).status).toBe(201);
    expect((await cast(contest, device)).status).toBe(429);
  });

  it('refuse a device that is no id', async () => {
    const contest = await aContest().save();
    const answer = await cast(contest, 'my-phone');
    expect([answer.status, answer.errors?.[0]?.field]).toEqual([400, 'deviceId']);
  });
});

describe('the rules of a contest', () => {
  it('can be set and changed by its owner, are recorded, and have defaults', async () => {
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
    const { rows } = await database().query<{ detail: unknown }>(
      `SELECT detail FROM audit_log WHERE subject_id = $1 AND action = 'contest.change'`,
      [created.data.id],
    );
    expect(rows[0]?.detail).toMatchObject({ challenge: { from: 'AUTO', to: 'ALWAYS' } });
  });

  it.each([
    ['freeVotesPerDevice', 0, 'Free votes per device must be at least 1'],
    ['challenge', 'NEVER', 'Person check must be one of AUTO, ALWAYS'],
    ['retentionMonths', 0, 'Voters’ details are kept for at least 1 month'],
    ['retentionMonths', 121, 'Voters’ details are kept for at most 120 months'],
  ])('refuse %s of %s', async (field, value, message) => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).save();
    const answer = await owner.api.put(`/contests/${contest.id}`, { [field]: value });
    expect([answer.status, answer.errors]).toEqual([400, [{ field, message }]]);
  });
});
