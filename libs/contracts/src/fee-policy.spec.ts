import { type FeePolicy, NO_FEE, type PaymentParts, partsOf, partsOfExample } from './fee-policy.js';

const LARGEST = 100_000;
const BEARERS = ['host', 'platform'] as const;
/** Edges, and what contracts with organisers look like. */
const POLICIES: FeePolicy[] = [0, 1, 195, 333, 500, 1_250, 9_999, 10_000].flatMap((basisPoints) =>
  [
    [0, 0],
    [1, 0],
    [0, 5],
    [50, 20],
    [100_000, 0],
  ].flatMap(([fixedPesewas = 0, minimumPesewas = 0]) =>
    BEARERS.map((bearer) => ({ basisPoints, fixedPesewas, minimumPesewas, bearer })),
  ),
);

/** One for each way through the rule. */
const EVERY_AMOUNT: FeePolicy[] = [
  { basisPoints: 500, fixedPesewas: 0, minimumPesewas: 5, bearer: 'host' },
  { basisPoints: 333, fixedPesewas: 50, minimumPesewas: 0, bearer: 'host' },
  { basisPoints: 195, fixedPesewas: 1, minimumPesewas: 20, bearer: 'platform' },
  { basisPoints: 9_999, fixedPesewas: 0, minimumPesewas: 0, bearer: 'platform' },
];

/** One look at all parts: an expectation for each payment would take minutes. */
const isRight = ({ amount, provider, platform, host, charge }: PaymentParts, bearer: string): boolean =>
  provider >= 0 &&
  platform >= 0 &&
  host >= 0 &&
  provider + platform + host === amount &&
  charge === platform + (bearer === 'platform' ? provider : 0) &&
  Number.isInteger(platform) &&
  Number.isInteger(provider);

it.each([
  ['every amount up to GHS 1,000', EVERY_AMOUNT, 1],
  ['every policy and amounts up to GHS 1,000', POLICIES, 89],
] as const)('has whole parts that are never negative and sum to the payment, for %s', (_, policies, step) => {
  for (const policy of policies) {
    for (let amount = 1; amount <= LARGEST; amount += step) {
      const parts = partsOf(amount, policy);
      if (!isRight(parts, policy.bearer)) expect({ policy, parts }).toBe('right');
    }
  }
});

it.each([
  ['half a pesewa up', 10, { ...NO_FEE, basisPoints: 500 }, { provider: 0, platform: 1, host: 9 }],
  ['less than half down', 9, { ...NO_FEE, basisPoints: 500 }, { provider: 0, platform: 0, host: 9 }],
])('rounds %s', (_, amount, policy, parts) => expect(partsOf(amount, policy)).toMatchObject(parts));

it.each<[string, number, Partial<FeePolicy>, Partial<PaymentParts>]>([
  ['percentage and fixed part', 1_000, { basisPoints: 500, fixedPesewas: 10 }, { platform: 60, host: 920 }],
  ['the minimum', 1_000, { basisPoints: 100, minimumPesewas: 50 }, { platform: 50, host: 930 }],
  ['at most what the provider leaves', 100, { fixedPesewas: 500 }, { platform: 98, host: 0 }],
  [
    'the provider’s fee out of its own',
    1_000,
    { basisPoints: 500, bearer: 'platform' },
    { platform: 30, host: 950, charge: 50 },
  ],
  [
    'at least the provider’s fee that it bears',
    1_000,
    { bearer: 'platform' },
    { platform: 0, host: 980, charge: 20 },
  ],
])('takes %s', (_, amount, policy, parts) =>
  expect(partsOf(amount, { ...NO_FEE, ...policy })).toMatchObject(parts),
);

it('sums an example payment by payment, as the provider does', () => {
  const policy = { ...NO_FEE, basisPoints: 500 };
  const example = { votes: 10_001, pricePesewas: 100, votesPerPayment: 2 };
  // 5,000 payments of GHS 2.00 (4 + 10 pesewas) and one of GHS 1.00 (2 + 5).
  expect(partsOfExample(example, policy)).toEqual({
    amount: 1_000_100,
    provider: 20_002,
    platform: 50_005,
    host: 930_093,
    charge: 50_005,
  });
});
