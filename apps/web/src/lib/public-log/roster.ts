import type { PublicContestView } from '@abato/contracts';
import type { Entry } from './entry';

/** Who stands behind the ids of a log: its entries of the kind `roster` (docs/log-format.md). */

export interface Nominee {
  name: string;
  code: string;
  categoryId: string;
}

/** Names of categories, and nominees, by their ids. */
export interface Roster {
  categories: ReadonlyMap<string, string>;
  contestants: ReadonlyMap<string, Nominee>;
}

/** What differs between two lists; null on the side that does not have it. */
export interface RosterChange {
  what: 'category' | 'nominee' | 'name' | 'code' | 'categoryOf';
  /** The category or nominee, as the first of the lists names it. */
  name: string;
  from: string | null;
  to: string | null;
}

/** Puts the parts of a list together. */
export class RosterParts {
  private parts: Entry[] = [];

  /** Whether the next entry must be a part of this list. */
  get isOpen(): boolean {
    return this.parts.length > 0;
  }

  /** @returns the list once its last part is there @throws Error for what is no part of it */
  add(entry: Entry): Roster | null {
    const { part = 1, parts = 1 } = entry;
    const isNext =
      part === this.parts.length + 1 &&
      this.parts.every((one) => one.parts === parts && one.minute === entry.minute);
    if (!isNext || typeof parts !== 'number' || part > parts) throw new Error('a list has other parts');
    this.parts.push(entry);
    if (part < parts) return null;
    const whole = this.parts;
    this.parts = [];
    return {
      categories: new Map(
        whole.flatMap((one) => rowsOf(one.categories)).map((row) => [textOf(row.id), textOf(row.name)]),
      ),
      contestants: new Map(
        whole
          .flatMap((one) => rowsOf(one.contestants))
          .map((row) => [
            textOf(row.id),
            { name: textOf(row.name), code: textOf(row.code), categoryId: textOf(row.categoryId) },
          ]),
      ),
    };
  }
}

function rowsOf(list: unknown): Entry[] {
  if (!Array.isArray(list)) throw new Error('a list is missing');
  return list as Entry[];
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a list has no texts');
  return value;
}

/** The names of the public page, as a list of the log. */
export function rosterOfPage({ categories }: Pick<PublicContestView, 'categories'>): Roster {
  return {
    categories: new Map(categories.map(({ id, name }) => [id, name])),
    contestants: new Map(
      categories.flatMap(({ contestants }) =>
        contestants.map(({ id, name, code, categoryId }) => [id, { name, code, categoryId }] as const),
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
    const [from = null, to = null] = [before.categories.get(id), after.categories.get(id)];
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
      changes.push({ what: 'categoryOf', name: from.name, from: category ?? null, to: next ?? null });
    }
  }
  return changes;
}

/** The list of a receipt: parts of one list, one after another, all before the vote. @returns null for none, and for anything else */
export function rosterBefore(
  logged: readonly { index: number; entry: Entry }[],
  vote: number,
): Roster | null {
  const parts = new RosterParts();
  let roster: Roster | null = null;
  for (const [nr, { index, entry }] of logged.entries()) {
    const isNext = nr === 0 || index === (logged[nr - 1]?.index ?? 0) + 1;
    if (entry.kind !== 'roster' || index >= vote || !isNext || roster) return null;
    try {
      roster = parts.add(entry);
    } catch {
      return null;
    }
  }
  return roster;
}
