import { once } from 'node:events';
import { createServer } from 'node:http';
import { runLoad, SHAPES, verdictOf } from '../../libs/rehearsals/src/load/index.mjs';

let server;
/** Longer than a connection rests that is not called broken. */
const REST_MS = 2_100;
afterEach(() => server?.close());

/** Some votes a second to a server that answers as `answer` says. */
async function load(answer, { connections, seconds = 2, rate = 50, ...job }) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return runLoad({
    port: server.address().port,
    connections,
    seconds,
    warmUp: 0,
    rate,
    request: { kind: 'get', path: '/' },
    ...job,
  });
}

describe('the load of a rehearsal', () => {
  it('opens connections again that the server closed after a rest, and calls none of them broken', async () => {
    let opened = 0;
    let closed = 0;
    const loading = load(
      (_, response) => {
        response.setHeader('content-length', 2).end('ok');
        // As a server does after its time: those that nothing was asked on, also when a request is on its way just then.
        if (!closed && performance.now() - opened > REST_MS)
          for (const socket of sockets.filter(({ bytesRead }) => bytesRead === 0)) {
            closed++;
            socket.end();
          }
      },
      { connections: 32, seconds: 5 },
    );
    const sockets = [];
    server.on('connection', (socket) => {
      sockets.push(socket);
      if (!closed) opened = performance.now();
    });
    const result = await loading;
    expect(closed).toBeGreaterThan(0);
    expect(result.closedIdle).toBe(closed);
    // Each was opened again.
    expect(sockets).toHaveLength(32 + closed);
    expect([result.errors, result.firstFailure]).toEqual([0, undefined]);
    expect(Object.keys(result.statuses)).toEqual(['200']);
  });

  it('counts connections that end with a request under way as broken, and goes on with others', async () => {
    let asked = 0;
    const result = await load(
      (request, response) => {
        if (++asked % 10 === 0) request.socket.destroy();
        else response.setHeader('content-length', 2).end('ok');
      },
      { connections: 4 },
    );
    // More breaks than connections, and every other vote answered; what is under way at the end is not counted.
    expect(result.errors).toBeGreaterThan(4);
    expect(result.errors).toBeLessThanOrEqual(Math.floor(asked / 10));
    expect(result.closedIdle).toBe(0);
    expect(result.statuses[200]).toBeGreaterThan(8 * result.errors);
  });
});

describe('the shape of a load', () => {
  it.each(Object.entries(SHAPES))(
    '%s is never nothing, never above its highest, and has its mean',
    (_, shape) => {
      const steps = 30_000;
      const parts = Array.from({ length: steps }, (__, step) => shape.at((step + 0.5) / steps));
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0.1);
      expect(Math.max(...parts)).toBeLessThanOrEqual(1);
      expect(parts.reduce((sum, part) => sum + part, 0) / steps).toBeCloseTo(shape.mean, 3);
    },
  );

  it('decides how many requests are sent', async () => {
    const answer = (_, response) => response.setHeader('content-length', 2).end('ok');
    const { sent } = await load(answer, { connections: 8, seconds: 4, rate: 300, shape: 'PEAK' });
    // 560 on average, with a deviation of 24; a steady load would send 1,200.
    expect(sent).toBeGreaterThan(400);
    expect(sent).toBeLessThan(720);
  });

  it('ends when it is stopped, with what was measured until then', async () => {
    const stop = new AbortController();
    let asked = 0;
    const result = await load(
      (_, response) => {
        if (++asked === 20) stop.abort();
        response.setHeader('content-length', 2).end('ok');
      },
      { connections: 4, seconds: 600, signal: stop.signal },
    );
    expect(result.seconds).toBeLessThan(600);
    expect(result.statuses[200]).toBeGreaterThan(0);
  });
});

describe('the verdict of a rehearsal', () => {
  const good = {
    asked: { votesPerSecond: 300, viewers: 500 },
    votes: {
      noneLost: true,
      accepted: 18_000,
      counted: 18_000,
      refused: 0,
      brokenConnections: 0,
      perSecond: 299,
    },
    viewers: { lost: 0, allUpToDate: true },
    milliseconds: { answer: { p99: 40 }, screen: { p99: 400 } },
  };

  it('says for how many voters an installation is ready', () => {
    expect(verdictOf(good)).toEqual({
      ready: true,
      voters: 180_000,
      text: 'Ready for 180,000 voters within ten minutes, 500 watching at a time',
      reasons: [],
    });
  });

  it('promises of a load that changes only its mean', () => {
    const asked = { ...good.asked, shape: 'RISING' };
    expect(verdictOf({ ...good, asked, votes: { ...good.votes, perSecond: 160 } })).toMatchObject({
      ready: true,
      voters: 99_000,
    });
    const { reasons } = verdictOf({ ...good, asked, votes: { ...good.votes, perSecond: 150 } });
    expect(reasons).toEqual(['150 votes a second were answered, of 165 asked for']);
  });

  it.each([
    [{ votes: { ...good.votes, noneLost: false, counted: 17_998 } }, '2 accepted votes were not counted'],
    [{ votes: { ...good.votes, refused: 3 } }, '3 votes were refused'],
    [{ votes: { ...good.votes, brokenConnections: 1 } }, '1 connections broke while a vote was on its way'],
    [{ votes: { ...good.votes, perSecond: 200 } }, '200 votes a second were answered, of 300 asked for'],
    [
      { milliseconds: { ...good.milliseconds, answer: { p99: 1_200 } } },
      '1 % of the voters waited longer than 1000 ms for the answer',
    ],
    [
      { milliseconds: { ...good.milliseconds, screen: { p99: 2_100 } } },
      '1 % of the counts came later than 2000 ms',
    ],
    [{ viewers: { lost: 2, allUpToDate: true } }, '2 viewers lost their connection'],
    [{ viewers: { lost: 0, allUpToDate: false } }, 'not every screen showed the final count'],
  ])('is "not ready" with the reason %#', (change, reason) => {
    const { ready, text, reasons } = verdictOf({ ...good, ...change });
    expect([ready, text.startsWith('Not ready for 180,000'), reasons]).toEqual([false, true, [reason]]);
  });
});
