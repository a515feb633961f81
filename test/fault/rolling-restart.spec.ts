import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, Agent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '../../apps/local/src/ports.js';
import {
  aContest,
  admin,
  ApiClient,
  aVote,
  closeDatabase,
  publicTotal,
  startPlatform,
  testRun,
  usePlatform,
  waitFor,
  type TestPlatform,
} from '../support/index.js';

/** Two API processes behind a small proxy are replaced one after the other while people vote: nobody notices. */
let servers: TestPlatform;
let proxy: Server;
const inRotation = new Set<number>();
const agent = new Agent({ keepAlive: true });
const children = new Set<ChildProcess>();

beforeAll(async () => {
  servers = await startPlatform({ VOTE_LIMITS: 'off' }, { processes: ['worker'] });
  proxy = createServer((incoming, outgoing) => {
    const [port = 0, ...others] = inRotation;
    // Taking turns: the one that was asked goes to the end.
    inRotation.clear();
    for (const one of [...others, port]) inRotation.add(one);
    const { method, url, headers } = incoming;
    const passedOn = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  usePlatform({ ...servers.state, baseUrl });
}, 60_000);

afterAll(async () => {
  await closeDatabase();
  for (const child of children) child.kill('SIGKILL');
  agent.destroy();
  proxy?.closeAllConnections();
  proxy?.close();
  await servers?.platform.destroy();
}, 60_000);

/** One API process, in rotation once it is ready, as a load balancer does it. */
async function startApi(port: number): Promise<ChildProcess> {
  const { databaseUrl, redisUrl, simulatorUrl, dataDir } = servers.state;
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    jwtSecret: string;
    dataEncryptionKey: string;
  };
  const child = spawn(process.execPath, [join(testRun().buildDir, 'apps', 'api', 'src', 'main.js')], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'] ?? '',
      ABATO_TEST_RUN: process.env['ABATO_TEST_RUN'] ?? '',
      NODE_ENV: 'test',
      VOTE_LIMITS: 'off',
      DATA_DIR: dataDir,
      PORT: String(port),
      METRICS_PORT: String(port + 1),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      PAYSTACK_BASE_URL: simulatorUrl,
      JWT_SECRET: secrets.jwtSecret,
      DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
    },
  });
  children.add(child);
  await waitFor(async () => (await fetch(`http://127.0.0.1:${port + 1}/health/ready`)).ok, {
    withinMs: 60_000,
    what: 'the API to be ready',
  });
  inRotation.add(port);
  return child;
}

/** Out of rotation first, then told to stop: the order that a preStop hook keeps. */
async function stopApi(child: ChildProcess, port: number): Promise<void> {
  inRotation.delete(port);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  children.delete(child);
}

it('replaces both processes without one failed vote', async () => {
  const [one, two, three] = [await findFreePort(2), await findFreePort(2), await findFreePort(2)];
  const first = await startApi(one);
  const second = await startApi(two);
  const contest = await aContest().active().withContestants(3).save();
  const answers: number[] = [];
  const closed = new AbortController();
  const voting = Promise.all(
    Array.from({ length: 8 }, async () => {
      const api = new ApiClient();
      while (!closed.signal.aborted) answers.push((await api.post('/votes/cast', aVote(contest))).status);
    }),
  );
  await waitFor(() => answers.length > 100, { what: 'the first votes' });

  const third = await startApi(three);
  await stopApi(first, one);
  const between = answers.length;
  await startApi(one);
  await stopApi(second, two);
  await waitFor(() => answers.length > between + 100, { what: 'votes after the restart' });
  closed.abort();
  await voting;

  expect(new Set(answers)).toEqual(new Set([201]));
  await waitFor(async () => (await publicTotal(contest.id)) === answers.length, {
    what: 'every vote to be shown',
  });
  expect((await admin(['verify-tallies'])).code).toBe(0);
  expect(third.exitCode).toBeNull();
});

it('ends in good manners while clients keep asking over connections they keep', async () => {
  const port = await findFreePort(2);
  const child = await startApi(port);
  const contest = await aContest().active().save();
  const closed = new AbortController();
  const url = `http://127.0.0.1:${port}/api/contests/${contest.id}/public`;
  let answers = 0;
  const readers = Promise.all(
    Array.from({ length: 8 }, async () => {
      // Refused connections are what comes after the end.
      while (!closed.signal.aborted) {
        await fetch(url).then(
          async (response) => (await response.text()) && answers++,
          () => new Promise((resolve) => setTimeout(resolve, 20)),
        );
      }
    }),
  );
  await waitFor(() => answers > 100, { what: 'readers on kept connections' });
  await stopApi(child, port);
  closed.abort();
  await readers;
});
