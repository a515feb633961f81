import type { PublicContestView } from '@abato/contracts';
import { type Roster, Rosters } from '@abato/verifier/roster.mjs';
import type { Entry } from './entry';

/** Who stands behind the ids of a log: its entries of the kind `roster` (docs/log-format.md). */

/** What differs between two lists; null on the side that does not have it. */
export interface RosterChange {
  what: 'category' | 'nominee' | 'name' | 'code' | 'categoryOf';
  /** The category or nominee, as the first of the lists names it. */
  name: string;
  from: string | null;
  to: string | null;
}

/** The names of the public page, as a list of the log. */
export function rosterOfPage({ categories }: Pick<PublicContestView, 'categories'>): Roster {
  return {
    categories: new Map(categories.map((category) => [category.id, category])),
    contestants: new Map(
      categories.flatMap(({ contestants }) =>
        contestants.map((contestant) => [contestant.id, contestant] as const),
      ),
    ),
  };
}

/** What is on one list and differs on another: categories first. */
export function rosterChanges(before: Roster, after: Roster): RosterChange[] {
  const changes: RosterChange[] = [];
  const compare = (
    what: RosterChange['what'],
    name: string,
    from: string | null,
    to: string | null,
  ): void => {
    if (from !== to) changes.push({ what, name, from, to });
  };
  for (const id of new Set([...before.categories.keys(), ...after.categories.keys()])) {
    const [from = null, to = null] = [before, after].map((list) => list.categories.get(id)?.name);
    compare('category', from ?? to ?? '', from, to);
  }
  for (const id of new Set([...before.contestants.keys(), ...after.contestants.keys()])) {
    const [from, to] = [before.contestants.get(id), after.contestants.get(id)];
    if (!from || !to) {
      compare('nominee', (from ?? to)?.name ?? '', from?.name ?? null, to?.name ?? null);
      continue;
    }
    compare('name', from.name, from.name, to.name);
    compare('code', from.name, from.code, to.code);
    if (from.categoryId !== to.categoryId) {
      const [category, next] = [before.categories.get(from.categoryId), after.categories.get(to.categoryId)];
      changes.push({
        what: 'categoryOf',
        name: from.name,
        from: category?.name ?? null,
        to: next?.name ?? null,
      });
    }
  }
  return changes;
}

/** The list of a receipt: parts of one list, one after another, all before the vote. @returns null for none, and for anything else */
export function rosterBefore(
  logged: readonly { index: number; entry: Entry }[],
  vote: number,
): Roster | null {
  const rosters = new Rosters();
  for (const [nr, { index, entry }] of logged.entries()) {
    const isNext = nr === 0 || index === (logged[nr - 1]?.index ?? 0) + 1;
    if (entry.kind !== 'roster' || index >= vote || !isNext || rosters.newest) return null;
    try {
      rosters.add(entry, index);
    } catch {
      return null;
    }
  }
  return rosters.newest;
}
