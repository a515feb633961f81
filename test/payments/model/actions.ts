import fc from 'fast-check';
import type { World } from './world.js';

/** What may happen, in any order. Numbers pick a vote or an attempt among those there are. */
export type Action =
  | { do: 'cast'; votes: number }
  | { do: 'begin'; vote: number; answer: 'ok' | 'lost' | 'refused' }
  | { do: 'pay'; attempt: number; lie: 'none' | 'less' | 'more' | 'currency' }
  | { do: 'decline' | 'reverse' | 'dispute' | 'win'; attempt: number }
  | { do: 'tell'; attempt: number; copies: number }
  /** Everything that can be told is told at once, several times, in the order of `keys`. */
  | { do: 'storm'; copies: number; keys: number[] }
  | { do: 'refund'; answer: 'ok' | 'lost' | 'down' }
  | { do: 'processed' | 'end' | 'archive' }
  | { do: 'price'; pesewas: number }
  | { do: 'wait'; minutes: number };

const pick = fc.nat(7);

export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('cast' as const), votes: fc.integer({ min: 1, max: 5 }) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('begin' as const),
        vote: pick,
        answer: fc.constantFrom('ok' as const, 'ok' as const, 'lost' as const, 'refused' as const),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        attempt: pick,
        lie: fc.constantFrom(
          'none' as const,
          'none' as const,
          'none' as const,
          'less' as const,
          'more' as const,
          'currency' as const,
        ),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'decline' as const,
          'decline' as const,
          'reverse' as const,
          'dispute' as const,
          'win' as const,
        ),
        attempt: pick,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('tell' as const),
        attempt: pick,
        copies: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('storm' as const),
        copies: fc.integer({ min: 1, max: 3 }),
        keys: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('refund' as const),
        answer: fc.constantFrom('ok' as const, 'lost' as const, 'down' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constantFrom('processed' as const, 'end' as const, 'archive' as const) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('price' as const), pesewas: fc.constantFrom(50, 100, 250) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 12, 40) }),
    },
  ),
  { minLength: 4, maxLength: 24, size: 'max' },
);

/** Let one thing happen. An action about something that is not there does nothing. */
export async function perform(world: World, action: Action): Promise<void> {
  switch (action.do) {
    case 'cast':
      return world.cast(action.votes);
    case 'begin': {
      const vote = world.votes[action.vote % Math.max(1, world.votes.length)];
      return vote ? world.begin(vote, action.answer) : undefined;
    }
    case 'storm':
      return storm(world, action.copies, action.keys);
    case 'refund':
      return world.refundDue(action.answer);
    case 'processed':
      return world.refundsProcessed();
    case 'end':
      return world.endContest();
    case 'archive':
      return world.archive();
    case 'price':
      return world.changePrice(action.pesewas);
    case 'wait':
      world.now = new Date(world.now.getTime() + action.minutes * 60_000);
      return;
    default: {
      const attempt = world.attempts[action.attempt % Math.max(1, world.attempts.length)];
      if (attempt) await onAttempt(world, attempt.reference, action);
    }
  }
}

async function onAttempt(
  world: World,
  reference: string,
  action: Extract<Action, { attempt: number }>,
): Promise<void> {
  const { provider } = world;
  switch (action.do) {
    case 'pay': {
      const { asked } = provider.find(reference);
      const lies = {
        none: {},
        less: { amount: asked - 1 },
        more: { amount: asked + 1 },
        currency: { currency: 'NGN' },
      };
      return provider.pay(reference, world.now, lies[action.lie]);
    }
    case 'decline':
      return provider.decline(reference);
    case 'reverse':
      provider.reverse(reference);
      if (provider.find(reference).status === 'reversed') world.reversed.add(reference);
      return;
    case 'dispute':
      return provider.find(reference).status === 'success' ? world.dispute(reference, 'disputed') : undefined;
    case 'win':
      return world.dispute(reference, 'dispute-won');
    case 'tell':
      for (let copy = 0; copy < action.copies; copy++) {
        for (const news of world.newsOf(reference)) await world.settle(news);
      }
  }
}

async function storm(world: World, copies: number, keys: number[]): Promise<void> {
  const all = world.attempts.flatMap(({ reference }) => world.newsOf(reference));
  const repeated = Array.from({ length: copies }, () => all).flat();
  const order = repeated
    .map((news, index) => ({ news, key: ((keys[index % keys.length] ?? 0) * (index + 1)) % 1009 }))
    .sort((a, b) => a.key - b.key);
  await Promise.all(order.map(({ news }) => world.settle(news)));
}
