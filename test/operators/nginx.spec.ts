import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaced } from '../support/programs.js';
import { waitFor } from '../support/wait-for.js';
import { repository } from './kustomize.js';
import { type Change, hasNginx, nginxMistakes, startNginx, withCache } from './nginx.js';
import type { Proxy } from './proxy.js';
import { type Answer, ask, startUpstreams, type Upstream } from './upstream.js';

const test = hasNginx ? it : it.skip;

/** As the runbook says, where another proxy stands in front. */
const behindAnother: Change = (config) => {
  const line =
    /^ {4}(proxy_set_header X-Forwarded-For .+;)$/m.exec(
      readFileSync(repository('docs', 'runbook.md'), 'utf8'),
    )?.[1] ?? '';
  return replaced(config, 'proxy_set_header X-Forwarded-For $remote_addr;', line);
};
/** Who waits for another request waits until the test ends: no speed of a machine can hide it. */
const withoutPatience: Change = (config) =>
  replaced(withCache(config), 'listen 8080;', 'listen 8080;\nproxy_cache_lock_timeout 1h;');

const SNAPSHOT = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';
const CONTEST = '/api/contests/1/public';
const OUTER = '127.0.0.7';

let upstreams: Upstream[];
let nginx: Proxy;
async function start(change: Change, trusted?: string[]): Promise<Upstream> {
  upstreams = await startUpstreams(trusted);
  const [first] = upstreams as [Upstream];
  nginx = await startNginx([first.address], change);
  return first;
}
afterEach(async () => {
  await nginx?.stop();
  for (const upstream of upstreams ?? []) await upstream.stop();
});
const to = (path: string, options?: Parameters<typeof ask>[1]): Promise<Answer> =>
  ask(nginx.url + path, options);
const cacheOf = async (path: string, options?: Parameters<typeof ask>[1]) =>
  (await to(path, options)).headers['x-cache'];
/** Every answer of a server, with this header. */
const answers = (upstream: Upstream, cacheControl: string, body: () => string = () => 'answered'): void => {
  upstream.answer = (_request, response) =>
    response.writeHead(200, { 'cache-control': cacheControl, vary: 'accept-encoding, origin' }).end(body());
};

test('the configuration of nginx has no mistake, with and without what the documents add', async () => {
  for (const change of [undefined, withCache, behindAnother]) expect(await nginxMistakes(change)).toEqual([]);
});

test('the configuration of nginx behind another proxy leads to the address that this one tells, and believes nobody else', async () => {
  const upstream = await start(behindAnother, ['127.0.0.1', OUTER]);
  const headers = { 'x-forwarded-for': '41.66.1.1' };
  await to('/through', { localAddress: OUTER, headers });
  await to('/past', { localAddress: '127.0.0.9', headers });
  expect(upstream.seen.map(({ url, address }) => [url, address])).toEqual([
    ['/through', '41.66.1.1'],
    ['/past', '127.0.0.9'],
  ]);
});

test('a cache as docs/cdn.md describes it keeps what the API allows to be kept, by address, origin and encoding', async () => {
  const upstream = await start(withCache);
  answers(upstream, SNAPSHOT);
  for (const path of [CONTEST, '/contests/1?contestant=2'])
    expect([await cacheOf(path), await cacheOf(path), upstream.times(path)]).toEqual(['MISS', 'HIT', 1]);
  expect(await cacheOf(CONTEST, { headers: { origin: 'https://news.example' } })).toBe('MISS');
  expect(await cacheOf(CONTEST, { headers: { 'accept-encoding': 'gzip' } })).toBe('MISS');
  expect(await cacheOf(`${CONTEST}?after=1`)).toBe('MISS');
  // Parameters that say where a link was shared change no answer.
  for (const query of ['?utm_source=whatsapp', '?fbclid=x&utm_medium=a'])
    expect([query, await cacheOf(CONTEST + query)]).toEqual([query, 'HIT']);
  expect(await cacheOf('/contests/1?fbclid=x&contestant=2')).toBe('MISS');
});

test('a cache as docs/cdn.md describes it keeps nothing that is for one person, and no vote', async () => {
  const upstream = await start(withCache);
  answers(upstream, SNAPSHOT);
  const signedIn = { headers: { authorization: 'Bearer x' } };
  for (const options of [signedIn, { method: 'POST' }]) {
    const before = upstream.seen.length;
    expect(await cacheOf(CONTEST, options)).not.toBe('HIT');
    expect(await cacheOf(CONTEST, options)).not.toBe('HIT');
    expect(upstream.seen.length).toBe(before + 2);
  }
  expect(await cacheOf(CONTEST)).toBe('MISS');
  for (const cacheControl of ['no-store', 'no-cache', 'private, no-cache']) {
    answers(upstream, cacheControl);
    const path = `/${cacheControl.length}`;
    expect([await cacheOf(path), await cacheOf(path)]).toEqual(['MISS', 'MISS']);
  }
});

test('a cache as docs/cdn.md describes it asks once for an answer that many want and nobody has', async () => {
  const upstream = await start(withoutPatience);
  const path = `${CONTEST}?after=2`;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  upstream.answer = (request, response) => {
    const answer = () => response.writeHead(200, { 'cache-control': SNAPSHOT }).end();
    if (request.url === path) void released.then(answer);
    else answer();
  };
  const all = Array.from({ length: 20 }, () => cacheOf(path));
  await waitFor(() => upstream.times(path) > 0, { what: 'the first request' });
  await to('/later');
  release();
  expect((await Promise.all(all)).sort()).toEqual([...Array.from({ length: 19 }, () => 'HIT'), 'MISS']);
  expect(upstream.times(path)).toBe(1);
});

test('a cache as docs/cdn.md describes it lets nobody wait for another one’s answer that may not be kept', async () => {
  const upstream = await start(withoutPatience);
  const people = 5;
  // Nobody is answered before all have asked.
  const waiting: (() => void)[] = [];
  upstream.answer = (_request, response) => {
    waiting.push(() => response.writeHead(200, { 'cache-control': 'no-cache' }).end());
    if (waiting.length === people) for (const answer of waiting) answer();
  };
  const all = await Promise.all(Array.from({ length: people }, () => to('/login')));
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: people }, () => 200));
});

test('a cache as docs/cdn.md describes it answers at once from what it has while it asks for something newer', async () => {
  const upstream = await start(withCache);
  let version = 1;
  answers(upstream, 'public, s-maxage=1, stale-while-revalidate=3600', () => String(version));
  expect((await to(CONTEST)).body).toBe('1');
  version = 2;
  const old = await waitFor(
    async () => {
      const answer = await to(CONTEST);
      return answer.headers['x-cache'] === 'STALE' && answer;
    },
    { what: 'an old answer' },
  );
  expect(old.body).toBe('1');
  await waitFor(async () => (await to(CONTEST)).body === '2', { what: 'the newer answer' });
});

test('a cache as docs/cdn.md describes it shows hidden results no longer than the API allows, also when nobody asked for a while', async () => {
  const upstream = await start(withCache);
  let figures = 'figures';
  answers(upstream, 'public, max-age=0, s-maxage=1, stale-while-revalidate=1', () => figures);
  await to(CONTEST);
  figures = 'hidden';
  // Twice CDN_SNAPSHOT_SECONDS, and one second because nginx counts whole ones. On a slower machine it is longer, and still true.
  await sleep(3_100);
  expect((await to(CONTEST)).body).toBe('hidden');
});

test('a cache as docs/cdn.md describes it passes websockets and their polling on without keeping them', async () => {
  const upstream = await start(withCache);
  const paths = ['/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4&transport=polling'];
  const ids = [];
  for (const path of paths) ids.push(/"sid":"([^"]+)"/.exec((await to(path)).body)?.[1]);
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain(undefined);
  expect(upstream.seen).toEqual([]);
});
