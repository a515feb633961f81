import { request } from 'node:http';
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { QUEUE_NAMES } from '@abato/jobs';
import { allQueries, dashboards, selectorsOf } from '../operators/queries.js';
import { aContest, aVote } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { payCounted } from '../support/payments.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** Lines of both processes' metrics, without comments. */
async function series(): Promise<{ names: Set<string>; lines: string[] }> {
  const { metricsUrl, workerMetricsUrl } = testState();
  const texts = await Promise.all(
    [metricsUrl, workerMetricsUrl].map(async (url) => (await fetch(url)).text()),
  );
  const lines = texts.flatMap((text) => text.split('\n'));
  const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' '));
  const names = types.flatMap(([, , name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return { names: new Set(names), lines: lines.filter((line) => line && !line.startsWith('#')) };
}

/** A viewer of one contest. */
function watch(contestId: string): { saw: (total: number) => Promise<void>; close: () => void } {
  const socket = io(testState().baseUrl, { path: '/socket.io', transports: ['websocket'] });
  let latest = -1;
  socket.on('contest:tally', ({ totalVotes }: { totalVotes: number }) => (latest = totalVotes));
  socket.on('connect', () => socket.emit('contest:watch', { contestId }, () => undefined));
  return {
    saw: async (total) =>
      void (await waitFor(() => latest === total, { what: `${total} votes on the screen` })),
    close: () => socket.close(),
  };
}

/** The sum over both processes; NaN when none exports it. */
const valueOf = (lines: string[], start: string): number => {
  const values = lines
    .filter((line) => line.startsWith(start))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))));
  return values.length ? values.reduce((sum, value) => sum + value) : NaN;
};

it('keeps idle connections longer than a minute, so that a reader of every minute meets none that closes', async () => {
  const { metricsUrl, workerMetricsUrl } = testState();
  for (const url of [metricsUrl, workerMetricsUrl])
    expect((await fetch(url)).headers.get('keep-alive')).toBe('timeout=72');
});

it('exports every metric that dashboards, alerts and autoscalers ask for', async () => {
  const { names } = await series();
  const missing = allQueries().flatMap(({ where, expression }) =>
    selectorsOf(expression)
      .filter(({ metric }) => !names.has(metric))
      .map(({ metric }) => `${where}: ${metric}`),
  );
  expect(missing).toEqual([]);
});

/** What operators are promised, by the metric that shows it. */
const PROMISED = {
  'rate, errors and duration per route': 'abato_http_request_seconds',
  'group-commit batch size': 'abato_cast_batch_votes',
  'group-commit wait': 'abato_cast_wait_seconds',
  'outbox age': 'abato_tally_outbox_oldest_seconds',
  'tally lag': 'abato_tally_lag_seconds',
  'queue depth': 'abato_queue_jobs',
  'queue age': 'abato_queue_oldest_seconds',
  sockets: 'abato_sockets',
  'fan-out delay': 'abato_fanout_delay_seconds',
  'settle latency': 'abato_payment_confirm_seconds',
  'payments by state': 'abato_payments',
  'transitions of payments': 'abato_payment_transitions_total',
  'webhooks by result': 'abato_webhooks_received_total',
  'webhooks that wait': 'abato_webhook_inbox_oldest_seconds',
  'provider latency and refusals': 'abato_provider_call_seconds',
  'limit of calls to the provider': 'abato_provider_calls_per_minute_limit',
  'event-loop lag': 'nodejs_eventloop_lag_p99_seconds',
  'pool use': 'abato_database_connections',
};

it.each(Object.entries(PROMISED))('exports %s and shows it on a dashboard', async (_what, metric) => {
  const { names } = await series();
  const exported = [...names].filter((name) => name === metric || name === `${metric}_count`);
  expect(exported).toHaveLength(1);
  const shown = dashboards().flatMap(({ panels }) =>
    panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => selectorsOf(expr))),
  );
  expect(shown.some((selector) => selector.metric.startsWith(metric))).toBe(true);
});

it('names no contest, person or address in a route', async () => {
  await new ApiClient().get('/auth/profile');
  const { lines } = await series();
  const routes = lines.flatMap((line) => /route="([^"]*)"/.exec(line)?.[1] ?? []);
  expect(routes.length).toBeGreaterThan(0);
  for (const route of routes) expect(route).not.toMatch(/[0-9a-f]{8}-|\?|@/);
});

it('reports what the workers are scaled by for every queue, also when nothing waits', async () => {
  const { lines } = await series();
  const triggers = allQueries().filter(({ where }) => where.startsWith('trigger'));
  expect(triggers.length).toBeGreaterThan(2);
  for (const { metric, equals } of triggers.flatMap(({ expression }) => selectorsOf(expression))) {
    const found = lines.filter(
      (line) =>
        (line.startsWith(`${metric}{`) || line.startsWith(`${metric} `)) &&
        // The namespace is Prometheus's to add.
        equals.every(([label, value]) => label === 'namespace' || line.includes(`${label}="${value}"`)),
    );
    const queues = found.map((line) => /queue="([^"]*)"/.exec(line)?.[1]);
    const expected = metric.startsWith('abato_queue_') ? [...QUEUE_NAMES] : [undefined];
    expect({ metric, queues: queues.sort() }).toEqual({ metric, queues: expected.sort() });
  }
});

it('measures a vote on its way to a viewer, and a payment on its way to the ledger', async () => {
  const before = (await series()).lines;
  const contest = await aContest().save();
  const viewer = watch(contest.id);
  await viewer.saw(0);
  await new ApiClient().post('/votes/cast', aVote(contest));
  await viewer.saw(1);
  const paid = await aContest().paid('1.00').save();
  const measured = [
    'abato_cast_wait_seconds_count',
    'abato_tally_lag_seconds_count',
    'abato_fanout_delay_seconds_count',
    'abato_payment_confirm_seconds_count',
  ];
  let missing = measured;
  await waitFor(
    async () => {
      // Another vote and payment each time: one count may be read from the database before its message comes, and another
      // spec that compares days with the provider may settle one payment, which that process then measures.
      await new ApiClient().post('/votes/cast', aVote(contest));
      await payCounted(paid);
      const { lines } = await series();
      missing = measured.filter((name) => !(valueOf(lines, name) > (valueOf(before, name) || 0)));
      if (!(valueOf(lines, 'abato_sockets ') >= 1)) missing.push('abato_sockets');
      return missing.length === 0;
    },
    { what: 'the measurements', everyMs: 500 },
  ).catch((error: unknown) => {
    throw new Error(`nothing was measured by ${missing.join(', ')}`, { cause: error });
  });
  viewer.close();
  const { lines } = await series();
  expect(valueOf(lines, 'abato_database_connections{pool="hot",state="waiting"}')).toBeGreaterThanOrEqual(0);
  expect(valueOf(lines, 'abato_payments{state="REVIEW"}')).toBeGreaterThanOrEqual(0);
  expect(lines.filter((line) => line.includes(contest.id))).toEqual([]);
});

it('internal ports are open on this machine only', async () => {
  const { metricsUrl, workerMetricsUrl, databaseUrl, redisUrl, simulatorUrl } = testState();
  for (const url of [metricsUrl, workerMetricsUrl, databaseUrl, redisUrl, simulatorUrl]) {
    // A server that listens on every interface answers at every address of this machine.
    const socket = connect(Number(new URL(url).port), '127.0.0.2');
    const outcome = await new Promise((resolve) => {
      socket.once('connect', () => resolve('open')).once('error', () => resolve('closed'));
    });
    socket.destroy();
    expect([new URL(url).port, outcome]).toEqual([new URL(url).port, 'closed']);
  }
});

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
  const contest = await aContest().save();
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
    const free = await aContest().save();
    expect((await new ApiClient().post('/votes/cast', aVote(free, person))).status).toBe(201);
    const paid = await aContest().paid('1.00').save();
    await payCounted(paid, person);
    await waitFor(() => isJob(free.id), { what: 'a job of the free vote' });
    await waitFor(() => isJob(paid.id), { what: 'a job of the paid vote' });
    for (const command of jobs()) expect(command).not.toMatch(/dapaah|248765432/i);
  } finally {
    redis.stop();
  }
});
