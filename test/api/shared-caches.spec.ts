import { randomUUID } from 'node:crypto';
import { hasNginx, startNginx, withCache } from '../operators/nginx.js';
import { aContest, aUser, aVote } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** With the settings' defaults. */
const SNAPSHOT = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';
const PAGE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';

const owner = await aUser().save();
const token = owner.token;
const contest = await aContest().ownedBy(owner).save();
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(testState().baseUrl + path, { headers, redirect: 'manual' });
const cacheOf = async (path: string, headers?: Record<string, string>) =>
  (await read(path, headers)).headers.get('cache-control');

it('shared caches may keep the contest, the list and the figures of the home page, with a tag, apart for encodings and origins', async () => {
  const snapshot = `/api/contests/${contest.id}/public`;
  // The second answer of each comes from memory, by another way.
  for (const path of [
    snapshot,
    snapshot,
    '/api/contests/public',
    '/api/contests/public?page=1&pageSize=12',
  ]) {
    const { headers } = await read(path);
    expect([path, headers.get('cache-control')]).toEqual([path, SNAPSHOT]);
    expect(headers.get('etag')).toMatch(/^W\/"/);
    expect(headers.get('vary')).toMatch(/accept-encoding/);
    expect(headers.get('vary')).toMatch(/origin/);
    expect(headers.get('set-cookie')).toBeNull();
    // Tests beside this one make contests, and change the list between two answers.
    const known = await waitFor(async () => {
      const tag = (await read(path)).headers.get('etag') ?? '';
      const again = await read(path, { 'if-none-match': tag });
      return again.status === 304 && again;
    });
    expect([path, known.headers.get('cache-control')]).toEqual([path, SNAPSHOT]);
  }
  expect(await cacheOf('/api/contests/public?search=odwira')).toBe(SNAPSHOT);
  expect(await cacheOf('/api/contests/public/figures')).toBe('public, max-age=1');
});

it('shared caches may keep pages with public figures as shortly as the figures, and pages without any for longer', async () => {
  const { id, contestant } = contest;
  const withFigures = [
    '/',
    '/contests',
    `/contests/${id}`,
    `/contests/${id}?contestant=${contestant.id}`,
    `/contests/${id}/stage`,
    `/embed/contests/${id}`,
    `/v/${id}`,
  ];
  for (const path of withFigures) {
    const { headers } = await read(path);
    expect([path, headers.get('cache-control')]).toEqual([path, SNAPSHOT]);
    expect([path, headers.get('vary')]).toEqual([path, expect.stringMatching(/accept-encoding/i)]);
    expect([path, headers.get('set-cookie')]).toEqual([path, null]);
  }
  for (const path of ['/terms', '/privacy', '/contact', '/status'])
    expect([path, await cacheOf(path)]).toEqual([path, PAGE]);
});

it('shared caches get a contest that changed under an address that none of them has yet, from memory too', async () => {
  const path = `/api/contests/${contest.id}/public`;
  const { headers } = await read(path);
  for (const after of ['?after=1', `?after=${Date.now()}`, '?after=x', '?other=1']) {
    const answer = await read(path + after);
    expect([after, answer.status, answer.headers.get('etag')]).toEqual([after, 200, headers.get('etag')]);
  }
});

it('shared caches keep no refusal, no draft and no contest that does not exist', async () => {
  const draft = await aContest().draft().save();
  for (const id of [draft.id, randomUUID()]) {
    expect(await cacheOf(`/api/contests/${id}/public`)).toBe('no-store');
    expect(await cacheOf(`/v/${id}`)).toBe('no-store');
    // The page itself says that the contest is missing: it may be there a moment later.
    for (const path of [`/contests/${id}`, `/embed/contests/${id}`])
      expect([path, await cacheOf(path)]).toEqual([path, 'no-cache']);
  }
  expect(await cacheOf('/api/contestants/code/99999999')).toBe('no-store');
});

it('what is for one person is kept by no shared cache, whoever asks for it and whatever the route says', async () => {
  const signedIn = { authorization: `Bearer ${token}` };
  const own = ['/api/auth/profile', '/api/contests', `/api/contests/${contest.id}`, '/api/statistics'];
  for (const path of own) {
    expect([path, await cacheOf(path)]).toEqual([path, 'no-store']);
    expect([path, await cacheOf(path, signedIn)]).toEqual([path, 'no-store']);
  }
  // The same bytes as for everybody, but nothing a cache could mistake for the others when that changes.
  for (const path of [`/api/contests/${contest.id}/public`, '/api/contests/public', '/api/status', '/terms'])
    expect([path, await cacheOf(path, signedIn)]).toEqual([path, 'private, no-cache']);
});

it('what is for one person has pages that no shared cache keeps: signing in, paying, receipts, organisers', async () => {
  const paths = [
    '/login',
    '/register',
    '/reset-password?token=x',
    '/verify-email?token=x',
    '/payment/verify?reference=x',
    '/find-my-vote',
    '/r/ABCD-EFGH',
    '/profile',
    '/remote',
    '/admin/contests',
    `/admin/contests/${contest.id}`,
    '/unknown',
  ];
  for (const path of paths) expect([path, await cacheOf(path)]).toEqual([path, 'no-cache']);
  for (const path of [`/v/${contest.id}/pay?reference=x`, `/v/${contest.id}/vote/${randomUUID()}`])
    expect([path, await cacheOf(path)]).toEqual([path, 'no-store']);
});

it('what is for one person is nowhere in the answer to a vote', async () => {
  const { headers } = await new ApiClient().post('/votes/cast', aVote(contest));
  expect(headers.get('cache-control')).toBe('no-store');
});

(hasNginx ? it : it.skip)('nginx keeps as docs/cdn.md says what is for all, and nothing else', async () => {
  const nginx = await startNginx([new URL(testState().baseUrl).host], withCache);
  const kept = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(nginx.url + path, init);
    // nginx keeps an answer once all of it has come.
    await answer.text();
    return [answer.status, answer.headers.get('x-cache')];
  };
  try {
    const api = `/api/contests/${contest.id}/public`;
    for (const path of [api, `/contests/${contest.id}`, '/terms']) {
      expect([path, await kept(path)]).toEqual([path, [200, 'MISS']]);
      // Another of its processes may be asked a moment before the answer is filed.
      const again = await waitFor(async () => (await kept(path)).find((is) => is !== 200 && is !== 'MISS'), {
        what: `${path} from nginx's cache`,
      });
      // On a slow machine it has grown old meanwhile.
      expect([path, again]).toEqual([path, expect.stringMatching(/HIT|STALE|UPDATING|EXPIRED|REVALIDATED/)]);
    }
    const signedIn = { headers: { authorization: `Bearer ${token}` } };
    for (const path of [api, '/api/auth/profile']) {
      expect([path, await kept(path, signedIn)]).toEqual([path, [200, 'BYPASS']]);
      expect([path, await kept(path, signedIn)]).toEqual([path, [200, 'BYPASS']]);
    }
    expect([await kept('/login'), await kept('/login')]).toEqual([
      [200, 'MISS'],
      [200, 'MISS'],
    ]);
  } finally {
    await nginx.stop();
  }
});

it('a page that caches keep allows no script by a word that stands in it', async () => {
  const { headers } = await read(`/contests/${contest.id}`);
  const [, scripts] = /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
  expect(scripts).toMatch(/^'self' 'sha256-[A-Za-z0-9+/]{43}='$/);
});
