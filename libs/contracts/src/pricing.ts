import type { InputOf, Rules } from './field-rule.js';
import {
  cedisFromPesewas,
  formatCedis,
  MAX_PAYMENT_PESEWAS,
  MIN_PAYMENT_PESEWAS,
  pesewasFromCedis,
} from './money.js';
import * as s from './schema.js';

/**
 * What votes cost, and how many of them count: the one definition for server, browser and USSD (ADR 131). Pure; money in whole pesewas.
 */

/** Bundles that one price can have. */
export const MAX_BUNDLES = 6;
/** Windows that one contest can have. */
export const MAX_WINDOWS = 12;
/** Most votes of one bundle: what one cast may carry. */
const MAX_BUNDLE_VOTES = 100_000;
/** What a window can multiply by. */
export const MIN_MULTIPLIER = 2;
export const MAX_MULTIPLIER = 5;

/** So many votes for so much together. */
export interface Bundle {
  votes: number;
  pricePesewas: number;
}

/** From `from` until just before `until` (ISO 8601, UTC) each paid vote counts `multiplier` times. */
export interface VoteWindow {
  from: string;
  until: string;
  multiplier: number;
}

/** A single price, and bundles of it. */
export interface Prices {
  pricePesewas: number;
  bundles: readonly Bundle[];
}

/** The rules of a contest. 0 pesewas: free, for every category. */
export interface PriceRules extends Prices {
  windows: readonly VoteWindow[];
}

/** @property multiplier of the window that is open; 1 outside of windows */
export interface PricedVotes {
  /** Votes that count. */
  votes: number;
  multiplier: number;
  /** Of one vote. */
  pricePesewas: number;
  amountPesewas: number;
}

/**
 * Price votes.
 * @param category prices of its own, which replace the contest's price and bundles; absent for a category without
 * @param bought the number that the voter chose
 * @param at milliseconds since 1970, when the cast is accepted
 */
export function priceVotes(
  rules: PriceRules,
  category: Prices | undefined,
  bought: number,
  at: number,
): PricedVotes {
  const prices = pricesIn(rules, category);
  const multiplier = prices.pricePesewas > 0 ? multiplierAt(rules.windows, at) : 1;
  return {
    votes: bought * multiplier,
    multiplier,
    pricePesewas: prices.pricePesewas,
    amountPesewas: amountOf(prices, bought),
  };
}

/** The prices that hold in a category. A free contest is free everywhere. */
export function pricesIn(rules: Prices, category: Prices | undefined): Prices {
  return category && rules.pricePesewas > 0 ? category : rules;
}

/** A bundle's price for its number of votes, else the single price of each, and never more than a bundle with more votes. */
export function amountOf({ pricePesewas, bundles }: Prices, bought: number): number {
  let amount = pricePesewas * bought;
  for (const bundle of bundles) {
    if (bundle.votes >= bought && bundle.pricePesewas < amount) amount = bundle.pricePesewas;
  }
  return amount;
}

/** How often a paid vote counts that is accepted at this time. */
export function multiplierAt(windows: readonly VoteWindow[], at: number): number {
  return openWindow(windows, at)?.multiplier ?? 1;
}

/** The window of this time; undefined outside of all. */
export function openWindow<T extends VoteWindow>(windows: readonly T[], at: number): T | undefined {
  return windows.find(({ from, until }) => Date.parse(from) <= at && at < Date.parse(until));
}

/** Most votes whose amount is within a limit; 0 when a single one is above it. */
export function mostVotesWithin(prices: Prices, limitPesewas: number, mostVotes: number): number {
  const { pricePesewas, bundles } = prices;
  if (pricePesewas === 0) return mostVotes;
  const fitting = bundles.filter((bundle) => bundle.pricePesewas <= limitPesewas).map(({ votes }) => votes);
  return Math.min(mostVotes, Math.max(Math.floor(limitPesewas / pricePesewas), ...fitting));
}

/** Fewest votes whose amount a payment can have. */
export function fewestVotes({ pricePesewas }: Prices): number {
  return Math.max(1, Math.ceil(MIN_PAYMENT_PESEWAS / pricePesewas));
}

const BUNDLE_VOTES = 'Votes of a bundle must be a whole number from 2 to 100,000';
const BUNDLE_PRICE = 'Price of a bundle must be from GHS 0.10 to GHS 10,000 with at most two decimals';
const MULTIPLIER = 'Votes of a window count 2 to 5 times';

export const bundleRules = {
  votes: {
    type: 'integer',
    required: BUNDLE_VOTES,
    typeMessage: BUNDLE_VOTES,
    min: [2, BUNDLE_VOTES],
    max: [MAX_BUNDLE_VOTES, BUNDLE_VOTES],
  },
  /** Cedis for all of them. */
  price: {
    type: 'number',
    required: BUNDLE_PRICE,
    typeMessage: BUNDLE_PRICE,
    min: [MIN_PAYMENT_PESEWAS / 100, BUNDLE_PRICE],
    max: [MAX_PAYMENT_PESEWAS / 100, BUNDLE_PRICE],
    decimals: [2, BUNDLE_PRICE],
  },
} as const satisfies Rules;
export const bundleExamples = { votes: 10, price: 8 };
export type BundleInput = InputOf<typeof bundleRules>;

export const windowRules = {
  from: { type: 'isoDate', label: 'Start of a window', required: 'Start of a window is required' },
  until: { type: 'isoDate', label: 'End of a window', required: 'End of a window is required' },
  multiplier: {
    type: 'integer',
    required: MULTIPLIER,
    typeMessage: MULTIPLIER,
    min: [MIN_MULTIPLIER, MULTIPLIER],
    max: [MAX_MULTIPLIER, MULTIPLIER],
  },
} as const satisfies Rules;

export const windowExamples = {
  from: '2026-12-05T20:00:00.000Z',
  until: '2026-12-05T21:00:00.000Z',
  multiplier: 2,
};

export const bundlesField = { type: 'list', items: bundleRules, most: MAX_BUNDLES } as const;
export const windowsField = { type: 'list', items: windowRules, most: MAX_WINDOWS } as const;

/** Bundles as JSON has them, inside. In order of their votes. */
export function bundlesFrom(input: readonly BundleInput[]): Bundle[] {
  return input
    .map(({ votes, price }) => ({ votes, pricePesewas: pesewasFromCedis(price) ?? 0 }))
    .sort((a, b) => a.votes - b.votes);
}

export function bundlesShown(bundles: readonly Bundle[]): BundleInput[] {
  return bundles.map(({ votes, pricePesewas }) => ({ votes, price: cedisFromPesewas(pricePesewas) }));
}

/** Windows with canonical times, in their order. */
export function windowsFrom(input: readonly VoteWindow[]): VoteWindow[] {
  return input
    .map(({ from, until, multiplier }) => {
      return { from: new Date(from).toISOString(), until: new Date(until).toISOString(), multiplier };
    })
    .sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
}

/** Why bundles cannot be offered beside a single price, in plain words; null when they can. @param bundles in order of their votes */
export function bundlesProblem({ pricePesewas, bundles }: Prices): string | null {
  if (bundles.length > 0 && pricePesewas === 0) return 'Free votes have no bundles. Set a vote price first';
  for (const [nr, { votes, pricePesewas: price }] of bundles.entries()) {
    const before = bundles[nr - 1];
    if (before?.votes === votes) return `There are two bundles of ${votes} votes`;
    if (price > pricePesewas * votes) {
      const single = formatCedis(cedisFromPesewas(pricePesewas * votes));
      return `A bundle of ${votes} votes can cost at most ${single}, as much as the single votes`;
    }
    if (before && price < before.pricePesewas)
      return `A bundle of ${votes} votes cannot cost less than one of ${before.votes}`;
  }
  return null;
}

/** Why windows cannot be announced, in plain words; null when they can. @param windows in order of their start */
export function windowsProblem(pricePesewas: number, windows: readonly VoteWindow[]): string | null {
  if (windows.length > 0 && pricePesewas === 0) return 'Free votes always count once. Set a vote price first';
  for (const [nr, { from, until }] of windows.entries()) {
    if (Date.parse(until) <= Date.parse(from)) return 'A window must end after its start';
    const before = windows[nr - 1];
    if (before && Date.parse(from) < Date.parse(before.until)) return 'Windows cannot overlap';
  }
  return null;
}

/** What contests and categories show of their prices. */
export const bundlesView = s.list(s.object({ votes: s.like(s.count, 10), price: s.like(s.cedis, 8) }));
export const windowsView = s.list(
  s.object({ from: s.dateTime, until: s.dateTime, multiplier: s.like(s.count, 2) }),
);

/** Answers of the release before this one have neither bundles nor windows. */
interface ShownPrices {
  votePrice: number;
  bundles?: readonly BundleInput[] | undefined;
}

/** The rules that a contest's answer shows. */
export function rulesShownBy(contest: ShownPrices & { windows?: readonly VoteWindow[] }): PriceRules {
  return s.merged(pricesOf(contest), { windows: contest.windows ?? [] });
}

/** A category's own prices; undefined when it has none. */
export function ownPricesOf(
  category: { votePrice?: number | null; bundles?: readonly BundleInput[] } | undefined,
): Prices | undefined {
  const { votePrice, bundles } = category ?? {};
  return typeof votePrice === 'number' ? pricesOf({ votePrice, bundles }) : undefined;
}

function pricesOf({ votePrice, bundles }: ShownPrices): Prices {
  return { pricePesewas: pesewasFromCedis(votePrice) ?? 0, bundles: bundlesFrom(bundles ?? []) };
}
