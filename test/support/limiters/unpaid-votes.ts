import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type UnpaidVote, UnpaidVoteLimiter } from '@abato/voting';
import { database } from '../builders.js';
import { type Limiter, MINUTE, REDIS_WITHIN_MS, repeat } from './limiter.js';

interface UnpaidStep {
  afterMs: number;
  phone: number;
  address: number | null;
  proven: boolean;
  /** Casts of the same kind in one batch. */
  votes: number;
  lost: boolean;
}

const unpaid = (fields: Partial<UnpaidStep>): UnpaidStep => ({
  ...{ afterMs: 0, phone: 0, address: null, proven: false, votes: 1, lost: false },
  ...fields,
});

export const unpaidVotes: Limiter<UnpaidStep> = {
  start({ redis }) {
    const limiter = new UnpaidVoteLimiter(redis, database(), 15 * MINUTE, REDIS_WITHIN_MS);
    return Promise.resolve(async ({ phone, address, proven, votes, lost }, nowMs) => {
      const batch: UnpaidVote[] = repeat(votes, () => ({
        ...{ id: randomUUID(), phone: `phone-${phone}`, proven },
        address: address === null ? null : `address-${address}`,
      }));
      const answers = await limiter.note(batch, new Date(nowMs));
      if (lost) limiter.forget(batch.filter((_, nr) => answers[nr]?.kind === 'noted'));
      return answers;
    });
  },
  cases: [
    {
      title: 'the limit of a phone, until its first votes have expired',
      steps: [
        unpaid({ votes: 12 }),
        unpaid({ votes: 9, afterMs: 10 * MINUTE }),
        unpaid({ votes: 3, afterMs: 5 * MINUTE - 1 }),
        unpaid({ votes: 13, afterMs: 1 }),
      ],
      reaches: '"per":"phone"',
    },
    {
      title: 'an address that needs person checks, and its limit',
      steps: [
        ...repeat(6, (phone) => unpaid({ phone, address: 1, votes: 19 })),
        ...repeat(60, (phone) => unpaid({ phone: phone + 10, address: 1, votes: 17, proven: true })),
      ],
      reaches: '"per":"address"',
    },
    {
      title: 'votes that were not written',
      steps: repeat(4, () => unpaid({ votes: 15, address: 1, lost: true })).concat(unpaid({ votes: 22 })),
      reaches: '"per":"phone"',
    },
    {
      title: 'a person check that is missing',
      steps: repeat(7, (phone) => unpaid({ phone, address: 1, votes: 17 })),
      reaches: 'challenge',
    },
  ],
  generated: fc.record({
    afterMs: fc.constantFrom(0, 1, 4 * MINUTE, 11 * MINUTE),
    phone: fc.integer({ min: 0, max: 8 }),
    address: fc.constantFrom(null, 0),
    proven: fc.boolean(),
    votes: fc.integer({ min: 1, max: 18 }),
    lost: fc.boolean(),
  }),
};
