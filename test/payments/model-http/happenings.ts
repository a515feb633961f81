import fc from 'fast-check';
import type { LiveWorld } from './live-world.js';

/** What may happen over HTTP, in any order. Numbers pick a vote or an attempt among those there are. */
export type Happening =
  | { do: 'cast'; votes: number; contestant: number }
  | { do: 'begin'; vote: number }
  | { do: 'pay'; attempt: number; lie: 'none' | 'less' | 'currency' | 'late' }
  | { do: 'webhook'; attempt: number; copies: number }
  | { do: 'decline' | 'verify' | 'refund' | 'accept' | 'dispute'; attempt: number }
  | { do: 'price' | 'end' | 'delete' };

const pick = fc.nat(5);
const one = <T extends string>(...words: T[]): fc.Arbitrary<T> => fc.constantFrom(...words);
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.WeightedArbitrary<T> => ({
  weight,
  arbitrary,
});

export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    often<Happening>(
      5,
      fc.record({
        do: one('cast'),
        votes: fc.integer({ min: 1, max: 5 }),
        contestant: fc.nat(1),
      }),
    ),
    often<Happening>(6, fc.record({ do: one('begin'), vote: pick })),
    often<Happening>(
      6,
      fc.record({
        do: one('pay'),
        attempt: pick,
        lie: one('none', 'none', 'none', 'less', 'currency', 'late'),
      }),
    ),
    often<Happening>(
      4,
      fc.record({ do: one('webhook'), attempt: pick, copies: fc.integer({ min: 0, max: 5 }) }),
    ),
    often<Happening>(3, fc.record({ do: one('decline', 'verify'), attempt: pick })),
    often<Happening>(4, fc.record({ do: one('refund', 'refund', 'accept'), attempt: pick })),
    often<Happening>(1, fc.record({ do: one('dispute'), attempt: pick })),
    often<Happening>(1, fc.record({ do: one('price', 'end', 'delete') })),
  ),
  { minLength: 10, maxLength: 24, size: 'max' },
);

/** Let one thing happen. An action about something that is not there, and what the API refuses, does nothing. */
export async function happen(world: LiveWorld, what: Happening): Promise<void> {
  switch (what.do) {
    case 'cast':
      return world.cast(what.votes, what.contestant);
    case 'begin':
      return world.begin(what.vote);
    case 'price':
      return world.changePrice();
    case 'end':
      return world.endContest();
    case 'delete':
      return world.deleteContest();
    default: {
      const reference = world.references[what.attempt % Math.max(1, world.references.length)];
      if (reference) await aboutAttempt(world, reference, what);
    }
  }
}

async function aboutAttempt(
  world: LiveWorld,
  reference: string,
  what: Extract<Happening, { attempt: number }>,
): Promise<void> {
  switch (what.do) {
    case 'pay':
      return world.pay(reference, what.lie);
    case 'decline':
      return world.decline(reference);
    case 'webhook':
      return world.webhook(reference, what.copies);
    case 'verify':
      return world.verify(reference);
    case 'refund':
    case 'accept':
      return world.decide(reference, what.do);
    case 'dispute':
      return world.dispute(reference);
  }
}
