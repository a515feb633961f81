import type { CompactTally, ContestTally } from '@abato/contracts';

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
