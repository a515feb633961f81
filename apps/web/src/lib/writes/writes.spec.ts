import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { giveStorage } from '../../../../../test/support/browser-storage';
import { forgetKey, intentOf, keepKey, keyOf, openWrites } from './keys';

const SOURCES = join(import.meta.dirname, '../..');
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

/** Where something is written, as `file: match`. */
const placesOf = (pattern: RegExp): string[] =>
  files
    .flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map((match) => `${file}: ${match[1]}`.replaceAll('${', '{')),
    )
    .sort();

/** Calls that may be made again as often as one likes: reads by POST, and what replaces itself. None of them is a write of a form. */
const ASKED = [
  'lib/admin/api.ts: `{path}/resolve`',
  'lib/admin/api.ts: `{path}/reveal`',
  "features/admin-command/api.ts: '/payments/find'",
  'features/admin-votes/api.ts: `{quarantinePath(contestId)}/preview`',
  // Sign-in keeps the specification's texts; answers with tokens and codes are not kept.
  "features/auth/api.ts: '/auth/login'",
  "features/auth/api.ts: '/auth/reauthenticate'",
  "features/auth/api.ts: '/auth/second-factor/confirm'",
  "features/auth/api.ts: '/auth/second-factor/recovery-codes'",
  "features/auth/api.ts: '/auth/second-factor/setup'",
  // Polled.
  'features/contest/api.ts: `/voters/verification/{id}`',
  "features/contest/api.ts: '/voters/browser'",
  "features/contest/api.ts: '/votes/challenge'",
  "features/find-vote/api.ts: '/votes/find'",
  "features/stage/api.ts: '/stage-remote/connect'",
  "features/stage/api.ts: '/stage-remote/status'",
  'lib/admin/books.ts: `{path}/search{queryString(paging)}`',
  "lib/session.tsx: '/auth/logout'",
].sort();

it('every write of the web app goes through `api`, which alone calls the API', () => {
  expect(
    placesOf(/(?<![\w.])(fetch|XMLHttpRequest|sendBeacon)\(/g).map((place) => place.split(':')[0]),
  ).toEqual([
    // Static files and health.
    'lib/connection.ts',
    'lib/public-log/check-receipt.ts',
    'lib/request.ts',
    'service-worker/service-worker.ts',
    'service-worker/service-worker.ts',
  ]);
});

it('every write of the web app carries a key, but for the calls that may be repeated', () => {
  const calls = /\bapi\s*\.ask(?:Page)?(?:<[^()]*>)?\(\s*('[^']*'|`(?:\$\{[^}]*\}|[^`$])*`)/g;
  expect(placesOf(calls)).toEqual(ASKED);
  expect(placesOf(/\bapi\s*\.(ask)/g)).toHaveLength(ASKED.length);
});

it('every write of the web app that has a key of its own knows what to do when its answer is lost', () => {
  expect(placesOf(/\bpostOnce\(\s*('[^']*')/g)).toEqual([
    "features/auth/api.ts: '/auth/register'",
    "features/contest/cast-vote.ts: '/votes/cast'",
  ]);
  expect(placesOf(/(Idempotency-Key)/g).filter((place) => !place.startsWith('lib/writes/write.ts'))).toEqual([
    // A person check is made for the vote of this key.
    'features/contest/api.ts: Idempotency-Key',
  ]);
});

describe('the key of a write', () => {
  beforeEach(() => void giveStorage('sessionStorage'));

  it('stays while what became of it is not known, and is another one for other content', () => {
    const [one, other] = [
      intentOf('POST', '/hosts', { name: 'Ama' }),
      intentOf('POST', '/hosts', { name: 'Esi' }),
    ];
    const key = keyOf(one);
    expect([keyOf(one), keyOf(other) === key]).toEqual([key, false]);
    forgetKey(one);
    expect(keyOf(one)).not.toBe(key);
  });

  it('tells files of a form apart by name, size and time', () => {
    const form = (file: File) => {
      const fields = new FormData();
      fields.set('photo', file);
      return intentOf('POST', '/contestants', fields);
    };
    const photo = (name: string, lastModified: number) => new File(['picture'], name, { lastModified });
    expect(form(photo('a.png', 1))).toBe(form(photo('a.png', 1)));
    expect(form(photo('a.png', 1))).not.toBe(form(photo('b.png', 1)));
    expect(form(photo('a.png', 1))).not.toBe(form(photo('a.png', 2)));
  });

  it('is kept beyond a reload only when the answer was lost, without the content', () => {
    const intent = intentOf('POST', '/hosts', { name: 'Ama Serwaa' });
    const key = keyOf(intent);
    expect(openWrites()).toEqual([]);
    keepKey(intent);
    expect(openWrites()).toEqual([key]);
    expect(sessionStorage.getItem('openWrites')).not.toContain('Ama');
    forgetKey(intent);
    expect(sessionStorage.getItem('openWrites')).toBeNull();
  });
});
