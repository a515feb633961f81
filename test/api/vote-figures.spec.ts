import type { StatisticsCharts, VotePace, VoteStats, VoteTimeline } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { waitFor } from '../support/wait-for.js';

const visitor = new ApiClient();
const HOUR_MS = 3_600_000;

const owner = await aUser().save();
const counted = (contest: BuiltContest, votes: number) =>
  waitFor(async () => {
    const stats = await owner.api.get<VoteStats>(`/votes/contest/${contest.id}/stats`);
    return stats.data.totalVotes === votes;
  });

/** What the drain has tallied of an hour. */
async function tallied(
  contest: BuiltContest,
  at: string,
  method: string,
  channel: string,
  [votes, transactions, pesewas]: [number, number, number],
): Promise<void> {
  await sql`INSERT INTO contest_hours (contest_id, hour, method, channel, votes, transactions, amount_pesewas)
     VALUES (${contest.id}, ${at}, ${method}, ${channel}, ${votes}, ${transactions}, ${pesewas})`;
}

/** The wire's `at` of an hour. */
const hour = (hoursAgo: number): string =>
  new Date(Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS).toISOString();

describe('the timeline of a contest', () => {
  let contest: BuiltContest;
  /** Named before anything is written: the clock may strike while the test runs. */
  const [filled, before, after] = [hour(1), hour(2), hour(0)];
  const read = (query: string) =>
    owner.api.get<VoteTimeline>(`/votes/contest/${contest.id}/timeline${query}`);

  beforeAll(async () => {
    contest = await aContest().ownedBy(owner).paid('1.00').save();
    await tallied(contest, filled, 'PAYSTACK', 'mobile_money', [30, 3, 3_050]);
    await tallied(contest, filled, 'PAYSTACK', 'card', [5, 1, 500]);
    await tallied(contest, filled, 'MANUAL', 'cash', [7, 1, 700]);
    await tallied(contest, hour(30), 'FREE', 'web', [11, 4, 0]);
    await tallied(contest, hour(24 * 400), 'FREE', 'web', [999, 1, 0]);
  });

  it('has one item an hour, empty ones included, the running hour last', async () => {
    const { data } = await read('?unit=hour&count=4');
    expect(data.items).toHaveLength(4);
    expect(data.items).toEqual(
      expect.arrayContaining([
        { at: before, votes: 0, transactions: 0, revenue: 0 },
        { at: filled, votes: 42, transactions: 5, revenue: 42.5 },
        { at: after, votes: 0, transactions: 0, revenue: 0 },
      ]),
    );
    expect(data.items.map(({ at }) => at)).toEqual(data.items.map(({ at }) => at).sort());
    expect(data).toMatchObject({
      unit: 'hour',
      methods: [
        { method: 'PAYSTACK', votes: 35, transactions: 4, revenue: 35.5 },
        { method: 'MANUAL', votes: 7, transactions: 1, revenue: 7 },
      ],
      channels: [
        { channel: 'mobile_money', votes: 30, transactions: 3, revenue: 30.5 },
        { channel: 'cash', votes: 7, transactions: 1, revenue: 7 },
        { channel: 'card', votes: 5, transactions: 1, revenue: 5 },
      ],
    });
  });

  it('sums days from hours and leaves out what is older than asked for', async () => {
    const { data } = await read('');
    expect(data.unit).toBe('day');
    expect(data.items).toHaveLength(30);
    expect(data.items.at(-1)?.at).toMatch(/T00:00:00.000Z$/);
    expect(Date.now() - Date.parse(data.items.at(-1)?.at ?? '')).toBeLessThan(25 * HOUR_MS);
    expect(data.items.reduce((sum, { votes }) => sum + votes, 0)).toBe(53);
    expect(data.methods.map(({ method, votes }) => [method, votes])).toEqual([
      ['PAYSTACK', 35],
      ['FREE', 11],
      ['MANUAL', 7],
    ]);
  });

  it.each(['?unit=minute', '?count=0', '?count=367', '?unit=hour&count=337'])('refuses %s', async (query) =>
    expect((await read(query)).status).toBe(400),
  );
});

describe('the charts of the statistics', () => {
  let organiser: BuiltUser;
  let paid: BuiltContest;
  /** Named before anything is written: the clock may strike while the test runs. */
  const [late, early] = [hour(1), hour(2)];
  const charts = (user: BuiltUser, query = '') =>
    user.api.get<StatisticsCharts>(`/statistics/charts${query}`);

  beforeAll(async () => {
    organiser = await aUser().save();
    paid = await aContest().ownedBy(organiser).paid('1.00').save();
    const free = await aContest().ownedBy(organiser).save();
    await tallied(paid, late, 'PAYSTACK', 'mobile_money', [30, 3, 3_050]);
    await tallied(paid, late, 'MANUAL', 'cash', [7, 1, 700]);
    await tallied(free, early, 'FREE', 'web', [11, 4, 0]);
    // Two casts that nobody paid for, neither begun.
    for (const voterPhone of ['+233245550601', '+233245550602'])
      await visitor.post('/votes/cast', aVote(paid, { voterPhone }));
    await sql`INSERT INTO contest_tallies (contest_id, votes, unique_phones, unique_emails, updated_at)
       VALUES (${paid.id}, 37, 4, 2, now())`;
    await sql`INSERT INTO contestant_tallies (contestant_id, contest_id, category_id, votes, version)
      VALUES (${paid.contestant.id}, ${paid.id}, ${paid.contestant.categoryId}, 37, 1)`;
  });

  it('sum all own contests by time, hour of the day, method and channel', async () => {
    const { data } = await charts(organiser, '?unit=hour&count=5');
    expect(data.items.reduce((sum, { votes }) => sum + votes, 0)).toBe(48);
    expect(data.hours).toHaveLength(24);
    expect(data.hours[new Date(late).getUTCHours()]).toMatchObject({ votes: 37, revenue: 37.5 });
    expect(data.hours[new Date(early).getUTCHours()]).toMatchObject({ votes: 11, revenue: 0 });
    expect(data.methods.map(({ method, votes }) => [method, votes])).toEqual([
      ['PAYSTACK', 30],
      ['FREE', 11],
      ['MANUAL', 7],
    ]);
    expect(data.channels.map(({ channel }) => channel)).toEqual(['mobile_money', 'web', 'cash']);
  });

  it('follow votes from cast to paid, and divide by phones and by e-mail addresses', async () => {
    const { data } = await charts(organiser);
    expect(data.conversion).toEqual({ cast: 5, started: 3, paid: 3 });
    expect(data.voters).toEqual({ votes: 37, phones: 4, emails: 2, perPhone: 9.3, perEmail: 18.5 });
  });

  it('are of one contest when it is named, and of own ones only', async () => {
    const { data } = await charts(organiser, `?contest=${paid.id}&unit=hour&count=5`);
    expect(data.items.reduce((sum, { votes }) => sum + votes, 0)).toBe(37);
    expect((await charts(owner, `?contest=${paid.id}`)).status).toBe(404);
    const stranger = await charts(await aUser().save());
    expect(stranger.data.items.every(({ votes }) => votes === 0)).toBe(true);
    expect(stranger.data.conversion).toEqual({ cast: 0, started: 0, paid: 0 });
  });

  it.each(['?unit=hour&count=337', '?contest=7', '?unit=minute'])('refuse %s', async (query) =>
    expect((await charts(organiser, query)).status).toBe(400),
  );
});

const pace = async (contest: BuiltContest): Promise<VotePace> =>
  (await owner.api.get<VotePace>(`/votes/contest/${contest.id}/pace`)).data;

it('the pace of a contest is calm without votes', async () => {
  const contest = await aContest().ownedBy(owner).save();
  expect(await pace(contest)).toEqual({ minuteVotes: 0, usualVotes: 0, phoneShare: null, alarms: [] });
});

it('the pace of a contest raises the alarm about far more votes in a minute than usual', async () => {
  const contest = await aContest().ownedBy(owner).save();
  await visitor.post('/votes/cast', aVote(contest, { voteCount: 40 }));
  await counted(contest, 40);
  expect(await pace(contest)).toMatchObject({ minuteVotes: 40, alarms: [] });
  await visitor.post('/votes/cast', aVote(contest, { voteCount: 5_000 }));
  await counted(contest, 5_040);
  const surged = await pace(contest);
  expect(surged.alarms).toEqual(['SURGE']);
  expect(surged.minuteVotes).toBeGreaterThanOrEqual(5_000);
});

it('the pace of a contest overwrites a minute when its place in the ring comes round again', async () => {
  const contest = await aContest().ownedBy(owner).save();
  await sql`INSERT INTO contest_minutes (contest_id, slot, minute, votes)
       SELECT ${contest.id}, slot, to_timestamp(0), 1000000 FROM generate_series(0, 127) AS slot`;
  await visitor.post('/votes/cast', aVote(contest, { voteCount: 3 }));
  await counted(contest, 3);
  expect((await pace(contest)).minuteVotes).toBe(3);
  const count = await sql.value<number>`SELECT count(*) AS count FROM contest_minutes
      WHERE contest_id = ${contest.id}`;
  expect(count).toBe(128);
});

it('the pace of a contest raises the alarm when one phone gives most of the votes', async () => {
  const contest = await aContest().ownedBy(owner).save();
  for (let cast = 0; cast < 20; cast++) await visitor.post('/votes/cast', aVote(contest));
  await counted(contest, 20);
  expect(await pace(contest)).toMatchObject({ phoneShare: 5, alarms: [] });
  await visitor.post('/votes/cast', aVote(contest, { voteCount: 25 }));
  await counted(contest, 45);
  expect(await pace(contest)).toMatchObject({ phoneShare: 55.6, alarms: ['ONE_PHONE'] });
});
