import { io } from 'socket.io-client';
import type { ContestChanged, ContestTally, PublicContestView, StatusView } from '@abato/contracts';
import { createBlockingRedis } from '@abato/platform';
import { aContest, aUser, aVote, database } from '../support/builders.js';
import { waitFor } from '../support/wait-for.js';
import {
  api,
  expectAlerts,
  healthy,
  metrics,
  running,
  useOwnPlatform,
  useSecondApi,
} from './own-platform.js';

/** Redis holds no facts: while it is away votes are taken, counted and shown, only later; free-vote limits still hold. */
useOwnPlatform();
useSecondApi();

it('votes are taken, limited, counted and shown without Redis, and pushed again when it is back', async () => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().freeVotesPerHour(5).save();
  const socket = io(running.baseUrl, { path: '/socket.io', transports: ['websocket'] });
  let pushed = 0;
  socket.on('contest:tally', (tally: ContestTally) => (pushed = Math.max(pushed, tally.totalVotes)));
  const changes: ContestChanged[] = [];
  socket.on('contest:changed', (change: ContestChanged) => changes.push(change));
  const showResults = (shown: boolean) => owner.api.put(`/contests/${contest.id}`, { showResults: shown });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  expect(await socket.emitWithAck('contest:watch', { contestId: contest.id })).toMatchObject({ ok: true });

  const before = await healthy();
  const ready = async () => {
    const answer = await fetch(`${running.baseUrl}/health/ready`);
    return { http: answer.status, ...((await answer.json()) as { degraded: string[] }) };
  };

  let told = 0;
  await running.platform.service('redis').stop();
  try {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.post('/votes/cast', aVote(contest))),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    const greedy = { voterPhone: '+233249999999' };
    expect((await api.post('/votes/cast', aVote(contest, { ...greedy, voteCount: 5 }))).status).toBe(201);
    const over = await api.post('/votes/cast', aVote(contest, greedy));
    expect([over.status, over.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);
    const total = async () =>
      (await api.get<PublicContestView>(`/contests/${contest.id}/public`)).data.totalVotes;
    await waitFor(async () => (await total()) === 35, { what: 'counts on the public page without Redis' });
    await waitFor(() => pushed === 35, { what: 'counts pushed without Redis' });
    // The process that takes a change tells its own viewers.
    expect((await showResults(false)).status).toBe(200);
    await waitFor(() => changes.at(-1)?.showResults === false, { what: 'hidden results to be told of' });
    expect((await showResults(true)).status).toBe(200);
    await waitFor(() => changes.at(-1)?.showResults === true, { what: 'shown results to be told of' });
    // As another process would have changed it: no hint comes here.
    told = changes.length;
    await database().query('UPDATE contests SET title = $2 WHERE id = $1', [contest.id, 'Renamed meanwhile']);
    // A process that takes votes is not taken out of service.
    await waitFor(async () => (await ready()).degraded.length, { what: 'Redis to be reported' });
    expect(await ready()).toEqual({ http: 200, status: 'ok', role: 'all', failing: [], degraded: ['redis'] });

    // The page for voters answers too, and says what they would notice.
    await waitFor(
      async () => {
        const { status, data } = await api.get<StatusView>('/status');
        const reasonOf = (one: string) => data.services.find(({ service }) => service === one)?.reason;
        return status === 200 && reasonOf('live') === 'DELAYED' && reasonOf('voting') === null;
      },
      { what: 'the status page to say that figures are late and votes are taken' },
    );

    expectAlerts(['RedisDown'], before, await metrics());
  } finally {
    // The next test needs Redis, whatever became of this one.
    await running.platform.service('redis').start();
  }
  await waitFor(async () => JSON.stringify(await ready()).includes('"degraded":[]'), {
    what: 'Redis to be reported as working',
  });
  await waitFor(() => changes.length > told, { what: 'the other change to be told of' });
  expect((await api.post('/votes/cast', aVote(contest))).status).toBe(201);
  await waitFor(() => pushed === 36, { what: 'a push after the return of Redis' });
  socket.close();
});

it('a Redis that comes later and may drop keys is reported, and does not stop a process that takes votes', async () => {
  const redis = createBlockingRedis(running.state.redisUrl, () => undefined);
  const details = async () => {
    const answer = await fetch(running.state.metricsUrl.replace('/metrics', '/health/ready?verbose'));
    return {
      http: answer.status,
      ...((await answer.json()) as { degraded: string[]; parts: { reason: string }[] }),
    };
  };
  const before = await healthy();
  try {
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const told = await waitFor(async () => {
      const now = await details();
      return now.degraded.length > 0 && now;
    });
    expect(told).toMatchObject({ http: 200, degraded: ['redis-eviction'] });
    expect(told.parts.at(-1)?.reason).toContain('maxmemory-policy allkeys-lru; set it to noeviction');
    expectAlerts(['RedisEvicts'], before, await metrics());
  } finally {
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    redis.disconnect();
  }
  await waitFor(async () => !(await details()).degraded.length);
});

it('a worker that is away and one that cannot tally are alerted on, and the vote is counted afterwards', async () => {
  const contest = await aContest().active().save();
  const before = await healthy();
  await running.platform.service('worker').stop();
  const tallying = await database().connect();
  try {
    expect((await api.post('/votes/cast', aVote(contest))).status).toBe(201);
    expectAlerts(['WorkersDown'], before, await metrics());
    // As if it had waited longer. A tally leaves rows out that another one holds.
    await tallying.query(
      `UPDATE tally_outbox SET created_at = created_at - interval '11 seconds' WHERE contest_id = $1`,
      [contest.id],
    );
    await tallying.query('BEGIN');
    await tallying.query('SELECT FROM tally_outbox WHERE contest_id = $1 FOR UPDATE', [contest.id]);
    await running.platform.service('worker').start();
    expectAlerts(['TallyBehind'], before, await metrics());
  } finally {
    await tallying.query('ROLLBACK');
    tallying.release();
  }
  await waitFor(
    async () => (await api.get<PublicContestView>(`/contests/${contest.id}/public`)).data.totalVotes === 1,
    { what: 'the vote on the public page' },
  );
});
