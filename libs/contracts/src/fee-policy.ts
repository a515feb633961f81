import type { FieldRule, InputOf, Rules } from './field-rule.js';
import { dayQuery } from './query.js';
import * as s from './schema.js';
import { settlementDifferenceView } from './payouts.js';

/** What the platform takes of a payment, and who pays the payment provider (ADR 120). */

/** Who pays the provider's fee. */
export const FEE_BEARERS = ['host', 'platform'] as const;
export type FeeBearer = (typeof FEE_BEARERS)[number];

/* @__NO_SIDE_EFFECTS__ */
const amountRule = (label: string) =>
  ({
    type: 'number',
    required: `${label} is required`,
    min: [0, `${label} cannot be negative`],
    max: [1_000, `${label} can be at most GHS 1,000`],
    decimals: [2],
  }) satisfies FieldRule;

export const feePolicyRules = {
  percentage: {
    type: 'number',
    required: 'Percentage is required',
    min: [0, 'Percentage cannot be negative'],
    max: [100, 'Percentage can be at most 100'],
    decimals: [2],
  },
  fixed: amountRule('Fixed fee'),
  minimum: amountRule('Minimum fee'),
  bearer: { type: 'string', required: 'Bearer is required', oneOf: FEE_BEARERS },
} satisfies Rules;
export type FeePolicyInput = InputOf<typeof feePolicyRules>;
export const feePolicyExamples = {
  percentage: 5,
  fixed: 0,
  minimum: 0.05,
  bearer: 'host',
} satisfies FeePolicyInput;

/** A policy in whole units: hundredths of a percent, pesewas. */
export interface FeePolicy {
  basisPoints: number;
  fixedPesewas: number;
  minimumPesewas: number;
  bearer: FeeBearer;
}

/** Of a host for which no policy was set: the platform takes nothing. */
export const NO_FEE: FeePolicy = { basisPoints: 0, fixedPesewas: 0, minimumPesewas: 0, bearer: 'host' };

/**
 * The provider's price in Ghana, 1.95 %, in hundredths of a percent. For examples and for charges that must cover the provider's fee;
 * what is booked is what the provider reports.
 */
export const PROVIDER_FEE_BASIS_POINTS = 195;

/** The parts of one payment in pesewas. They sum to `amount`, and none is negative. */
export interface PaymentParts {
  amount: number;
  /** Kept by the provider. */
  provider: number;
  platform: number;
  host: number;
  /** What the main account takes of the payment before the provider's fee: `transaction_charge` of the provider's API. */
  charge: number;
}

/** The one rule of rounding: to whole pesewas, half a pesewa up. */
const shareOf = (amount: number, basisPoints: number): number =>
  Math.floor((amount * basisPoints + 5_000) / 10_000);

/**
 * Divide a payment. The platform's fee is the percentage, rounded, plus the fixed part, and at least the minimum. A platform that bears
 * the provider's fee charges at least that fee, so that its part is never negative. A fee is never more than what there is.
 * @param amount whole pesewas
 */
export function partsOf(amount: number, policy: FeePolicy): PaymentParts {
  const provider = Math.min(amount, shareOf(amount, PROVIDER_FEE_BASIS_POINTS));
  const fee = Math.max(shareOf(amount, policy.basisPoints) + policy.fixedPesewas, policy.minimumPesewas);
  if (policy.bearer === 'platform') {
    const charge = Math.min(Math.max(fee, provider), amount);
    return { amount, provider, platform: charge - provider, host: amount - charge, charge };
  }
  const charge = Math.min(fee, amount - provider);
  return { amount, provider, platform: charge, host: amount - provider - charge, charge };
}

export interface FeeExample {
  votes: number;
  pricePesewas: number;
  /** Votes of each payment; the last one may have fewer. */
  votesPerPayment: number;
}

/** The sum over the payments of an example: each payment is rounded by itself. */
export function partsOfExample(
  { votes, pricePesewas, votesPerPayment }: FeeExample,
  policy: FeePolicy,
): PaymentParts {
  const full = Math.floor(votes / votesPerPayment);
  const one = partsOf(votesPerPayment * pricePesewas, policy);
  const rest = partsOf((votes % votesPerPayment) * pricePesewas, policy);
  const sum = (part: keyof PaymentParts): number => full * one[part] + rest[part];
  return {
    amount: sum('amount'),
    provider: sum('provider'),
    platform: sum('platform'),
    host: sum('host'),
    charge: sum('charge'),
  };
}

const partsShape = { amount: s.cedis, provider: s.cedis, platform: s.cedis, host: s.cedis };

export const feePolicyView = s.view('FeePolicy', {
  /** 0: none was set, the platform takes nothing. */
  version: s.count,
  percentage: s.like(s.number, 5),
  fixed: s.cedis,
  minimum: s.cedis,
  bearer: s.oneOf(FEE_BEARERS),
  since: s.nullable(s.dateTime),
  /** What remains of payments of this size, by the provider's usual price. */
  examples: s.list(s.object(partsShape)),
});
export type FeePolicyView = s.Shown<typeof feePolicyView>;

/** The balance of a host lists no more differences of each kind. */
export const MOST_HOST_DIFFERENCES = 20;

export const hostBalanceView = s.view('HostBalance', {
  /** The host's part of everything that was paid and is not going back. */
  expected: s.cedis,
  /** Of it: not paid out yet. Below 0 when more went back to payers than the provider has kept from settlements so far. */
  onTheWay: s.cedis,
  /**
   * The next payout; null: nothing is to be paid out, or no day is known, for example of what a payout was too short by. `announced` by
   * the provider, until a week after its day; otherwise expected on the next working day by its schedule. Public holidays are not known.
   */
  nextPayout: s.nullable(s.object({ day: s.date, amount: s.cedis, announced: s.flag })),
  /** Of it: paid out. */
  received: s.cedis,
  /** Of it: paid before the host had an account; the provider paid it to the platform. */
  withPlatform: s.cedis,
  /** Went back to payers. */
  refunded: s.cedis,
  /** The platform's fee, and the provider's where the host bears it. */
  fees: s.cedis,
  /** Paid by voters through the provider. */
  gross: s.cedis,
  /** Entered by hand: the host has it already. */
  cash: s.cedis,
  /** Set aside: refunds that are under way, and open disputes. */
  aside: s.cedis,
  /** Held until a person has decided whose it is. */
  underReview: s.cedis,
  /** Payments whose parts the provider reported otherwise than they were asked for, the newest first, at most MOST_HOST_DIFFERENCES; `told` null: it reported none. */
  differences: s.list(
    s.object({
      reference: s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ'),
      asked: s.cedis,
      told: s.nullable(s.cedis),
    }),
  ),
  /** What of the settlements cannot be explained, the newest first, at most MOST_HOST_DIFFERENCES. */
  unexplained: s.list(settlementDifferenceView),
});
export type HostBalance = s.Shown<typeof hostBalanceView>;

export const JOURNAL_ACCOUNTS = [
  'provider_clearing',
  'organiser_payable',
  'platform_fee',
  'provider_fee',
  'fee_recovered',
  'refunds',
  'disputes',
  'under_review',
  'platform_bank',
  'manual_cash',
  'cash_sales',
  'losses',
] as const;
export type JournalAccount = (typeof JOURNAL_ACCOUNTS)[number];

export const journalQueryRules = { from: dayQuery, to: dayQuery } satisfies Rules;

export const journalEntryView = s.view('JournalEntry', {
  id: s.like(s.text, '01a1fd3f-6bee-7321-a744-7d319e22c28d-1'),
  at: s.dateTime,
  /** Of the payment, or the provider's number of the settlement. */
  reference: s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ'),
  /** The state of the payment, or of the settlement, after it. */
  event: s.like(s.text, 'COMPLETED'),
  /** Null: a settlement of the platform's own account. */
  host: s.nullable(s.like(s.text, 'Volta Music')),
  /** Debits are positive, credits negative; they sum to zero. */
  lines: s.list(s.object({ account: s.oneOf(JOURNAL_ACCOUNTS), amount: s.cedis })),
});
export type JournalEntry = s.Shown<typeof journalEntryView>;
