import { type DataSource, IsNull } from 'typeorm';
import type { Prices } from '@abato/contracts';
import { Category, Contest, Contestant } from './contest.entity.js';
import { newestAmendment } from '../rules/seals.js';
import type { ContestFacts } from './public-view.js';

/** A contest as the cast path and the public pages need it: everything but the counts. */
export interface CachedContest {
  facts: Omit<ContestFacts, 'counts' | 'refusal' | 'provisional'>;
  ownerId: string;
  hostIsActive: boolean;
  isRehearsal: boolean;
  /** Of `contests`: votes priced by older rules are not written. */
  pricingVersion: number;
  /** Categories with a price of their own. */
  pricesOf: ReadonlyMap<string, Prices>;
  /** Category of every contestant that may be voted for. */
  categoryOf: ReadonlyMap<string, string>;
  /** Changes whenever the entry is loaded anew: part of every cache key built on it. */
  revision: number;
}

/** @returns null for an unknown or archived contest */
export async function readContest(
  source: DataSource,
  id: string,
): Promise<Omit<CachedContest, 'revision'> | null> {
  const contest = await source.getRepository(Contest).findOne({
    where: { id, archivedAt: IsNull() },
    relations: { host: true },
  });
  if (!contest) return null;
  const of = { contestId: id, archivedAt: IsNull() };
  const [kept, people] = await Promise.all([
    source.getRepository(Category).findBy(of),
    source.getRepository(Contestant).findBy(of),
  ]);
  const categories = kept.map((category) => ({
    ...category,
    contestants: people.filter(({ categoryId }) => categoryId === category.id),
  }));
  return {
    facts: {
      ...contest,
      host: contest.host,
      categories,
      amendment: await newestAmendment(source, id),
    },
    ownerId: contest.userId,
    hostIsActive: contest.host.isActive,
    isRehearsal: contest.isRehearsal,
    pricingVersion: contest.pricingVersion,
    pricesOf: new Map(
      categories.flatMap(({ id: category, votePricePesewas: pricePesewas, bundles }) =>
        pricePesewas === null ? [] : [[category, { pricePesewas, bundles }] as const],
      ),
    ),
    categoryOf: new Map(categories.flatMap((c) => c.contestants.map((person) => [person.id, c.id] as const))),
  };
}
