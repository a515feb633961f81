import { findFreePort } from '../../apps/local/src/ports.js';
import { RoundRobin } from '../support/round-robin.mjs';
import { admin } from '../support/admin.js';
import { aContest, closeDatabase } from '../support/builders.js';
import { expectCountedOnce } from '../support/counted-once.js';
import { ApiClient } from '../support/http.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { OwnProcess } from '../support/process.js';
import { testRun, usePlatform } from '../support/state.js';
import { voters } from '../support/voters.js';
import { waitFor } from '../support/wait-for.js';

/** Two API processes behind a small proxy are replaced one after the other while people vote, and no request fails. */
let servers: TestPlatform;
const proxy = new RoundRobin();
const processes: OwnProcess[] = [];

beforeAll(async () => {
  servers = await startPlatform({ VOTE_LIMITS: 'off' }, { processes: ['worker'] });
  usePlatform({ ...servers.state, baseUrl: `http://127.0.0.1:${await proxy.listen()}` });
});

afterAll(async () => {
  await closeDatabase();
  for (const own of processes) own.kill();
  proxy.close();
  await servers?.platform.destroy();
});

/** One API process, in rotation once it is ready, as a load balancer does it. */
async function startApi(port: number, environment: Record<string, string> = {}): Promise<OwnProcess> {
  const own = OwnProcess.start(testRun().buildDir, 'api', { port, metricsPort: port + 1 }, environment);
  processes.push(own);
  await own.ready();
  proxy.add(port);
  return own;
}

/** Out of rotation first, then told to stop: the order that a preStop hook keeps. */
async function stopApi(own: OwnProcess, port: number): Promise<void> {
  proxy.remove(port);
  expect(await own.stop()).toBe(0);
}

it('replaces both processes without one failed vote', async () => {
  // All at once: what was found for a process that does not listen yet would be free for the next one, too.
  const one = await findFreePort(6);
  const [two, three] = [one + 2, one + 4];
  const first = await startApi(one);
  const second = await startApi(two);
  const contest = await aContest().active().withContestants(3).save();
  const api = new ApiClient();
  const crowd = voters(api, contest, 8, { pauseMs: 20 });
  await crowd.more(100, 'the first votes');

  const third = await startApi(three);
  await stopApi(first, one);
  await startApi(one);
  await stopApi(second, two);
  await crowd.more(100, 'votes after the restart');
  await crowd.stop();

  expect(crowd.failures).toEqual([]);
  await expectCountedOnce(api, contest, crowd.acknowledged);
  expect((await admin(['verify-tallies'])).code).toBe(0);
  expect(third.hasEnded).toBe(false);
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

it('asks a proxy for its connections back before it stops to listen', async () => {
  const port = await findFreePort(2);
  const child = await startApi(port, { SHUTDOWN_DRAIN_SECONDS: '20' });
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`);
    return [answer.status, answer.headers.get('connection')];
  };
  expect(await ask()).toEqual([200, 'keep-alive']);
  const ended = child.stop();
  await waitFor(async () => (await ask())[1] === 'close', { what: 'an answer that closes its connection' });
  expect(await ask()).toEqual([200, 'close']);
  // The rest of its time is not waited for.
  child.kill();
  await ended;
});
