import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { runLoad, SHAPES } from './load.mjs';
import { verdictOf } from './verdict.mjs';
import { Viewers } from './viewers.mjs';

let server;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

const urlOf = (listening) => `http://127.0.0.1:${listening.address().port}`;
const ok = (response) => response.setHeader('content-length', 2).end('ok');

/** Some requests a second to a server that answers as `answer` says. */
async function load(answer, { seconds = 2, rate = 50, ...job }) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const next = () => ({ method: 'GET', path: '/' });
  return runLoad({ url: urlOf(server), next, seconds, warmUp: 0, rate, ...job });
}

it('a load counts requests whose connection ends under way as broken, and goes on with other connections', async () => {
  let asked = 0;
  const result = await load(
    (request, response) => {
      if (++asked % 10 === 0) request.socket.destroy();
      else ok(response);
    },
    { connections: 4 },
  );
  expect(result.errors).toBe(Math.floor(asked / 10));
  expect(result.statuses).toEqual({ 200: asked - result.errors });
});

it('a load counts what a server that stopped never answered, with its age, also what found no connection', async () => {
  let asked = 0;
  const result = await load((_, response) => ++asked <= 20 && ok(response), { connections: 4 });
  expect(result.statuses).toEqual({ 200: 20 });
  // 100 are due on average; four are under way, all others wait for a connection.
  expect(result.unanswered).toBe(result.sent - 20);
  expect(result.unanswered).toBeGreaterThan(20);
  expect(result.latency.count).toBe(result.sent);
  expect(result.latency.max).toBeGreaterThan(9_000);
}, 30_000);

it('a load that is stopped waits for the answers that are due', async () => {
  const answers = [];
  const stop = new AbortController();
  const loading = load(
    (_, response) => {
      answers.push(() => ok(response));
      if (answers.length === 4) stop.abort();
    },
    { connections: 32, seconds: 600, signal: stop.signal },
  );
  await once(stop.signal, 'abort');
  const answering = setInterval(() => answers.splice(0).forEach((answer) => answer()), 100);
  const result = await loading;
  clearInterval(answering);
  expect([result.unanswered, result.stopped]).toEqual([0, true]);
  expect(result.statuses[200]).toBe(result.sent);
});

it('the shape of a load decides how many requests are sent', async () => {
  const job = { connections: 8, seconds: 4, rate: 300, shape: 'PEAK' };
  const { sent } = await load((_, response) => ok(response), job);
  // 560 on average, with a deviation of 24; a steady load would send 1,200.
  expect(sent).toBeGreaterThan(400);
  expect(sent).toBeLessThan(720);
});

it.each(Object.entries(SHAPES))(
  'the shape %s of a load is never nothing, never above its highest, and has its mean',
  (_, shape) => {
    const steps = 30_000;
    const parts = Array.from({ length: steps }, (__, step) => shape.at((step + 0.5) / steps));
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(0.1);
    expect(Math.max(...parts)).toBeLessThanOrEqual(1);
    expect(parts.reduce((sum, part) => sum + part, 0) / steps).toBeCloseTo(shape.mean, 3);
  },
);

/** A viewer of a server that sends these packets. */
async function viewersOf(...packets) {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => packets.forEach((packet) => socket.send(packet)));
  return { sockets, viewers: new Viewers({ url: urlOf(server), contestId: 'c', count: 1 }) };
}

it.each(['44{"message":"full"}', '430[{"ok":false,"message":"no"}]'])(
  'viewers that are refused with %s do not watch',
  async (packet) => {
    const { viewers } = await viewersOf('0{}', packet);
    await expect(viewers.open()).rejects.toThrow('refused');
    viewers.close();
  },
);

it('viewers that are cut off are lost', async () => {
  const { sockets, viewers } = await viewersOf('0{}', '40{}', '430[{"ok":true}]');
  expect(await viewers.open()).toEqual({ open: 1 });
  const lost = new Promise((resolve) => (viewers.onLost = resolve));
  for (const socket of sockets.clients) socket.terminate();
  await lost;
  expect(viewers.closed).toBe(1);
});

const good = {
  asked: { votesPerSecond: 300, viewers: 500, minutes: 1, shape: 'STEADY' },
  seconds: 60,
  noneLost: true,
  sent: 18_000,
  accepted: 18_000,
  counted: 18_000,
  refused: 0,
  unanswered: 0,
  errors: 0,
  closed: 0,
  upToDate: true,
  latency: { p99: 40 },
  screen: { p99: 400 },
};

it('the verdict of a rehearsal says for how many voters an installation is ready', () =>
  expect(verdictOf(good)).toEqual({
    ready: true,
    voters: 180_000,
    text: 'Ready for 180,000 voters within ten minutes, 500 watching at a time',
    reasons: [],
  }));

it('the verdict of a rehearsal promises of a load that changes only its mean', () => {
  const asked = { ...good.asked, shape: 'RISING' };
  expect(verdictOf({ ...good, asked })).toMatchObject({ ready: true, voters: 99_000 });
});

it('the verdict of a rehearsal compares what was answered with what was due, not with what was asked for: few arrivals vary by chance', () => {
  const asked = { ...good.asked, votesPerSecond: 1 };
  expect(verdictOf({ ...good, asked, sent: 50, accepted: 50, counted: 50 }).ready).toBe(true);
});

it('the verdict of a rehearsal is none for a load of less than a minute', () => {
  const asked = { ...good.asked, minutes: 0.99 };
  expect(verdictOf({ ...good, asked }).reasons).toEqual([
    'it was shorter than a minute, which shows too little',
  ]);
});

it.each([
  [{ noneLost: false, counted: 17_998 }, '2 accepted votes were not counted'],
  [
    { sent: 17_000, accepted: 17_000, counted: 17_000 },
    '17000 votes were made, of about 18000 that were asked for',
  ],
  [{ sent: 0, accepted: 0, counted: 0 }, '0 votes were made, of about 18000 that were asked for'],
  [{ refused: 3 }, '3 votes were refused'],
  [{ unanswered: 4 }, '4 votes were never answered'],
  [{ errors: 1 }, '1 connection was lost while a vote was on its way'],
  [{ accepted: 15_000, counted: 15_000 }, '250.0 votes a second were answered, of 300.0 that were due'],
  [{ latency: { p99: 1_200 } }, '1 % of the voters waited longer than 1000 ms for the answer'],
  [{ screen: { p99: 2_100 } }, '1 % of the counts came later than 2000 ms'],
  [{ closed: 2 }, '2 viewers were disconnected'],
  [{ upToDate: false }, 'not every screen showed the final count'],
])('the verdict of a rehearsal is "not ready" with the reason %#', (change, reason) => {
  const { ready, text, reasons } = verdictOf({ ...good, ...change });
  expect([ready, text.startsWith('Not ready for 180,000'), reasons]).toEqual([false, true, [reason]]);
});
