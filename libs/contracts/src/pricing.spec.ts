import fc from 'fast-check';
import {
  amountOf,
  type Bundle,
  bundlesFrom,
  bundlesProblem,
  bundlesShown,
  fewestVotes,
  mostVotesWithin,
  ownPricesOf,
  type PriceRules,
  type Prices,
  priceVotes,
  rulesShownBy,
  type VoteWindow,
  windowsFrom,
  windowsProblem,
} from './pricing.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('pricing') });

const price = fc.integer({ min: 1, max: 1_000_000 });
const bought = fc.integer({ min: 1, max: 100_000 });
/** Any list that may be offered beside a price. */
const prices: fc.Arbitrary<Prices> = fc
  .tuple(
    price,
    fc.uniqueArray(
      fc.tuple(fc.integer({ min: 2, max: 100_000 }), fc.double({ min: 0.01, max: 1, noNaN: true })),
      {
        maxLength: 6,
        selector: ([votes]) => votes,
      },
    ),
  )
  .map(([pricePesewas, wanted]) => {
    const bundles: Bundle[] = [];
    for (const [votes, share] of wanted.toSorted(([a], [b]) => a - b)) {
      const least = bundles.at(-1)?.pricePesewas ?? 1;
      bundles.push({ votes, pricePesewas: Math.max(least, Math.floor(votes * pricePesewas * share)) });
    }
    return { pricePesewas, bundles };
  })
  .filter((offered) => bundlesProblem(offered) === null);

it('the amount of votes grows with their number, is never more than that of single votes, and is a whole number of pesewas', () => {
  fc.assert(
    fc.property(prices, bought, bought, (offered, one, other) => {
      const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
      const [less, amount] = [amountOf(offered, fewer), amountOf(offered, more)];
      expect(less).toBeLessThanOrEqual(amount);
      expect(amount).toBeLessThanOrEqual(more * offered.pricePesewas);
      expect(Number.isSafeInteger(amount) && amount > 0).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

it('the amount of votes is the bundle’s for its number, and without a larger bundle the single price of each', () => {
  fc.assert(
    fc.property(prices, bought, (offered, votes) => {
      for (const bundle of offered.bundles) expect(amountOf(offered, bundle.votes)).toBe(bundle.pricePesewas);
      const above = (offered.bundles.at(-1)?.votes ?? 0) + votes;
      expect(amountOf(offered, above)).toBe(above * offered.pricePesewas);
    }),
  );
});

it('the amount of votes is that of the next bundle where single votes would cost more', () => {
  const offered = {
    pricePesewas: 100,
    bundles: [
      { votes: 10, pricePesewas: 800 },
      { votes: 25, pricePesewas: 1_800 },
    ],
  };
  const amounts = [1, 8, 9, 10, 11, 17, 18, 19, 25, 26].map((votes) => amountOf(offered, votes));
  expect(amounts).toEqual([100, 800, 800, 800, 1_100, 1_700, 1_800, 1_800, 1_800, 2_600]);
});

const WINDOW: VoteWindow = {
  from: '2026-12-05T20:00:00.000Z',
  until: '2026-12-05T21:00:00.000Z',
  multiplier: 2,
};
const LATER: VoteWindow = { from: WINDOW.until, until: '2026-12-05T22:00:00.000Z', multiplier: 5 };
const rules: PriceRules = {
  pricePesewas: 100,
  bundles: [{ votes: 10, pricePesewas: 800 }],
  windows: [WINDOW, LATER],
};
const at = (time: string, ms = 0) => Date.parse(time) + ms;

it.each([
  ['just before it', at(WINDOW.from, -1), 10, 1],
  ['at its first instant', at(WINDOW.from), 20, 2],
  ['at its last instant', at(WINDOW.until, -1), 20, 2],
  ['at its end, where the next one begins', at(WINDOW.until), 50, 5],
  ['after all', at(LATER.until), 10, 1],
])('votes in a window count by it, and cost the same: %s', (_, time, votes, multiplier) =>
  expect(priceVotes(rules, undefined, 10, time)).toEqual({
    votes,
    multiplier,
    pricePesewas: 100,
    amountPesewas: 800,
  }),
);

it('votes in a window count once in a free contest', () =>
  expect(priceVotes({ ...rules, pricePesewas: 0, bundles: [] }, undefined, 3, at(WINDOW.from))).toEqual({
    votes: 3,
    multiplier: 1,
    pricePesewas: 0,
    amountPesewas: 0,
  }));

it('votes in a window are a whole multiple of what was bought, whatever the rules', () => {
  fc.assert(
    fc.property(prices, bought, fc.nat(7_200_000), (offered, votes, after) => {
      const priced = priceVotes(
        { ...offered, windows: [WINDOW, LATER] },
        undefined,
        votes,
        at(WINDOW.from, after - 60_000),
      );
      expect(priced.votes).toBe(votes * priced.multiplier);
      expect(priced.amountPesewas).toBe(amountOf(offered, votes));
    }),
  );
});

const own = { pricePesewas: 250, bundles: [{ votes: 4, pricePesewas: 900 }] };

it('the price of a category replaces the contest’s price and bundles, and not its windows', () => {
  expect(priceVotes(rules, own, 10, at(WINDOW.from))).toMatchObject({
    votes: 20,
    pricePesewas: 250,
    amountPesewas: 2_500,
  });
  expect(priceVotes(rules, own, 4, at(WINDOW.from, -1))).toMatchObject({ votes: 4, amountPesewas: 900 });
});

it('the price of a category is nothing in a free contest', () => {
  const free = { ...rules, pricePesewas: 0, bundles: [] };
  expect(priceVotes(free, own, 4, at(WINDOW.from))).toMatchObject({ votes: 4, amountPesewas: 0 });
});

it.each<[string, number, Bundle[], RegExp | null]>([
  ['none', 100, [], null],
  ['as dear as single votes', 100, [{ votes: 10, pricePesewas: 1_000 }], null],
  ['dearer than single votes', 100, [{ votes: 10, pricePesewas: 1_001 }], /at most GHS 10\.00/],
  ['beside free votes', 0, [{ votes: 10, pricePesewas: 800 }], /Free votes have no bundles/],
  [
    'two of the same number',
    100,
    [
      { votes: 10, pricePesewas: 800 },
      { votes: 10, pricePesewas: 900 },
    ],
    /two bundles of 10/,
  ],
  [
    'more votes for less',
    100,
    [
      { votes: 10, pricePesewas: 800 },
      { votes: 20, pricePesewas: 799 },
    ],
    /20 votes cannot cost less/,
  ],
])('bundles that cannot be offered are refused: %s', (_, pricePesewas, bundles, problem) => {
  const found = bundlesProblem({ pricePesewas, bundles });
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeNull();
});

it.each<[string, number, VoteWindow[], RegExp | null]>([
  ['one after the other', 100, [WINDOW, LATER], null],
  ['overlapping', 100, [WINDOW, { ...LATER, from: '2026-12-05T20:59:59.999Z' }], /overlap/],
  ['of no length', 100, [{ ...WINDOW, until: WINDOW.from }], /end after its start/],
  ['in a free contest', 0, [WINDOW], /Free votes always count once/],
])('windows that cannot be announced are refused: %s', (_, pricePesewas, windows, problem) => {
  const found = windowsProblem(pricePesewas, windows);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeNull();
});

it('keeps bundles in order, in whole pesewas, and shows them in cedis', () => {
  const bundles = bundlesFrom([
    { votes: 25, price: 18.5 },
    { votes: 10, price: 1.15 },
  ]);
  expect(bundles).toEqual([
    { votes: 10, pricePesewas: 115 },
    { votes: 25, pricePesewas: 1_850 },
  ]);
  expect(bundlesShown(bundles)).toEqual([
    { votes: 10, price: 1.15 },
    { votes: 25, price: 18.5 },
  ]);
});

it('keeps windows in order and in UTC', () => {
  const other = { from: '2026-12-05T21:30:00+01:00', until: '2026-12-05T21:45:00+01:00', multiplier: 3 };
  expect(windowsFrom([LATER, other]).map(({ from }) => from)).toEqual([
    '2026-12-05T20:30:00.000Z',
    LATER.from,
  ]);
});

it('finds the most votes within a limit, and the fewest that can be paid', () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 10, max: 1_000_000 }), (offered, limit) => {
      const most = mostVotesWithin(offered, limit, 100_000);
      if (most > 0) expect(amountOf(offered, most)).toBeLessThanOrEqual(limit);
      if (most < 100_000) expect(amountOf(offered, most + 1)).toBeGreaterThan(limit);
    }),
  );
  expect([1, 3, 10, 500].map((pesewas) => fewestVotes({ pricePesewas: pesewas, bundles: [] }))).toEqual([
    10, 4, 1, 1,
  ]);
});

it('prices that an answer shows are rules in pesewas, with bundles in order and windows as they are', () => {
  const windows = [LATER];
  const bundles = [
    { votes: 25, price: 18.5 },
    { votes: 10, price: 8 },
  ];
  expect(rulesShownBy({ votePrice: 0.9, bundles, windows })).toEqual({
    pricePesewas: 90,
    bundles: [
      { votes: 10, pricePesewas: 800 },
      { votes: 25, pricePesewas: 1_850 },
    ],
    windows,
  });
});

it('prices that an answer shows are single votes only in an answer of the release before', () =>
  expect(rulesShownBy({ votePrice: 1 })).toEqual({ pricePesewas: 100, bundles: [], windows: [] }));

it('prices that an answer shows are a category’s own only where it has a price', () => {
  expect(ownPricesOf({ votePrice: 2 })).toEqual({ pricePesewas: 200, bundles: [] });
  for (const none of [undefined, {}, { votePrice: null }]) expect(ownPricesOf(none)).toBeUndefined();
});

it('what can be offered is nothing beside free votes, and free votes alone', () => {
  expect(bundlesProblem({ pricePesewas: 0, bundles: [] })).toBeNull();
  expect(windowsProblem(0, [])).toBeNull();
  expect(mostVotesWithin({ pricePesewas: 0, bundles: [] }, 0, 7)).toBe(7);
});

it('what can be offered is a bundle that costs exactly the limit, or as much as the one before it', () => {
  const bundles = [
    { votes: 10, pricePesewas: 800 },
    { votes: 12, pricePesewas: 800 },
  ];
  expect(bundlesProblem({ pricePesewas: 100, bundles })).toBeNull();
  expect(mostVotesWithin({ pricePesewas: 100, bundles }, 800, 100_000)).toBe(12);
  expect(mostVotesWithin({ pricePesewas: 100, bundles }, 799, 100_000)).toBe(7);
});
