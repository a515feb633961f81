import { io, type Socket } from 'socket.io-client';
import type {
  ClientToServerEvents,
  ContestMonitor,
  ContestTally,
  ServerToClientEvents,
  StatisticsView,
} from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltUser } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { testState } from '../support/state.js';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;
const visitor = new ApiClient();
const clients: Client[] = [];

afterEach(() => clients.splice(0).forEach((client) => client.close()));

async function connect(user?: BuiltUser): Promise<Client> {
  const client: Client = io(testState().baseUrl, {
    transports: ['websocket'],
    reconnection: false,
    auth: user ? { token: user.token } : {},
  });
  clients.push(client);
  await new Promise<void>((resolve) => client.once('connect', resolve));
  return client;
}

/** Resolves with the first message that satisfies the condition; call it before what causes the message. */
const seen = <T>(client: Client, event: string, condition: (message: T) => boolean): Promise<T> =>
  new Promise((resolve) =>
    (client as Socket).on(event, (message: T) => {
      if (condition(message)) resolve(message);
    }),
  );

describe('contest:monitor', () => {
  it('shows the owner counts and figures live, also while results are hidden', async () => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).resultsHidden().save();
    const client = await connect(owner);
    const first = seen<ContestTally>(client, 'contest:tally', (tally) => tally.since === 0);
    expect(await client.emitWithAck('contest:monitor', { contestId: contest.id })).toEqual({ ok: true });
    expect((await first).contestants).toHaveLength(2);

    const figures = seen<ContestMonitor>(client, 'contest:monitor', (state) => state.totalVotes === 6);
    const tally = seen<ContestTally>(client, 'contest:tally', (message) => message.totalVotes === 6);
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

  it('is for the owner and super admins only', async () => {
    const contest = await aContest().draft().save();
    const [stranger, pending, plain, admin] = await Promise.all([
      aUser().save(),
      aUser().pending().save(),
      aUser().plain().save(),
      aUser().superAdmin().save(),
    ]);
    for (const user of [undefined, stranger, pending, plain]) {
      const client = await connect(user);
      expect(await client.emitWithAck('contest:monitor', { contestId: contest.id })).toMatchObject({
        ok: false,
      });
    }
    const client = await connect(admin);
    expect(await client.emitWithAck('contest:monitor', { contestId: contest.id })).toEqual({ ok: true });
    expect(await client.emitWithAck('contest:monitor', { contestId: 'nonsense' })).toMatchObject({
      ok: false,
    });
  });
});

describe('statistics:watch', () => {
  it('sends the own figures at once and again when they change', async () => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).save();
    const client = await connect(owner);
    const now = seen<StatisticsView>(client, 'statistics', () => true);
    expect(await client.emitWithAck('statistics:watch', {})).toEqual({ ok: true });
    expect(await now).toMatchObject({ totalContests: 1, totalVotes: 0 });
    const later = seen<StatisticsView>(client, 'statistics', (state) => state.totalVotes === 2);
    await visitor.post('/votes/cast', aVote(contest, { voteCount: 2 }));
    expect((await later).topContests[0]).toMatchObject({ id: contest.id, votes: 2 });
  });

  it('is refused to visitors and pending organisers', async () => {
    for (const user of [undefined, await aUser().pending().save()]) {
      const client = await connect(user);
      expect(await client.emitWithAck('statistics:watch', {})).toMatchObject({ ok: false });
    }
  });
});
