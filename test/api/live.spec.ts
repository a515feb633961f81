import type { Ack, ContestChanged, ContestMonitor, ContestTally, StatisticsView } from '@abato/contracts';
import { COMPACT_EVENT, COMPACT_FRAMES, CompactReader } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, sql, withOwner } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { connectSocket, type LiveClient, nextMessage } from '../support/sockets.js';
import { testState } from '../support/state.js';

const api = new ApiClient();

/** @param frames what is asked for in the handshake */
const connect = (frames?: string) => connectSocket({ frames });

/** Collects tallies; `until` resolves with the first state that satisfies the condition. */
function follow(client: LiveClient) {
  const seen: ContestTally[] = [];
  const counts = new Map<string, number>();
  let check: () => void = () => undefined;
  client.on('contest:tally', (tally) => {
    seen.push(tally);
    for (const { id, votes } of tally.contestants) counts.set(id, votes);
    check();
  });
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not seen; last ${JSON.stringify(seen.at(-1))}`)),
        120_000,
      );
      check = () => {
        if (!condition()) return;
        clearTimeout(timer);
        resolve();
      };
      check();
    });
  return { seen, counts, until };
}

const watch = (client: LiveClient, contestId: string): Promise<Ack> =>
  client.emitWithAck('contest:watch', { contestId });
const vote = (contest: BuiltContest, fields = {}) => api.post('/votes/cast', aVote(contest, fields));

it('live counts come as compact frames to a client that asks for them, and say the same', async () => {
  const contest = await aContest().withContestants(3).save();
  const [json, compact] = [await connect(), await connect(COMPACT_FRAMES)];
  const reader = new CompactReader();
  const [board, decoded] = [follow(json), follow(compact)];
  let frames = 0;
  compact.on('contest:tally', (tally) => reader.learn(tally));
  compact.on(COMPACT_EVENT, (frame) => {
    frames++;
    const tally = reader.read(frame);
    for (const listener of compact.listeners('contest:tally')) if (tally) listener(tally);
  });
  for (const client of [json, compact]) expect(await watch(client, contest.id)).toMatchObject({ ok: true });
  await vote(contest, { voteCount: 4 });
  for (const { until, seen } of [board, decoded]) await until(() => seen.at(-1)?.totalVotes === 4);
  expect(decoded.counts).toEqual(board.counts);
  expect(decoded.seen.at(-1)).toEqual(board.seen.at(-1));
  expect(frames).toBeGreaterThan(0);
  expect(decoded.seen[0]?.roster).toEqual(expect.any(Number));
  expect(board.seen[0]).not.toHaveProperty('roster');
});

it('live counts come as a whole after a watch, then as the contestants that changed', async () => {
  const contest = await aContest().withContestants(3).save();
  const client = await connect();
  const board = follow(client);
  expect(await watch(client, contest.id)).toMatchObject({ ok: true });
  await board.until(() => board.seen.length === 1);
  expect(board.seen[0]).toMatchObject({ contestId: contest.id, since: 0, totalVotes: 0 });
  await vote(contest);
  await board.until(() => board.counts.get(contest.contestant.id) === 1);
  expect(board.seen[0]?.contestants).toHaveLength(3);
  // Also the first change of a contest without votes carries only what changed.
  expect(board.seen[1]?.contestants.map(({ id }) => id)).toEqual([contest.contestant.id]);
  await vote(contest, { voteCount: 5 });
  await board.until(() => board.counts.get(contest.contestant.id) === 6);
  const update = board.seen.at(-1);
  expect(update?.contestants).toEqual([
    { id: contest.contestant.id, categoryId: contest.contestant.categoryId, votes: 6 },
  ]);
  expect(update?.since).toBe(board.seen.at(-2)?.version);
  expect(update?.version).toBeGreaterThan(update?.since as number);
});

it('live counts let a client that missed nothing follow every step: each message builds on one that was sent', async () => {
  const contest = await aContest().withContestants(4).save();
  const client = await connect();
  const board = follow(client);
  await watch(client, contest.id);
  const people = contest.categories[0]?.contestants ?? [];
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      people.map((person, index) => vote(contest, { contestantId: person.id, voteCount: index + 1 })),
    );
  }
  await board.until(() => people.every((person, index) => board.counts.get(person.id) === (index + 1) * 5));
  board.seen
    .slice(1)
    .forEach((tally, index) => expect(tally.since).toBeLessThanOrEqual(board.seen[index]?.version as number));
  const versions = board.seen.map((tally) => tally.version);
  expect([...versions].sort((a, b) => a - b)).toEqual(versions);
});

it('live counts are not sent while results are hidden, and are sent as soon as they are shown', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden());
  const client = await connect();
  const board = follow(client);
  const changes: ContestChanged[] = [];
  client.on('contest:changed', (change) => changes.push(change));
  expect(await watch(client, contest.id)).toMatchObject({ ok: true });
  const open = await aContest().save();
  await watch(client, open.id);
  await vote(contest, { voteCount: 7 });
  await vote(open);
  // The other contest's update is the sign that time enough has passed for this one's.
  await board.until(() => board.counts.get(open.contestant.id) === 1);
  expect(board.seen.filter((tally) => tally.contestId === contest.id)).toEqual([]);
  expect(changes).toEqual([]);
  expect((await owner.api.put(`/contests/${contest.id}`, { showResults: true })).status).toBe(200);
  // Without a further vote and without another watch.
  await board.until(() => board.counts.get(contest.contestant.id) === 7);
  expect(changes[0]).toMatchObject({ contestId: contest.id, showResults: true });
});

it('live counts are refused for drafts, unknown contests and nonsense', async () => {
  const draft = await aContest().draft().save();
  const client = await connect();
  const refusal = { ok: false, message: 'Contest not found' };
  expect(await watch(client, draft.id)).toEqual(refusal);
  expect(await watch(client, '01a1fd3f-6bee-7321-a744-7d319e22c28d')).toEqual(refusal);
  for (const nonsense of [null, 1, 'x', { contestId: {} }, { contestId: ['a'] }, []])
    expect(await client.emitWithAck('contest:watch', nonsense as never)).toEqual(refusal);
});

it('live counts stop after an unwatch', async () => {
  const [contest, other] = [await aContest().save(), await aContest().save()];
  const client = await connect();
  const board = follow(client);
  await watch(client, contest.id);
  await watch(client, other.id);
  expect(await client.emitWithAck('contest:unwatch', { contestId: contest.id })).toEqual({ ok: true });
  await vote(contest);
  await vote(other);
  await board.until(() => board.counts.get(other.contestant.id) === 1);
  expect(board.counts.get(contest.contestant.id)).toBe(0);
});

it('live counts refuse a browser page of another origin', async () => {
  const origin = 'https://evil.example';
  await expect(connectSocket({}, testState().baseUrl, { origin })).rejects.toThrow('websocket error');
});

it('live counts end with the announcement that the contest was deleted', async () => {
  const owner = await aUser().save();
  for (const voted of [false, true]) {
    const contest = await aContest().ownedBy(owner).save();
    if (voted) await vote(contest);
    const client = await connect();
    const changed = nextMessage<ContestChanged>(client, 'contest:changed');
    await watch(client, contest.id);
    expect((await owner.api.delete(`/contests/${contest.id}`)).status).toBe(200);
    expect(await changed).toEqual({
      contestId: contest.id,
      status: 'DELETED',
      isPaused: false,
      showResults: false,
      at: expect.any(Number),
    });
    expect(await watch(client, contest.id)).toEqual({ ok: false, message: 'Contest not found' });
  }
});

it('live counts reach viewers of a contest that ends, as a change of state', async () => {
  const contest = await aContest().save();
  const client = await connect();
  const ended = nextMessage<ContestChanged>(client, 'contest:changed');
  await watch(client, contest.id);
  await sql`UPDATE contests SET end_date = now() WHERE id = ${contest.id}`;
  expect(await ended).toMatchObject({ contestId: contest.id, status: 'ENDED', isPaused: false });
  const row = await sql<{ late: number }>`SELECT extract(epoch FROM updated_at - end_date)::float AS late
      FROM contests WHERE id = ${contest.id}`;
  // The worker looks every second; how soon it gets to it is the machine's business.
  expect(row[0]?.late).toBeGreaterThanOrEqual(0);
});

const visitor = new ApiClient();

it('contest:monitor shows the owner counts and figures live, also while results are hidden', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden());
  const client = await connectSocket({ token: owner.token });
  const first = nextMessage<ContestTally>(client, 'contest:tally', (tally) => tally.since === 0);
  expect(await client.emitWithAck('contest:monitor', { contestId: contest.id })).toEqual({ ok: true });
  expect((await first).contestants).toHaveLength(2);

  const figures = nextMessage<ContestMonitor>(client, 'contest:monitor', (state) => state.totalVotes === 6);
  const tally = nextMessage<ContestTally>(client, 'contest:tally', (message) => message.totalVotes === 6);
  await visitor.post('/votes/cast', aVote(contest, { voteCount: 6 }));
  expect(await figures).toEqual({
    contestId: contest.id,
    version: 1,
    totalVotes: 6,
    uniqueVoters: 1,
    revenue: 0,
    payments: { completed: 0, pending: 0, failed: 0 },
  });
  expect((await tally).contestants).toContainEqual({
    id: contest.contestant.id,
    categoryId: contest.contestant.categoryId,
    votes: 6,
  });
});

it('contest:monitor is for the owner and super admins only', async () => {
  const contest = await aContest().draft().save();
  const [stranger, pending, plain, admin] = await Promise.all([
    aUser().save(),
    aUser().pending().save(),
    aUser().plain().save(),
    aUser().superAdmin().save(),
  ]);
  for (const user of [undefined, stranger, pending, plain]) {
    const client = await connectSocket({ token: user?.token });
    expect(await client.emitWithAck('contest:monitor', { contestId: contest.id })).toMatchObject({
      ok: false,
    });
  }
  const client = await connectSocket({ token: admin.token });
  expect(await client.emitWithAck('contest:monitor', { contestId: contest.id })).toEqual({ ok: true });
  expect(await client.emitWithAck('contest:monitor', { contestId: 'nonsense' })).toMatchObject({ ok: false });
});

it('statistics:watch sends the own figures at once and again when they change', async () => {
  const { owner, contest } = await withOwner();
  const client = await connectSocket({ token: owner.token });
  const now = nextMessage<StatisticsView>(client, 'statistics');
  expect(await client.emitWithAck('statistics:watch', {})).toEqual({ ok: true });
  expect(await now).toMatchObject({ totalContests: 1, totalVotes: 0 });
  const later = nextMessage<StatisticsView>(client, 'statistics', (state) => state.totalVotes === 2);
  await visitor.post('/votes/cast', aVote(contest, { voteCount: 2 }));
  expect((await later).topContests[0]).toMatchObject({ id: contest.id, votes: 2 });
});

it('statistics:watch is refused to visitors and pending organisers', async () => {
  for (const user of [undefined, await aUser().pending().save()]) {
    const client = await connectSocket({ token: user?.token });
    expect(await client.emitWithAck('statistics:watch', {})).toMatchObject({ ok: false });
  }
});
