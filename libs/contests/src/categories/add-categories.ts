import type { EntityManager } from 'typeorm';
import { newId } from '@abato/platform';
import { Contestant } from '../contestants/contestant.entity.js';
import { Category } from './category.entity.js';

/** Rows of one statement: PostgreSQL takes 65,535 parameters, a contestant has nine. */
const BATCH = 1_000;

type AddedCategory = Pick<Category, 'name' | 'description' | 'order' | 'votePricePesewas' | 'bundles'> & {
  contestants: Pick<Contestant, 'name' | 'bio' | 'photo' | 'order'>[];
};

/** Write the categories of a new contest, with their contestants. */
export async function addCategories(
  manager: EntityManager,
  contestId: string,
  categories: readonly AddedCategory[],
  now: Date,
): Promise<void> {
  const isNew = { contestId, createdAt: now, updatedAt: now };
  const rows = categories.map(({ contestants, ...category }) => ({
    category: { id: newId(), ...category, ...isNew },
    contestants,
  }));
  if (rows.length)
    await manager.insert(
      Category,
      rows.map(({ category }) => category),
    );
  const contestants = rows.flatMap(({ category, contestants: added }) =>
    added.map((contestant) => ({ id: newId(), categoryId: category.id, ...contestant, ...isNew })),
  );
  for (let start = 0; start < contestants.length; start += BATCH)
    await manager.insert(Contestant, contestants.slice(start, start + BATCH));
}
