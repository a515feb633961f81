import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { readPreference, writePreference } from '@/lib/storage';
import { keepVoterToken, voterTokens } from './voter-tokens';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-12-05T20:00:00.000Z');
const inHours = (hours: number): string => new Date(NOW + hours * HOUR).toISOString();
const keep = (contestId: string, voterToken: string, hours = 1) =>
  keepVoterToken(contestId, { voterToken, expiresAt: inHours(hours) });

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  writePreference('voterTokens', null);
});
afterEach(() => void jest.useRealTimers());

it('a vote carries the proofs of its own contest, the newest first', () => {
  expect(voterTokens('a')).toBeUndefined();
  keep('a', 'first');
  keep('b', 'of another contest');
  keep('a', 'second');
  expect(voterTokens('a')).toBe('second,first');
});

it('a proof that has expired is not sent, and forgotten when the next one is kept', () => {
  keep('a', 'short', 1);
  keep('b', 'other', 1);
  keep('a', 'long', 3);
  jest.setSystemTime(NOW + HOUR);
  expect(voterTokens('a')).toBe('long');
  expect(voterTokens('b')).toBeUndefined();
  keep('c', 'new', 3);
  expect(Object.keys(JSON.parse(readPreference('voterTokens') ?? '') as object).sort()).toEqual(['a', 'c']);
  expect(readPreference('voterTokens')).not.toContain('short');
});

it('a proof that is kept again stands once, and five of a contest are kept', () => {
  for (const token of ['1', '2', '1', '3', '4', '5', '6']) keep('a', token);
  expect(voterTokens('a')).toBe('6,5,4,3,1');
});

it.each(['{', 'null', '[]'])('storage that holds %s has no proof, and takes the next one', (text) => {
  writePreference('voterTokens', text);
  expect(voterTokens('a')).toBeUndefined();
  keep('a', 'new');
  expect(voterTokens('a')).toBe('new');
});
