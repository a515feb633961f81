/** The counts of a contest as browser and server both know them: their order, ranks and shares, and how they are sent to viewers. */

export interface ContestTally {
  contestId: string;
  /** Grows by at least one with every change of the contest's tally. */
  version: number;
  /** The version this message builds on; the first after a watch has 0 and carries every contestant. A client whose own version is below it watches again. */
  since: number;
  totalVotes: number;
  /** Absolute counts of every contestant that changed after `since`. */
  contestants: { id: string; categoryId: string; votes: number }[];
  /** Only for clients of compact frames, in a message that carries every contestant: the number that later frames name this list by. */
  roster?: number;
}

/** What ranks and shares are computed from: by the API for the first answer, by the client for every live update. */
export interface Countable {
  id: string;
  name: string;
  order: number;
  votes: number;
}

/**
 * The public order: by count, ties by `order`, then name, then id (so that two readers never disagree).
 * @returns a new array
 */
export function byVotes<T extends Countable>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => b.votes - a.votes || compareByOrder(a, b));
}

/** The order while results are hidden: nothing in it depends on a count. */
export function compareByOrder(a: Omit<Countable, 'votes'>, b: Omit<Countable, 'votes'>): number {
  return a.order - b.order || compareText(a.name, b.name) || compareText(a.id, b.id);
}

/** Code-unit comparison: the same on every machine, whatever its locale data. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Standard competition ranking: equal counts share a rank (1, 1, 3).
 * @returns rank by id
 */
export function ranks(items: readonly { id: string; votes: number }[]): Map<string, number> {
  const sorted = [...items].sort((a, b) => b.votes - a.votes);
  const result = new Map<string, number>();
  let rank = 0;
  sorted.forEach((item, index) => {
    if (item.votes !== sorted[index - 1]?.votes) rank = index + 1;
    result.set(item.id, rank);
  });
  return result;
}

/** Share in percent with one decimal; 0 when nothing was counted. */
export function percentage(votes: number, total: number): number {
  return total > 0 ? Math.round((votes / total) * 1000) / 10 : 0;
}

/** What a client gives as `auth.frames` in the handshake to get changed counts as compact frames. */
export const COMPACT_FRAMES = 'compact';
/** The event of a compact frame: one letter, because it is sent to every viewer several times a second. */
export const COMPACT_EVENT = 't';

/**
 * A `contest:tally` without names: [roster, version, version - since, totalVotes, position, votes, position, votes …]. The roster names the list of
 * contestants that an earlier `contest:tally` brought, a position is one of that list, counts are absolute.
 */
export type CompactTally = readonly number[];

/** The contestants of a contest in one order, under a number above 0 that means them and this order on one connection. */
export class Roster {
  private readonly positions: ReadonlyMap<string, number>;
  private readonly people: ContestTally['contestants'];

  /** @param whole its contestants, in its order, are the roster */
  constructor(
    readonly number: number,
    { contestants }: ContestTally,
  ) {
    this.people = contestants;
    this.positions = new Map(contestants.map(({ id }, position) => [id, position]));
  }

  /** Whether a whole tally names the same contestants in the same order. */
  isOf({ contestants }: ContestTally): boolean {
    return (
      this.people.length === contestants.length &&
      this.people.every(
        ({ id, categoryId }, at) => id === contestants[at]?.id && categoryId === contestants[at]?.categoryId,
      )
    );
  }

  /** @returns null for a tally that names a contestant who is not of the roster */
  encode({ version, since, totalVotes, contestants }: ContestTally): CompactTally | null {
    const frame = [this.number, version, version - since, totalVotes];
    for (const { id, categoryId, votes } of contestants) {
      const position = this.positions.get(id);
      if (position === undefined || this.people[position]?.categoryId !== categoryId) return null;
      frame.push(position, votes);
    }
    return frame;
  }
}

/** A client's side of one connection. Its code is part of what every visitor loads. */
export class CompactReader {
  private readonly lists = new Map<number, ContestTally>();

  /** Every `contest:tally` that came as JSON: one with a roster says what later frames mean. */
  learn(tally: ContestTally): void {
    if (!tally.roster) return;
    for (const [roster, { contestId }] of this.lists)
      if (contestId === tally.contestId) this.lists.delete(roster);
    this.lists.set(tally.roster, tally);
  }

  /** @returns null for a frame whose roster is not known: a whole tally is on its way */
  read([roster = 0, version = 0, step = 0, totalVotes = 0, ...counts]: CompactTally): ContestTally | null {
    const list = this.lists.get(roster);
    if (!list) return null;
    const contestants: ContestTally['contestants'] = [];
    for (let at = 0; at < counts.length; at += 2) {
      const known = list.contestants[counts[at] ?? -1];
      if (!known) return null;
      contestants.push({ ...known, votes: counts[at + 1] ?? 0 });
    }
    return { contestId: list.contestId, version, since: version - step, totalVotes, contestants };
  }

  /** A new connection counts its rosters anew. */
  forget(): void {
    this.lists.clear();
  }
}
