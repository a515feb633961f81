import { jest } from '@jest/globals';
import { Histogram, Registry } from 'prom-client';
import type { Readiness } from '@abato/platform';
import { PlatformStatusService } from './platform-status.service.js';
import { FiguresWindow, type ProcessReport, type ProcessReports } from './process-reports.js';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-12-01T18:00:30.000Z');

describe('PlatformStatusService', () => {
  const report: ProcessReport = {
    casts: false,
    votes: { answered: 5, refused: 0 },
    provider: { answered: 5, failed: 0, unauthorized: 0 },
    payers: { called: 5, heldBack: 0, refused: 0 },
  };
  let now: number;
  let statements: number;
  let uncounted: Date | null;
  let failing: string[];
  let others: ProcessReport[] | null;
  let service: PlatformStatusService;

  beforeEach(() => {
    jest.useFakeTimers();
    [now, statements, uncounted, failing, others] = [START, 0, null, [], [{ ...report, casts: true }]];
    const pool = {
      query: () => {
        statements += 1;
        if (failing.length) return Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432'));
        return Promise.resolve({ rows: [{ uncounted, webhook: null }] });
      },
    };
    const readiness = { role: 'web', report: () => ({ failing, degraded: [] }) };
    service = new PlatformStatusService(
      pool as unknown as ConstructorParameters<typeof PlatformStatusService>[0],
      { now: () => new Date(now) },
      readiness as unknown as Readiness,
      { read: () => Promise.resolve({ own: report, others }) } as unknown as ProcessReports,
    );
    service.onApplicationBootstrap();
  });
  afterEach(() => {
    service.onModuleDestroy();
    jest.useRealTimers();
  });

  async function pass(ms: number): Promise<void> {
    now += ms;
    await jest.advanceTimersByTimeAsync(5_000);
  }
  const states = async () => {
    const { services } = await service.read();
    return Object.fromEntries(services.map(({ service: name, state }) => [name, state]));
  };

  it('asks the database once for any number of readers, and gives all of them the same object', async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => service.read()));
    expect(new Set(answers).size).toBe(1);
    expect(statements).toBe(1);
    await pass(5_000);
    await Promise.all(Array.from({ length: 1_000 }, () => service.read()));
    expect(statements).toBe(2);
  });

  it('takes votes as long as one process of any role reports that it takes them', async () => {
    expect(await states()).toMatchObject({ voting: 'OPERATIONAL' });
    others = [report];
    await pass(5_000);
    expect(await states()).toMatchObject({ voting: 'DOWN' });
    others = null;
    await pass(5_000);
    expect(await states()).toMatchObject({ voting: 'UNKNOWN' });
  });

  it('answers while PostgreSQL is away, and remembers the minute', async () => {
    expect(await states()).toEqual({ voting: 'OPERATIONAL', payments: 'OPERATIONAL', live: 'OPERATIONAL' });
    failing = ['postgresql'];
    await pass(5_000);
    expect(await states()).toEqual({ voting: 'DOWN', payments: 'DOWN', live: 'DOWN' });
    failing = [];
    await pass(5_000);
    const { services, history } = await service.read();
    expect(services[0]).toEqual({ service: 'voting', state: 'OPERATIONAL', reason: null });
    expect(history).toEqual([
      { minute: '2026-12-01T18:00:00.000Z', voting: 'DOWN', payments: 'DOWN', live: 'DOWN' },
    ]);
  });

  it('tells how late counts are, and keeps one hour', async () => {
    uncounted = new Date(START - 30_000);
    expect(await states()).toMatchObject({ live: 'DEGRADED' });
    uncounted = null;
    for (let minute = 0; minute < 70; minute++) await pass(MINUTE_MS);
    const { history } = await service.read();
    expect(history).toHaveLength(60);
    expect(history.map(({ live }) => live)).not.toContain('DEGRADED');
    expect(history.at(-1)?.minute).toBe('2026-12-01T19:10:00.000Z');
  });
});

it('FiguresWindow counts votes and calls of the last five minutes', async () => {
  let now = 0;
  const metrics = new Registry();
  const histogram = (name: string, labelNames: string[]) =>
    new Histogram({ name, help: name, labelNames, registers: [metrics] });
  const requests = histogram('abato_http_request_seconds', ['route', 'method', 'status']);
  const calls = histogram('abato_provider_call_seconds', ['call', 'outcome']);
  const window = new FiguresWindow(metrics, () => now);
  const cast = (status: number) =>
    requests.observe({ route: '/api/votes/cast', method: 'POST', status }, 0.01);
  for (const status of [201, 201, 429, 503]) cast(status);
  requests.observe({ route: '/api/contests/:id', method: 'GET', status: 500 }, 0.01);
  for (const outcome of ['ok', 'rejected', 'declined', 'unreachable', 'held-back'])
    calls.observe({ call: 'charge', outcome }, 0.1);
  calls.observe({ call: 'verify', outcome: 'held-back' }, 0.1);
  for (const call of ['verify', 'resolve-account']) calls.observe({ call, outcome: 'unauthorized' }, 0.1);
  now = 60_000;
  expect(await window.read()).toEqual({
    votes: { answered: 3, refused: 1 },
    provider: { answered: 5, failed: 1, unauthorized: 1 },
    payers: { called: 4, heldBack: 1, refused: 1 },
  });
  now = 200_000;
  cast(201);
  await window.read();
  now = 480_000;
  expect((await window.read()).votes).toEqual({ answered: 0, refused: 0 });
});
