import { request } from 'node:http';
import { connect } from 'node:net';
import { QUEUE_NAMES } from '@abato/jobs';
import { aContest, aVote } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** Ask an address under a host name of one's own choice, as a page in a browser cannot. */
function ask(
  url: string,
  host: string,
  method = 'GET',
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers: { host } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}

/**
 * Every command that Redis is sent from now on, a line each. By a plain connection: the client takes a command that is told along
 * with the answer to MONITOR for a mistake.
 */
async function watchRedis(): Promise<{ commands: () => string[]; stop: () => void }> {
  const { hostname, port } = new URL(testState().redisUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write('MONITOR\r\n');
  await waitFor(() => text.startsWith('+OK\r\n'), { what: 'the answer to MONITOR' });
  return { commands: () => text.split('\r\n'), stop: () => socket.destroy() };
}

const at = (metricsUrl: string, path: string): string => new URL(path, metricsUrl).href;

it('shows the queues on the worker’s internal port', async () => {
  const { workerMetricsUrl } = testState();
  const page = await ask(at(workerMetricsUrl, '/queues'), 'localhost:9464');
  expect(page.status).toBe(200);
  expect(page.body).toContain('<div id="root"');
  for (const [, path] of page.body.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) {
    const url = new URL(path ?? '', at(workerMetricsUrl, '/queues/'));
    expect({ path, status: (await fetch(url)).status }).toEqual({ path, status: 200 });
  }
  const listed = await ask(at(workerMetricsUrl, '/queues/api/queues'), 'localhost:9464');
  const { queues } = JSON.parse(listed.body) as { queues: { name: string; readOnlyMode: boolean }[] };
  expect(queues.map(({ name }) => name).sort()).toEqual([...QUEUE_NAMES].sort());
  expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
});

it('changes nothing, whatever is asked', async () => {
  const { workerMetricsUrl } = testState();
  for (const action of ['pause', 'retry/failed', 'clean/failed', 'empty', 'obliterate']) {
    const answer = await ask(at(workerMetricsUrl, `/queues/api/queues/tally/${action}`), 'localhost', 'PUT');
    expect({ action, refused: (answer.status ?? 0) >= 400 }).toEqual({ action, refused: true });
  }
  const contest = await aContest().active().save();
  expect((await new ApiClient().post('/votes/cast', aVote(contest))).status).toBe(201);
});

it('answers to no name that can be owned on the internet', async () => {
  const { workerMetricsUrl } = testState();
  expect((await ask(at(workerMetricsUrl, '/queues'), 'rebinding.example.com:9464')).status).toBe(403);
  expect((await ask(at(workerMetricsUrl, '/queues'), '10.1.2.3:9464')).status).toBe(200);
});

it('is neither on the public port nor on the API’s internal one', async () => {
  const { baseUrl, metricsUrl } = testState();
  for (const path of ['/queues/api/queues', '/api/queues', '/api/queues/api/queues']) {
    const publicly = await ask(new URL(path, baseUrl).href, 'localhost');
    expect(publicly.body).not.toContain('"queues"');
  }
  expect((await ask(at(metricsUrl, '/queues'), 'localhost')).status).toBe(404);
});

it('could not name a voter: no job carries one', async () => {
  const redis = await watchRedis();
  // The live messages carry the contest, too: only what is written to a queue is a job.
  const jobs = () => redis.commands().filter((command) => command.includes('bull:'));
  const isJob = (id: string) => jobs().some((command) => command.includes(id));
  try {
    const person = {
      voterName: 'Yaa Dapaah',
      voterEmail: 'yaa.dapaah@example.org',
      voterPhone: '+233248765432',
    };
    const free = await aContest().active().save();
    expect((await new ApiClient().post('/votes/cast', aVote(free, person))).status).toBe(201);
    const paid = await aContest().active().paid('1.00').save();
    const { reference } = await beginPaid(paid, person);
    await new SimulatorControl().complete(reference);
    await waitForState(reference, 'COMPLETED');
    await waitFor(() => isJob(free.id), { what: 'a job of the free vote' });
    await waitFor(() => isJob(paid.id), { what: 'a job of the paid vote' });
    for (const command of jobs()) expect(command).not.toMatch(/dapaah|248765432/i);
  } finally {
    redis.stop();
  }
});
