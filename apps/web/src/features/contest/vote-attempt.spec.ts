import { describe, expect, it } from '@jest/globals';
import { isUuid, type CastVoteRequest } from '@abato/contracts';
import { newUuid } from './uuid';
import { VoteAttempt } from './vote-attempt';

const vote: CastVoteRequest = {
  contestId: 'contest',
  categoryId: 'category',
  contestantId: 'contestant',
  voteCount: 2,
  voterPhone: '0241234567',
};

describe('VoteAttempt', () => {
  it('keeps its key for every press with the same vote', () => {
    const attempt = new VoteAttempt();
    const key = attempt.keyFor(vote);
    expect(isUuid(key)).toBe(true);
    expect(attempt.keyFor({ ...vote })).toBe(key);
    expect(attempt.keyFor({ ...vote })).toBe(key);
  });

  it.each([
    ['the number of votes', { voteCount: 3 }],
    ['the contestant', { contestantId: 'another' }],
    ['the phone', { voterPhone: '0241234568' }],
    ['the name', { voterName: 'Ama' }],
  ])('makes a new key when %s changes', (_, change) => {
    const attempt = new VoteAttempt();
    expect(attempt.keyFor({ ...vote, ...change })).not.toBe(new VoteAttempt().keyFor(vote));
    const key = attempt.keyFor(vote);
    expect(attempt.keyFor({ ...vote, ...change })).not.toBe(key);
  });

  it('makes a new key for the same vote after a success', () => {
    const attempt = new VoteAttempt();
    const key = attempt.keyFor(vote);
    attempt.done();
    expect(attempt.keyFor(vote)).not.toBe(key);
  });
});

describe('newUuid', () => {
  it('is a random UUID also where crypto.randomUUID is missing', () => {
    const randomUUID = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      const made = Array.from({ length: 20 }, newUuid);
      expect(new Set(made).size).toBe(20);
      for (const one of made)
        expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    } finally {
      if (randomUUID) Object.defineProperty(crypto, 'randomUUID', randomUUID);
      else Reflect.deleteProperty(crypto, 'randomUUID');
    }
  });
});
