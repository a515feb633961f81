import { unpaidRefusal } from './unpaid-votes.js';

const NOW_MS = 1_000_000_000;

const now = new Date(NOW_MS);
const refused = (per: 'phone' | 'address', inMs: number) =>
  unpaidRefusal({ kind: 'refused', per, freeAt: NOW_MS + inMs }, now);

it('what a voter with too many unpaid votes is told is nothing where the vote was noted, and to solve a person check where that helps', () => {
  expect(unpaidRefusal({ kind: 'noted' }, now)).toBeNull();
  expect(unpaidRefusal({ kind: 'challenge' }, now)).toMatchObject({ code: 'CHALLENGE_REQUIRED' });
});

it('what a voter with too many unpaid votes is told is when to try again', () => {
  expect(refused('phone', 90_000)).toMatchObject({
    code: 'VOTE_LIMIT_REACHED',
    retryAfter: 90,
    message:
      '20 votes with this number wait for payment. Please pay for one of them, or try again in 2 minutes.',
  });
  expect(refused('address', 60_000)).toMatchObject({
    code: 'VOTE_LIMIT_REACHED',
    message: 'Too many votes from your network wait for payment. Please try again in 1 minute.',
  });
  expect(refused('phone', -5)?.retryAfter).toBe(1);
});
