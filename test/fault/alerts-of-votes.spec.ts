import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { ContestTally } from '@abato/contracts';
import { hasPromtool } from '../operators/promtool.js';
import { startApiProcess } from '../support/api-process.js';
import { aContest, aUser, aVote, type BuiltContest, closeDatabase, database } from '../support/builders.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { ApiClient } from '../support/http.js';
import { type Exposition, firing, largest, scrape, scrapeHealthy } from '../support/live-alerts.js';
import { withoutRight } from '../support/missing-right.js';
import { anIpv4Address } from '../support/networks.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { RawWebSocket } from '../support/raw-websocket.js';
import { usePlatform } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** Alerts about voting and watching, each in its real fault: its rule over what the processes really export. */
(hasPromtool ? describe : describe.skip)('an alert about votes and viewers', () => {
  let running: TestPlatform;
  /** The other API process of the installation, which believes its proxy and takes few viewers. */
  let second: TestPlatform;
  let api: ApiClient;
  let contest: BuiltContest;
  const MOST_VIEWERS = 8;

  beforeAll(async () => {
    running = await startPlatform({ VOTE_LIMITS: 'off' });
    usePlatform(running.state);
    second = await startApiProcess({
      VOTE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      SOCKETS_PER_PROCESS: String(MOST_VIEWERS),
    });
    api = new ApiClient(second.baseUrl);
    contest = await aContest().active().save();
  }, 300_000);
  useHeldTransactions();
  afterAll(async () => {
    await closeDatabase();
    await second?.platform.destroy();
    await running?.platform.destroy();
  }, 300_000);

  const processes = () => [running.state.metricsUrl, second.state.metricsUrl, running.state.workerMetricsUrl];
  const cast = (to = api) =>
    to.post('/votes/cast', aVote(contest), { headers: { 'x-forwarded-for': anIpv4Address() } });
  const hold = async (): Promise<HeldTransaction> => {
    const held = await HeldTransaction.begin(database(), database());
    // As an organiser's change of the contest that takes long.
    await held.client.query('SELECT FROM contests WHERE id = $1 FOR UPDATE', [contest.id]);
    return held;
  };
  const nothingWaits = (told: Exposition[]) => largest(told, 'abato_tally_outbox_rows') === 0;
  const signalSecond = (signal: NodeJS.Signals) => second.platform.kill('api', signal);

  it('fires when casts take long', async () => {
    await cast();
    const before = await scrapeHealthy(processes());
    const held = await hold();
    const casts = Promise.all(Array.from({ length: 20 }, () => cast()));
    expect(await held.holdsUp(casts)).toBe(true);
    // The time is the fault.
    await sleep(600);
    await held.commit();
    expect((await casts).map(({ status }) => status)).toEqual(Array(20).fill(201));
    const during = await scrapeHealthy(processes());
    expect(firing(before, during, { againEveryMinutes: 4, speed: ['SlowCasts'], healed: during })).toEqual({
      before: [],
      during: ['SlowCasts'],
      healed: [],
    });
  }, 300_000);

  it('fires when more votes arrive than can be written', async () => {
    const before = await scrapeHealthy(processes());
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
    const isRefused = async () => largest(await scrape(processes()), refused) > 0;
    for (let ends = false; !ends;) {
      const held = await hold();
      for (const socket of crowd) socket.write(request.repeat(400));
      // A write that waits longer is given up by the server, which would be another fault.
      ends = await waitFor(isRefused, { withinMs: 8_000 }).catch(() => false);
      await held.commit();
    }
    for (const socket of crowd) socket.destroy();
    const during = await scrapeHealthy(processes(), nothingWaits, 'the votes to be counted');
    expect(firing(before, during, { healed: during })).toEqual({
      before: [],
      during: ['VotesRefused'],
      healed: [],
    });
  }, 300_000);

  it('fires when requests wait for connections', async () => {
    const owner = await aUser().save();
    const list = () => new ApiClient(second.baseUrl).as(owner.token).get('/contests');
    expect((await list()).status).toBe(200);
    const waiting = 'abato_database_connections{pool="records",state="waiting"}';
    const before = await scrapeHealthy(
      processes(),
      (told) => largest(told, waiting) === 0,
      'connections that are free',
    );
    const held = await HeldTransaction.begin(database(), database());
    await held.client.query('LOCK TABLE contests IN ACCESS EXCLUSIVE MODE');
    const lists = Promise.all(Array.from({ length: 35 }, list));
    const during = await scrapeHealthy(
      processes(),
      (told) => largest(told, waiting) > 20,
      'requests that wait for a connection',
    );
    await held.commit();
    await lists;
    expect(
      firing(before, during, { speed: ['PoolExhausted'], healed: await scrapeHealthy(processes()) }),
    ).toEqual({
      before: [],
      during: ['PoolExhausted'],
      healed: [],
    });
  }, 300_000);

  it('fires when requests fail', async () => {
    const owner = await aUser().save();
    const before = await scrapeHealthy(processes());
    const answers = await withoutRight('SELECT ON hosts', () =>
      Promise.all(Array.from({ length: 5 }, () => owner.api.get('/hosts'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(500));
    const during = await scrapeHealthy(processes());
    expect(firing(before, during, { againEveryMinutes: 1, healed: during })).toEqual({
      before: [],
      during: ['ServerErrors'],
      healed: [],
    });
  }, 300_000);

  it('fires when casts come through a proxy that is not listed', async () => {
    const before = await scrapeHealthy(processes());
    const direct = new ApiClient(running.baseUrl);
    const casts = await Promise.all(Array.from({ length: 60 }, () => cast(direct)));
    expect(casts.map(({ status }) => status)).toEqual(Array(60).fill(201));
    const during = await scrapeHealthy(processes(), nothingWaits, 'the votes to be counted');
    expect(firing(before, during, { againEveryMinutes: 4, healed: during })).toEqual({
      before: [],
      during: ['OneAddress'],
      healed: [],
    });
  }, 300_000);

  it('fires when a process is close to as many viewers as it takes', async () => {
    const before = await scrapeHealthy(processes());
    const viewers = await Promise.all(
      Array.from({ length: MOST_VIEWERS - 1 }, () => RawWebSocket.open(second.baseUrl)),
    );
    const sockets = (told: Exposition[]) => largest(told, 'abato_sockets ');
    const during = await scrapeHealthy(processes(), (told) => sockets(told) === viewers.length, 'viewers');
    for (const viewer of viewers) viewer.close();
    const healed = await scrapeHealthy(processes(), (told) => sockets(told) === 0, 'the viewers to leave');
    expect(firing(before, during, { healed })).toEqual({ before: [], during: ['SocketsFull'], healed: [] });
  }, 300_000);

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
    const before = await scrapeHealthy(processes());
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
      during = await scrapeHealthy(processes());
    }
    socket.close();
    expect(firing(before, during, { speed: ['FanoutSlow'], healed: during })).toEqual({
      before: [],
      during: ['FanoutSlow'],
      healed: [],
    });
  }, 300_000);

  it('fires when a process gets too little of a processor', async () => {
    const before = await scrapeHealthy(processes());
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
    const during = await scrapeHealthy(processes(), (told) => lag(told) > 0.25, 'a blocked loop').finally(
      () => over.abort(),
    );
    await throttled;
    const healed = await scrapeHealthy(processes(), (told) => lag(told) < 0.25, 'a loop that is free again');
    expect(firing(before, during, { speed: ['EventLoopBlocked'], healed })).toEqual({
      before: [],
      during: ['EventLoopBlocked'],
      healed: [],
    });
  }, 300_000);
});
