import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import type { CastVoteResult } from '@abato/contracts';
import { aContest, aVote } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, publicTotal, verify } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { answerJson, SmallServer } from '../support/small-server.js';
import { testRun } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';
import { running, useOwnPlatform } from './own-platform.js';

/** A vote and a payment are followed through every process by a collector that speaks OTLP/HTTP, and their spans name no person. */
interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string }[];
  attributes?: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const spans: Span[] = [];
const bodies: string[] = [];
const headers: (string | undefined)[] = [];
const viewers: Socket[] = [];

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

function keep(text: string): void {
  bodies.push(text);
  for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
    const service =
      resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? 'nobody';
    for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
  }
}

const collector = SmallServer.reading((request, body, response) => {
  if (request.url === '/v1/traces') {
    headers.push(request.headers['x-collector-key']?.toString());
    keep(body);
  }
  answerJson(response, {});
});
beforeAll(() => collector.open());
afterAll(() => viewers.forEach((viewer) => viewer.close()));
useOwnPlatform(() => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=open%20sesame',
  OTEL_TRACES_SAMPLER_ARG: '1',
  LOG_LEVEL: 'trace',
}));
afterAll(() => collector.close());

const inTrace = (traceId: string, name: string): Span | undefined =>
  spans.find((span) => span.traceId === traceId && span.name === name);

/** From a span up to the request it stems from, once every process has sent its part. */
function wayUp(find: () => Span | undefined): Promise<string[]> {
  const climb = (span: Span | undefined): string[] | null => {
    if (!span) return null;
    const here = `${span.service}: ${span.name}`;
    if (!span.parentSpanId) return [here];
    const above = climb(spans.find(({ spanId }) => spanId === span.parentSpanId));
    return above && [here, ...above];
  };
  return waitFor(() => climb(find()), { withinMs: 120_000, what: 'the whole trace' });
}

const requestIdOf = (span: Span): string | undefined =>
  span.attributes?.find(({ key }) => key === 'abato.request.id')?.value.stringValue;

async function watch(contestId: string): Promise<void> {
  const viewer = io(running.baseUrl, { path: '/socket.io', transports: ['websocket'] });
  viewers.push(viewer);
  await once(viewer as unknown as NodeJS.EventEmitter, 'connect');
  expect(await viewer.emitWithAck('contest:watch', { contestId })).toMatchObject({ ok: true });
}

/** Everything that says who votes: nothing of it may reach the collector or the log. */
const PERSON = {
  voterName: 'Akosua Sarpong',
  voterEmail: 'akosua.sarpong@example.org',
  voterPhone: '+233247654321',
};
const NAMES_A_PERSON = /akosua|sarpong|247654321/i;

it('follows a free vote from the request through queue and worker to the viewers', async () => {
  const contest = await aContest().active().save();
  await watch(contest.id);
  // The worker also looks for votes by itself every few seconds: one that it finds that way is in no request's trace, so more are cast.
  const requests = new Set<string | null>();
  const castOne = async (person = {}): Promise<void> => {
    const cast = await new ApiClient().post<CastVoteResult>('/votes/cast', aVote(contest, person));
    expect(cast.status).toBe(201);
    requests.add(cast.headers.get('x-request-id'));
  };
  const push = (): Span | undefined =>
    spans
      .filter((span) => requests.has(requestIdOf(span) ?? null))
      .map(({ traceId }) => inTrace(traceId, 'board push'))
      .find(Boolean);
  await castOne(PERSON);
  await waitFor(
    async () => {
      if ((await publicTotal(contest.id)) === requests.size && !push()) await castOne();
      return push();
    },
    { withinMs: 120_000, what: 'a push in the trace of a vote' },
  );
  expect(await wayUp(push)).toEqual([
    'abato-api: board push',
    'abato-worker: tally drain',
    'abato-api: tally drain order',
    'abato-api: votes write',
    'abato-api: POST /api/votes/cast',
  ]);
  expect(new Set(headers)).toEqual(new Set(['open sesame']));
});

it('follows a payment through provider and settlement to the tally', async () => {
  const contest = await aContest().active().paid('1.00').save();
  const { reference } = await beginPaid(contest, PERSON);
  await new SimulatorControl().script(reference, { webhook: 'never' });
  await new SimulatorControl().complete(reference);
  const answer = await verify(reference, '?cancelled=false');
  expect(answer.status).toBe(200);
  const requestId = answer.headers.get('x-request-id');
  const drain = (): Span | undefined => {
    const request = spans.find((span) => requestIdOf(span) === requestId);
    return request && inTrace(request.traceId, 'tally drain');
  };
  expect(await wayUp(drain)).toEqual([
    'abato-worker: tally drain',
    'abato-worker: tally drain order',
    'abato-worker: payments verify',
    'abato-api: payments verify order',
    'abato-api: GET /api/payments/:provider/verify/:reference',
  ]);
  const traceId = drain()?.traceId ?? '';
  expect(inTrace(traceId, 'provider verify')?.service).toBe('abato-worker');
  expect(inTrace(traceId, 'settle')?.service).toBe('abato-worker');
  expect(bodies.join()).not.toContain(reference);
});

it('links one write to the traces of all requests that it serves', async () => {
  const contest = await aContest().active().save();
  await waitFor(
    async () => {
      await Promise.all(
        Array.from({ length: 30 }, () => new ApiClient().post('/votes/cast', aVote(contest))),
      );
      return spans.some(({ name, links = [] }) => name === 'votes write' && links.length > 1);
    },
    { withinMs: 120_000, what: 'a write with links' },
  );
  const write = spans.find(({ name, links = [] }) => name === 'votes write' && links.length > 1);
  const linked = new Set(write?.links?.map(({ traceId }) => traceId));
  expect(linked.has(write?.traceId ?? '')).toBe(false);
  await waitFor(
    () =>
      [...linked].every((traceId) =>
        spans.some((span) => span.traceId === traceId && span.name === 'POST /api/votes/cast'),
      ),
    { what: 'the linked requests' },
  );
});

it('writes request and trace id into the log lines of a request, and no names', async () => {
  const request = spans.find(({ name }) => name === 'POST /api/votes/cast');
  const requestId = request && requestIdOf(request);
  const lines = (): Record<string, unknown>[] =>
    readFileSync(running.logFile, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const json = /^(?:api|worker) (\{.*\})$/.exec(line)?.[1];
        return json ? [JSON.parse(json) as Record<string, unknown>] : [];
      });
  await waitFor(() => lines().some((line) => line['requestId'] === requestId), {
    what: 'the log line of the request',
  });
  expect(lines().find((line) => line['requestId'] === requestId)).toMatchObject({
    level: 'trace',
    process: 'api',
    requestId,
    traceId: request?.traceId,
  });
  expect(readFileSync(running.logFile, 'utf8')).not.toMatch(NAMES_A_PERSON);
});

it('tells the collector nothing about a person, a query string or a statement', () => {
  expect(spans.length).toBeGreaterThan(20);
  for (const body of bodies) {
    expect(body).not.toMatch(NAMES_A_PERSON);
    expect(body).not.toMatch(/cancelled=|INSERT|SELECT|127\.0\.0\.1/);
  }
  const keys = new Set(spans.flatMap(({ attributes = [] }) => attributes.map(({ key }) => key)));
  // A new attribute is added here once it is clear that it names no person.
  expect([...keys].sort()).toEqual([
    'abato.batch.votes',
    'abato.request.id',
    'abato.update.source',
    'abato.viewers',
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ]);
});

it('loads nothing of OpenTelemetry’s exporter unless an endpoint is set', () => {
  const loadedWith = (endpoint: string | undefined): string => {
    const platform = JSON.stringify(join(testRun().buildDir, 'libs', 'platform', 'src', 'index.js'));
    const settings = JSON.stringify({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: '',
      OTEL_TRACES_SAMPLER_ARG: 1,
    });
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import module from 'node:module';
         const { startTracing, isTracing } = await import(${platform});
         await startTracing('test', ${settings});
         const loaded = Object.keys(module._cache).some((file) => /@opentelemetry.(sdk|exporter|context)/.test(file));
         process.stdout.write(JSON.stringify({ loaded, tracing: isTracing() }));
         process.exit();`,
      ],
      { encoding: 'utf8' },
    );
    return stdout || stderr;
  };
  expect(JSON.parse(loadedWith(undefined))).toEqual({ loaded: false, tracing: false });
  expect(JSON.parse(loadedWith('http://127.0.0.1:9'))).toEqual({ loaded: true, tracing: true });
});
