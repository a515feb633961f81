import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  castsInto,
  Child,
  persistently,
  runLoad,
  SHAPES,
  verdictOf,
  Viewers,
  VIEWERS_PROCESS,
} from '../../libs/rehearsals/src/load/index.mjs';

let server;
/** Longer than a connection rests that is not called broken. */
const REST_MS = 2_100;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

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
    // More breaks than connections, and every other vote answered.
    expect(result.errors).toBeGreaterThan(4);
    expect(result.errors).toBeLessThanOrEqual(Math.floor(asked / 10));
    expect(result.closedIdle).toBe(0);
    expect(result.statuses[200]).toBeGreaterThan(8 * result.errors);
  });
});

describe('votes that are due when the load ends', () => {
  it('are made by a process that stood still over the end', async () => {
    const [rate, seconds] = [400, 1];
    const began = performance.now();
    let isLate = false;
    // A request that takes half a second to make.
    const proofs = new Proxy([], {
      get: () => {
        if (!isLate && performance.now() - began > seconds * 900) {
          isLate = true;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        }
        return { header: '', field: '"a":1' };
      },
    });
    const result = await load(
      (request, response) => {
        request.resume();
        response.setHeader('content-length', 2).end('ok');
      },
      { connections: 32, seconds, rate, request: { ...castsInto({ id: 'c', people: [{}] }), proofs } },
    );
    const due = rate * result.seconds;
    expect(result.seconds).toBeGreaterThan(1.3);
    expect(result.sent).toBeGreaterThan(due - 4 * Math.sqrt(due));
  });

  it('are never answered by a server that stopped: counted, with their age, also those that found no connection', async () => {
    let asked = 0;
    const result = await load(
      (_, response) => {
        if (++asked <= 20) response.setHeader('content-length', 2).end('ok');
      },
      { connections: 4 },
    );
    expect(result.statuses).toEqual({ 200: 20 });
    // 100 are due on average; four are under way, all others wait for a connection.
    expect(result.unanswered).toBe(result.sent - 20);
    expect(result.unanswered).toBeGreaterThan(20);
    expect(result.latency.total).toBe(result.sent);
    expect(result.latency.max).toBeGreaterThan(9_000_000);
  }, 30_000);

  it('are waited for', async () => {
    const answers = [];
    const stop = new AbortController();
    const loading = load(
      (_, response) => {
        answers.push(() => response.setHeader('content-length', 2).end('ok'));
        if (answers.length === 4) stop.abort();
      },
      { connections: 32, seconds: 600, signal: stop.signal },
    );
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    const answering = setInterval(() => answers.splice(0).forEach((answer) => answer()), 100);
    const result = await loading;
    clearInterval(answering);
    expect([result.unanswered, result.stopped]).toEqual([0, true]);
    expect(result.statuses[200]).toBe(result.sent);
  });
});

describe('a process of the load', () => {
  it('that has ended refuses every job, and its parent goes on', async () => {
    const child = new Child('ended', ['-e', '']);
    await child.ended;
    await expect(child.ready()).rejects.toThrow('ended ended');
    await expect(child.ask({ work: 'open' })).rejects.toThrow('ended ended');
    await child.stop();
  });

  it('that cannot be told ends', async () => {
    const child = new Child('silent', ['-e', 'process.disconnect(); setInterval(() => {}, 1000)']);
    await new Promise((resolve) => child.process.once('disconnect', resolve));
    child.process.send({ work: 'open' });
    await child.ended;
    await expect(child.ready()).rejects.toThrow('Channel closed');
  });

  it('that cannot be started has ended', async () => {
    const child = new Child('absent', [], { launcher: ['/nowhere/program'] });
    await expect(child.ready()).rejects.toThrow('ENOENT');
  });
});

describe('viewers', () => {
  const TEXT = 0x81;
  /** A viewer of a server that sends these packets after the handshake. */
  async function viewersOf(...packets) {
    server = createServer();
    server.on('upgrade', (_, socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      for (const packet of packets) {
        socket.write(Buffer.concat([Buffer.from([TEXT, packet.length]), Buffer.from(packet)]));
      }
      sockets.push(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Viewers({ port: server.address().port, path: '/', contestId: 'c', count: 1 });
  }
  const sockets = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  it.each([['44{"message":"full"}'], ['430[{"ok":false,"message":"no"}]']])(
    'that are refused with %s do not watch',
    async (packet) => {
      const viewers = await viewersOf('0{}', packet);
      await expect(viewers.open()).rejects.toThrow('refused');
      viewers.close();
    },
  );

  it('that are not answered in time do not watch', async () => {
    const viewers = await viewersOf('0{}', '40{}');
    await expect(viewers.open(undefined, 200)).rejects.toThrow('not answered in 200 ms');
    viewers.close();
  });

  it('that connect are stopped, also by the process that started theirs', async () => {
    const viewers = await viewersOf('0{}', '40{}');
    const child = new Child('viewers', [VIEWERS_PROCESS]);
    await child.ready();
    server.once('upgrade', () => child.tell({ work: 'stop' }));
    const { port, path, contestId, count } = viewers;
    await expect(child.ask({ work: 'open', port, path, contestId, count })).rejects.toThrow('aborted');
    await child.stop();
  });

  it('that are cut off are lost once', async () => {
    const viewers = await viewersOf('0{}', '40{}', '430[{"ok":true}]');
    await viewers.open();
    const [{ socket }] = viewers.sockets;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    sockets.forEach((each) => each.resetAndDestroy());
    await closed;
    expect([viewers.closed, viewers.firstFailure]).toEqual([1, 'read ECONNRESET']);
  });

  it('that connect are stopped', async () => {
    const stop = new AbortController();
    const viewers = await viewersOf('0{}', '40{}');
    const opening = viewers.open(stop.signal);
    server.once('upgrade', () => stop.abort());
    await expect(opening).rejects.toThrow('aborted');
    viewers.close();
  });
});

describe('what is done persistently', () => {
  const failing = (times) => {
    let left = times;
    return async () => {
      if (left-- > 0) throw new Error('away');
      return 'done';
    };
  };

  it('is done again after failures, until its time has passed', async () => {
    expect(await persistently(failing(2), { pauseMs: 1 })).toBe('done');
    await expect(persistently(failing(Infinity), { pauseMs: 1, withinMs: 20 })).rejects.toThrow('away');
  });

  it('is tried once by a process that ends', async () => {
    await expect(persistently(failing(1), { signal: AbortSignal.abort() })).rejects.toThrow('away');
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
    asked: { votesPerSecond: 300, viewers: 500, minutes: 1 },
    seconds: 60,
    votes: {
      noneLost: true,
      sent: 18_000,
      accepted: 18_000,
      counted: 18_000,
      refused: 0,
      unanswered: 0,
      brokenConnections: 0,
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
    expect(verdictOf({ ...good, asked })).toMatchObject({ ready: true, voters: 99_000 });
  });

  it('compares what was answered with what was due, not with what was asked for: few arrivals vary by chance', () => {
    const votes = { ...good.votes, sent: 50, accepted: 50, counted: 50 };
    const asked = { ...good.asked, votesPerSecond: 1 };
    expect(verdictOf({ ...good, asked, votes }).ready).toBe(true);
  });

  it('is none for a load of less than a minute', () => {
    const asked = { ...good.asked, minutes: 0.99 };
    expect(verdictOf({ ...good, asked }).reasons).toEqual([
      'it was shorter than a minute, which shows too little',
    ]);
  });

  it.each([
    [{ votes: { ...good.votes, noneLost: false, counted: 17_998 } }, '2 accepted votes were not counted'],
    [
      { votes: { ...good.votes, sent: 17_000, accepted: 17_000, counted: 17_000 } },
      '17000 votes were made, of about 18000 that were asked for',
    ],
    [
      { votes: { ...good.votes, sent: 0, accepted: 0, counted: 0 } },
      '0 votes were made, of about 18000 that were asked for',
    ],
    [{ votes: { ...good.votes, refused: 3 } }, '3 votes were refused'],
    [{ votes: { ...good.votes, unanswered: 4 } }, '4 votes were never answered'],
    [{ votes: { ...good.votes, brokenConnections: 1 } }, '1 connection was lost while a vote was on its way'],
    [
      { votes: { ...good.votes, accepted: 15_000, counted: 15_000 } },
      '250.0 votes a second were answered, of 300.0 that were due',
    ],
    [
      { milliseconds: { ...good.milliseconds, answer: { p99: 1_200 } } },
      '1 % of the voters waited longer than 1000 ms for the answer',
    ],
    [
      { milliseconds: { ...good.milliseconds, screen: { p99: 2_100 } } },
      '1 % of the counts came later than 2000 ms',
    ],
    [{ viewers: { lost: 2, allUpToDate: true } }, '2 viewers were disconnected'],
    [{ viewers: { lost: 0, allUpToDate: false } }, 'not every screen showed the final count'],
  ])('is "not ready" with the reason %#', (change, reason) => {
    const { ready, text, reasons } = verdictOf({ ...good, ...change });
    expect([ready, text.startsWith('Not ready for 180,000'), reasons]).toEqual([false, true, [reason]]);
  });
});
