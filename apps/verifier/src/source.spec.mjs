import { demandOrigin, placesOf } from './source.mjs';

const ORIGIN = 'vote.example/log/1';

it.each([
  [ORIGIN, 'https://vote.example/log/1/'],
  ['vote.example:8443/log/1', 'https://Vote.example:8443/log/1'],
  // An address without a name says nothing of the host.
  [ORIGIN, 'http://127.0.0.1:3000/log/1'],
  [ORIGIN, 'http://[::1]:3000/log/1'],
  [ORIGIN, 'http://localhost:3000/log/1'],
  [ORIGIN, 'http://cache.example/log/1', ORIGIN],
  [ORIGIN, 'copied/files'],
  [ORIGIN, 'copied/files', ORIGIN],
])('the name of a log %s is that of %s', (...asked) => expect(() => demandOrigin(...asked)).not.toThrow());

it.each([
  ['other.example/log/1', 'https://vote.example/log/1'],
  ['not.vote.example/log/1', 'https://vote.example/log/1'],
  ['vote.example:8443/log/1', 'https://vote.example/log/1'],
  ['vote.example/log/2', 'https://vote.example/log/1'],
  ['vote.example/log/2', 'http://localhost:3000/log/1'],
  ['vote.example/x/log/1', 'http://localhost:3000/log/1'],
  [ORIGIN, 'https://vote.example/log/1', 'other.example/log/1'],
  [ORIGIN, 'copied/files', 'other.example/log/1'],
])('the name of a log %s is not that of %s', (...asked) =>
  expect(() => demandOrigin(...asked)).toThrow('that of another log'),
);

const SITE = 'https://vote.example';
const CONTEST = '0199aaaa-0000-7000-8000-000000000001';

it.each(['/contests/ID/audit', '/contests/ID', '/contests/ID/audit/?s=poster#log', '/log/ID', '/log/ID/'])(
  'an address of the form %s leads to log, rules and page of the contest',
  (form) => {
    const { log, published } = placesOf(SITE + form.replace('ID', CONTEST));
    expect(log.replace(/\/$/, '')).toBe(`${SITE}/log/${CONTEST}`);
    expect(published('rules')).toBe(`${SITE}/api/contests/${CONTEST}/rules`);
    expect(published('public')).toBe(`${SITE}/api/contests/${CONTEST}/public`);
  },
);

it('an address of another form is that of a log alone', () =>
  expect(placesOf('https://mirror.example/kept/one')).toEqual({
    log: 'https://mirror.example/kept/one',
    published: null,
  }));
