import { io } from 'socket.io-client';
import { aContest, aUser, aVote, type BuiltContest, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { publicTotal } from '../support/payments.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/**
 * Hidden results leave nothing: two contests that differ only in their counts look the same to every visitor, byte for byte. They
 * have the same texts and times; ids and nominee codes, which must differ, are replaced before comparing.
 */
const visitor = new ApiClient();

const owner = await aUser().save();
const [quiet, busy] = [await twin(owner), await twin(owner)];
const [first, second] = busy.categories[0]?.contestants ?? [];
// The second in order gets more votes: an order by count would betray it.
await visitor.post('/votes/cast', aVote(busy, { contestantId: first?.id, voteCount: 3 }));
await visitor.post('/votes/cast', aVote(busy, { contestantId: second?.id, voteCount: 40 }));
await waitFor(async () => (await folded(busy)) === 43);

/** Votes as the worker has folded them. */
async function folded(contest: BuiltContest): Promise<number> {
  const rows = await sql<{ votes: number }>`SELECT votes FROM contest_tallies
    WHERE contest_id = ${contest.id}`;
  return rows[0]?.votes ?? 0;
}

async function twin(owner: { id: string }): Promise<BuiltContest> {
  const contest = await aContest().ownedBy(owner).resultsHidden().withContestants(3, 2).save();
  await sql`UPDATE contests SET title = 'Twin', start_date = '2026-01-01Z', end_date = '2036-01-01Z',
       created_at = '2026-01-01Z',
       updated_at = '2026-01-01Z' WHERE id = ${contest.id}`;
  await sql`UPDATE hosts SET name = 'Host' WHERE id = ${contest.hostId}`;
  return contest;
}

function anonymous(contest: BuiltContest, text: string): string {
  const ids = [
    contest.id,
    contest.hostId,
    ...contest.categories.flatMap((category) => [
      category.id,
      ...category.contestants.map((person) => person.id),
    ]),
  ];
  return ids
    .reduce((result, id, index) => result.replaceAll(id, `id-${index}`), text)
    .replaceAll(/("code":"|Code )\d{4,6}\b/g, '$1of-nominee');
}

/** Everything a visitor gets of the detail, headers that depend on the content included. */
async function detail(contest: BuiltContest): Promise<string> {
  const response = await fetch(`${testState().baseUrl}/api/contests/${contest.id}/public`, {
    // Compressed, the length would depend on the ids, which must differ.
    headers: { 'accept-encoding': 'identity' },
  });
  const names = ['content-type', 'cache-control', 'content-length', 'last-modified'];
  const headers = names.map((name) => `${name}: ${response.headers.get(name)}`);
  return anonymous(contest, `${headers.join('\n')}\n${await response.text()}`);
}

async function card(contest: BuiltContest): Promise<string> {
  // Other files make more contests than a page has, and all of them end before these.
  const { data } = await visitor.get<{ id: string }[]>('/contests/public?search=Twin&pageSize=1000');
  expect(data.map(({ id }) => id)).toContain(contest.id);
  return anonymous(contest, JSON.stringify(data.find((item) => item.id === contest.id)));
}

/** The page's own HTML: its head is what link previews read. */
async function page(contest: BuiltContest, path: string): Promise<string> {
  const response = await fetch(testState().baseUrl + path);
  return anonymous(contest, (await response.text()).replace(/nonce="[^"]*"|content="[\w+/=]{20,}"/g, ''));
}

it('the detail is the same', async () => {
  expect(await detail(busy)).toBe(await detail(quiet));
});

it('the fair-play figures are the same', async () => {
  const figures = async (contest: BuiltContest) =>
    anonymous(contest, JSON.stringify((await visitor.get(`/contests/${contest.id}/fair-play`)).data));
  expect(await figures(busy)).toBe(await figures(quiet));
  expect(await figures(busy)).toContain('"counted":null');
});

it('the tag of the cache does not move with a vote', async () => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).resultsHidden().save();
  const shown = await aContest().save();
  expect(await publicTotal(shown.id)).toBe(0);
  const cast = async (to: BuiltContest) =>
    expect((await visitor.post('/votes/cast', aVote(to, { voteCount: 5 }))).status).toBe(201);
  /** Of an answer that is built anew: pausing and resuming drops the one before, which would be kept for seconds. */
  const tag = async () => {
    for (let times = 0; times < 2; times++)
      expect((await owner.api.patch(`/contests/${contest.id}/toggle-pause`)).status).toBe(200);
    return (await fetch(`${testState().baseUrl}/api/contests/${contest.id}/public`)).headers.get('etag');
  };
  const before = await tag();
  expect(before).toMatch(/^W\/"/);
  await cast(contest);
  await waitFor(async () => (await folded(contest)) === 5);
  // Counts reach the API in the order in which they are folded: when the later one is there, so is the hidden one.
  await cast(shown);
  await waitFor(async () => (await publicTotal(shown.id)) === 5);
  expect(await tag()).toBe(before);
});

it('the card of the list is the same', async () => {
  expect(await card(busy)).toBe(await card(quiet));
});

it.each([
  ['the page', ({ id }: BuiltContest) => `/contests/${id}`],
  ['a page shared for one contestant', ({ id, contestant }) => `/contests/${id}?contestant=${contestant.id}`],
  ['the stage', ({ id }) => `/contests/${id}/stage`],
  ['the embedded board', ({ id }) => `/embed/contests/${id}`],
] satisfies [string, (contest: BuiltContest) => string][])(
  '%s and its link preview are the same',
  async (_, path) => {
    const ofBusy = await page(busy, path(busy));
    expect(ofBusy).toContain('og:title');
    expect(ofBusy).toBe(await page(quiet, path(quiet)));
  },
);

it('a socket is told the same: nothing', async () => {
  const frames = async (contest: BuiltContest): Promise<string[]> => {
    const socket = io(testState().baseUrl, { transports: ['websocket'], reconnection: false });
    const seen: string[] = [];
    socket.onAny((event: string, payload: unknown) => {
      seen.push(anonymous(contest, `${event} ${JSON.stringify(payload)}`));
    });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    // When it was asked is the server's clock, and says nothing of the contest.
    const { at, ...granted } = (await socket.emitWithAck('contest:watch', { contestId: contest.id })) as {
      at: number;
    };
    expect(at).toEqual(expect.any(Number));
    seen.push(JSON.stringify(granted));
    await visitor.post('/votes/cast', aVote(busy));
    // A second contest, with results shown, tells when a push would have arrived.
    const shown = await aContest().save();
    const pushed = new Promise<void>((resolve) =>
      socket.on('contest:tally', (tally: { contestId: string; totalVotes: number }) => {
        if (tally.contestId === shown.id && tally.totalVotes === 1) resolve();
      }),
    );
    await socket.emitWithAck('contest:watch', { contestId: shown.id });
    await visitor.post('/votes/cast', aVote(shown));
    await pushed;
    socket.close();
    return seen.filter((frame) => !frame.includes(shown.id));
  };
  const [ofQuiet, ofBusy] = [await frames(quiet), await frames(busy)];
  expect(ofBusy).toEqual(ofQuiet);
  expect(ofQuiet).toEqual(['{"ok":true,"contest":{"status":"ACTIVE","isPaused":false,"showResults":false}}']);
});
