import { type EntityManager, IsNull, Not } from 'typeorm';
import {
  type Bundle,
  bundlesProblem,
  END_AFTER_START,
  type KeptSettings,
  type Prices,
  type VoteWindow,
  windowsProblem,
} from '@abato/contracts';
import { AppError } from '@abato/platform';
import { Category } from '../contests/contest.entity.js';

interface ContestPrices {
  votePricePesewas?: number;
  bundles?: readonly Bundle[];
  windows?: readonly VoteWindow[];
}

/** @throws AppError VALIDATION_FAILED 'End date must be after start date' */
export function assertOrder({ startDate, endDate }: Pick<KeptSettings, 'startDate' | 'endDate'>): void {
  if (endDate <= startDate) throw AppError.validation([{ field: 'endDate', message: END_AFTER_START }]);
}

/** @throws AppError VALIDATION_FAILED for bundles or windows that do not fit the price */
export function assertPrices({ votePricePesewas = 0, bundles = [], windows = [] }: ContestPrices): void {
  assertBundles({ pricePesewas: votePricePesewas, bundles });
  const message = windowsProblem(votePricePesewas, windows);
  if (message) throw AppError.validation([{ field: 'windows', message }]);
}

/**
 * Prices that a category has, or is given.
 * @throws AppError VALIDATION_FAILED
 */
export function assertCategoryPrices(
  contestPricePesewas: number,
  { votePricePesewas, bundles }: { votePricePesewas: number | null; bundles: readonly Bundle[] },
): void {
  if (votePricePesewas === null) {
    if (!bundles.length) return;
    const message = 'Bundles of a category need a vote price of its own';
    throw AppError.validation([{ field: 'bundles', message }]);
  }
  if (contestPricePesewas === 0) {
    const message = 'A category of a free contest is free';
    throw AppError.validation([{ field: 'votePrice', message }]);
  }
  assertBundles({ pricePesewas: votePricePesewas, bundles });
}

function assertBundles(prices: Prices): void {
  const message = bundlesProblem(prices);
  if (message) throw AppError.validation([{ field: 'bundles', message }]);
}

/** For a contest that becomes free, under its lock. @throws AppError VALIDATION_FAILED while a category has a price */
export async function assertNoOwnPrices(manager: EntityManager, contestId: string): Promise<void> {
  const priced = await manager.findOne(Category, {
    where: { contestId, votePricePesewas: Not(IsNull()), archivedAt: IsNull() },
    order: { order: 'ASC', id: 'ASC' },
  });
  if (!priced) return;
  const message = `The category ${priced.name} has a price of its own. Remove it first`;
  throw AppError.validation([{ field: 'votePrice', message }]);
}
