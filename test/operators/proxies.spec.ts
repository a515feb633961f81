import { io } from 'socket.io-client';
import { hasCaddy, namesLongBodies, repeatsBodies, startCaddy } from './caddy.js';
import { hasNginx, startNginx } from './nginx.js';
import type { Proxy } from './proxy.js';
import { type Answer, ask, startUpstreams, type Upstream } from './upstream.js';
import { VanishedServer } from './vanished-server.js';

/** The proxies of compose, as they are, in front of two servers; the clients have addresses of their own. */
const PROXIES = [
  {
    name: 'nginx',
    there: hasNginx,
    scheme: 'http',
    method: 'POST',
    tooLong: 413,
    start: (upstreams: Upstream[]): Promise<Proxy> => startNginx(upstreams.map(({ address }) => address)),
  },
  {
    name: 'Caddy',
    there: hasCaddy,
    scheme: 'https',
    method: repeatsBodies ? 'POST' : 'GET',
    tooLong: namesLongBodies ? 413 : 502,
    start: startCaddy,
  },
];
const CLAIMED = '41.66.1.1';
const REQUESTS = 6;

/** Hangs up in the middle of an answer, as a process that is killed. */
const dies: Upstream['answer'] = (request) => request.socket.destroy();

describe.each(PROXIES)('$name of compose', ({ there, scheme, method, tooLong, start }) => {
  const test = there ? it : it.skip;
  let upstreams: Upstream[];
  let proxy: Proxy;
  beforeEach(async () => {
    if (!there) return;
    upstreams = await startUpstreams();
    proxy = await start(upstreams);
  });
  afterEach(async () => {
    await proxy?.stop();
    for (const upstream of upstreams ?? []) await upstream.stop();
  });

  const to = (path: string, options: Parameters<typeof ask>[1] = {}): Promise<Answer> =>
    ask(proxy.url + path, { ...proxy.options, ...options });
  const seen = () => upstreams.flatMap((upstream) => upstream.seen);
  const times = (path: string): number => upstreams.reduce((sum, one) => sum + one.times(path), 0);
  const paths = Array.from({ length: REQUESTS }, (_, nr) => `/${nr}`);
  const inTurn = async (how: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (const path of paths)
      statuses.push((await to(path, { method: how, ...(how === 'POST' && { body: 'x' }) })).status);
    return statuses;
  };

  test('tells the API the address of the client, and nothing that the client says of it', async () => {
    const claims = { 'x-forwarded-for': `${CLAIMED}, 127.0.0.1`, 'x-forwarded-proto': 'ftp' };
    await to('/a', { localAddress: '127.0.0.9', headers: claims });
    await to('/b', { localAddress: '127.0.0.8' });
    const { host } = new URL(proxy.url);
    expect(seen()).toHaveLength(2);
    for (const { url, address, headers } of seen()) {
      const expected = url === '/a' ? '127.0.0.9' : '127.0.0.8';
      expect({ address, forwarded: headers['x-forwarded-for'] }).toEqual({
        address: expected,
        forwarded: expected,
      });
      expect(headers).toMatchObject({ host, 'x-forwarded-proto': scheme });
    }
  });

  test('passes websockets on, with the address of the client', async () => {
    const socket = io(proxy.url, {
      ...proxy.options,
      transports: ['websocket'],
      localAddress: '127.0.0.9',
      extraHeaders: { 'x-forwarded-for': CLAIMED },
      reconnection: false,
    } as Parameters<typeof io>[1]);
    try {
      const address = await new Promise((resolve, reject) => {
        socket.on('address', resolve);
        socket.on('connect_error', reject);
      });
      expect(address).toBe('127.0.0.9');
    } finally {
      socket.close();
    }
  });

  test('sends nobody to a server that is away while another one is there', async () => {
    await upstreams.shift()?.stop();
    expect(await inTurn(method)).toEqual(paths.map(() => 200));
    expect(paths.map(times)).toEqual(paths.map(() => 1));
  });

  test('does not give up because one server vanished', async () => {
    const gone = upstreams.pop() as Upstream;
    await gone.stop();
    const vanished = await VanishedServer.start(gone.host, gone.port);
    try {
      expect(await inTurn(method)).toEqual(paths.map(() => 200));
    } finally {
      await vanished.stop();
    }
  });

  test('reads from another server what a dying one did not answer', async () => {
    const [first] = upstreams as [Upstream];
    first.answer = dies;
    expect(await inTurn('GET')).toEqual(paths.map(() => 200));
    expect(first.seen.length).toBeGreaterThan(0);
  });

  test('does not send a vote again that a dying server may have taken', async () => {
    const [first] = upstreams as [Upstream];
    first.answer = dies;
    const statuses = await inTurn('POST');
    expect(paths.map(times)).toEqual(paths.map(() => 1));
    expect(statuses.filter((status) => status === 502)).toHaveLength(first.seen.length);
    expect(first.seen.length).toBeGreaterThan(0);
  });

  test('refuses bodies that are longer than any form, and no others', async () => {
    const send = async (bytes: number): Promise<number> =>
      (await to('/form', { method: 'POST', body: Buffer.alloc(bytes) })).status;
    expect(await send(11_000_000)).toBe(200);
    expect(await send(13_000_000)).toBe(tooLong);
  });
});
