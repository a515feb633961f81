import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { ContestTally } from '@abato/contracts';
import { hasPromtool } from '../operators/promtool.js';
import { aContest, aUser, aVote, type BuiltContest, database } from '../support/builders.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { ApiClient } from '../support/http.js';
import { type Exposition, largest } from '../support/live-alerts.js';
import { withoutRight } from '../support/missing-right.js';
import { anIpv4Address } from '../support/networks.js';
import { RawWebSocket } from '../support/raw-websocket.js';
import { waitFor } from '../support/wait-for.js';
import {
  expectAlerts,
  healthy,
  metrics,
  running,
  second,
  useOwnPlatform,
  useSecondApi,
} from './own-platform.js';

/** Alerts about voting and watching, each in its real fault: its rule over what the processes really export. */
(hasPromtool ? describe : describe.skip)('an alert about votes and viewers', () => {
  let api: ApiClient;
  let contest: BuiltContest;
  const MOST_VIEWERS = 8;

  useOwnPlatform({ VOTE_LIMITS: 'off' });
  // It believes its proxy and takes few viewers.
  useSecondApi({
    VOTE_LIMITS: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    SOCKETS_PER_PROCESS: String(MOST_VIEWERS),
  });
  beforeAll(async () => {
    api = new ApiClient(second.baseUrl);
    contest = await aContest().active().save();
  });
  useHeldTransactions();

  const cast = (to = api) =>
    to.post('/votes/cast', aVote(contest), { headers: { 'x-forwarded-for': anIpv4Address() } });
  const hold = async (): Promise<HeldTransaction> => {
    const held = await HeldTransaction.begin(database(), database());
    // As an organiser's change of the contest that takes long.
    await held.client.query('SELECT FROM contests WHERE id = $1 FOR UPDATE', [contest.id]);
    return held;
  };
  const nothingWaits = (told: Exposition[]) => largest(told, 'abato_tally_outbox_rows') === 0;
  const signalSecond = (signal: NodeJS.Signals) => second.platform.service('api').kill(signal);

  it('fires when casts take long', async () => {
    await cast();
    const before = await healthy();
    const held = await hold();
    const casts = Promise.all(Array.from({ length: 20 }, () => cast()));
    expect(await held.holdsUp(casts)).toBe(true);
    // The time is the fault.
    await sleep(600);
    await held.commit();
    expect((await casts).map(({ status }) => status)).toEqual(Array(20).fill(201));
    const during = await healthy();
    expectAlerts(['SlowCasts'], before, during, {
      againEveryMinutes: 4,
      speed: ['SlowCasts'],
      healed: during,
    });
  });

  it('fires when more votes arrive than can be written', async () => {
    const before = await healthy();
    const refused = 'abato_http_request_seconds_count{route="/api/votes/cast",method="POST",status="503"}';
    const body = JSON.stringify(aVote(contest));
    const request = [
      'POST /api/votes/cast HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Forwarded-For: ${anIpv4Address()}`,
      '',
      body,
    ].join('\r\n');
    const crowd = Array.from({ length: 16 }, () =>
      connect(Number(new URL(second.baseUrl).port), '127.0.0.1'),
    );
    // Answers to the first requests of a connection hold up the others': none is read.
    for (const socket of crowd) socket.on('error', () => undefined);
    const isRefused = async () => largest(await metrics(), refused) > 0;
    for (let ends = false; !ends;) {
      const held = await hold();
      for (const socket of crowd) socket.write(request.repeat(400));
      // A write that waits longer is given up by the server, which would be another fault.
      ends = await waitFor(isRefused, { withinMs: 8_000 }).catch(() => false);
      await held.commit();
    }
    for (const socket of crowd) socket.destroy();
    const during = await healthy(nothingWaits, 'the votes to be counted');
    expectAlerts(['VotesRefused'], before, during, { healed: during });
  });

  it('fires when requests wait for connections', async () => {
    const owner = await aUser().save();
    const list = () => new ApiClient(second.baseUrl).as(owner.token).get('/contests');
    expect((await list()).status).toBe(200);
    const waiting = 'abato_database_connections{pool="records",state="waiting"}';
    const before = await healthy((told) => largest(told, waiting) === 0, 'connections that are free');
    const held = await HeldTransaction.begin(database(), database());
    await held.client.query('LOCK TABLE contests IN ACCESS EXCLUSIVE MODE');
    const lists = Promise.all(Array.from({ length: 35 }, list));
    const during = await healthy(
      (told) => largest(told, waiting) > 20,
      'requests that wait for a connection',
    );
    await held.commit();
    await lists;
    expectAlerts(['PoolExhausted'], before, during, { speed: ['PoolExhausted'], healed: await healthy() });
  });

  it('fires when requests fail', async () => {
    const owner = await aUser().save();
    const before = await healthy();
    const answers = await withoutRight('SELECT ON hosts', () =>
      Promise.all(Array.from({ length: 5 }, () => owner.api.get('/hosts'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(500));
    const during = await healthy();
    expectAlerts(['ServerErrors'], before, during, { againEveryMinutes: 1, healed: during });
  });

  it('fires when casts come through a proxy that is not listed', async () => {
    const before = await healthy();
    const direct = new ApiClient(running.baseUrl);
    const casts = await Promise.all(Array.from({ length: 60 }, () => cast(direct)));
    expect(casts.map(({ status }) => status)).toEqual(Array(60).fill(201));
    const during = await healthy(nothingWaits, 'the votes to be counted');
    expectAlerts(['OneAddress'], before, during, { againEveryMinutes: 4, healed: during });
  });

  it('fires when a process is close to as many viewers as it takes', async () => {
    const before = await healthy();
    const viewers = await Promise.all(
      Array.from({ length: MOST_VIEWERS - 1 }, () => RawWebSocket.open(second.baseUrl)),
    );
    const sockets = (told: Exposition[]) => largest(told, 'abato_sockets ');
    const during = await healthy((told) => sockets(told) === viewers.length, 'viewers');
    for (const viewer of viewers) viewer.close();
    const healed = await healthy((told) => sockets(told) === 0, 'the viewers to leave');
    expectAlerts(['SocketsFull'], before, during, { healed });
  });

  it('fires when viewers get counts late', async () => {
    const socket = io(second.baseUrl, { path: '/socket.io', transports: ['websocket'] });
    let told = -1;
    socket.on('contest:tally', ({ totalVotes }: ContestTally) => (told = totalVotes));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    expect(await socket.emitWithAck('contest:watch', { contestId: contest.id })).toMatchObject({ ok: true });
    const direct = new ApiClient(running.baseUrl);
    const counted = async () => {
      const { rows } = await database().query<{ votes: number }>(
        'SELECT sum(votes)::int AS votes FROM contestant_tallies WHERE contest_id = $1',
        [contest.id],
      );
      return rows[0]?.votes ?? 0;
    };
    const before = await healthy();
    const isLate = (metrics: Exposition[]) =>
      largest(metrics, 'abato_fanout_delay_seconds_count') >
      largest(metrics, 'abato_fanout_delay_seconds_bucket{le="1.5"}');
    let during = before;
    // A process that was away for five seconds makes its connections anew and reads what it has missed, which is not measured.
    while (!isLate(during)) {
      const votes = (await counted()) + 1;
      await signalSecond('SIGSTOP');
      try {
        expect((await cast(direct)).status).toBe(201);
        await waitFor(async () => (await counted()) === votes, { what: 'the count' });
        // The time is the fault: the process gets no processor, and what it is told waits.
        await sleep(2_600);
      } finally {
        await signalSecond('SIGCONT');
      }
      await waitFor(() => told === votes, { what: 'the count at the viewer' });
      during = await healthy();
    }
    socket.close();
    expectAlerts(['FanoutSlow'], before, during, { speed: ['FanoutSlow'], healed: during });
  });

  it('fires when a process gets too little of a processor', async () => {
    const before = await healthy();
    const lag = (told: Exposition[]) => largest(told, 'nodejs_eventloop_lag_p99_seconds');
    const over = new AbortController();
    // As the limit of a container does it.
    const throttled = (async () => {
      while (!over.signal.aborted) {
        await signalSecond('SIGSTOP');
        await sleep(400);
        await signalSecond('SIGCONT');
        await sleep(50);
      }
    })();
    const during = await healthy((told) => lag(told) > 0.25, 'a blocked loop').finally(() => over.abort());
    await throttled;
    const healed = await healthy((told) => lag(told) < 0.25, 'a loop that is free again');
    expectAlerts(['EventLoopBlocked'], before, during, { speed: ['EventLoopBlocked'], healed });
  });
});
