import { keepFromSharedCaches, publicCache } from './public-cache.js';

const KEPT = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';

it('tells shared caches how long they may keep figures and pages without figures, and browsers to ask', () => {
  expect(publicCache({ CDN_SNAPSHOT_SECONDS: 1, CDN_PAGE_SECONDS: 60 })).toEqual({
    snapshot: KEPT,
    page: 'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
  });
  expect(publicCache({ CDN_SNAPSHOT_SECONDS: 0, CDN_PAGE_SECONDS: 0 })).toEqual({
    snapshot: 'no-cache',
    page: 'no-cache',
  });
});

interface Answer {
  headers?: Record<string, string>;
  statusCode?: number;
  cache?: string;
  cookie?: string;
}

/** What is sent as `cache-control`. */
function sent({ headers = {}, statusCode = 200, cache = KEPT, cookie }: Answer): string | undefined {
  const reply = new Map([['cache-control', cache]]);
  if (cookie) reply.set('set-cookie', cookie);
  keepFromSharedCaches({ headers }, {
    statusCode,
    hasHeader: (name: string) => reply.has(name),
    getHeader: (name: string) => reply.get(name),
    header: (name: string, value: string) => reply.set(name, value),
  } as unknown as Parameters<typeof keepFromSharedCaches>[1]);
  return reply.get('cache-control');
}

it.each([
  ['an answer for everybody', {}, KEPT],
  ['an answer to a signed-in user', { headers: { authorization: 'Bearer x' } }, 'private, no-cache'],
  ['an answer with a cookie', { cookie: 'a=b' }, 'no-store'],
  ['a refusal', { statusCode: 404 }, 'no-store'],
  ['a refusal of a signed-in user', { statusCode: 403, headers: { authorization: 'Bearer x' } }, 'no-store'],
  ['what is kept by nobody', { cache: 'no-store', headers: { authorization: 'Bearer x' } }, 'no-store'],
] satisfies [string, Answer, string][])('%s', (_, answer, cache) => expect(sent(answer)).toBe(cache));
