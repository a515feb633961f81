import type { ContestTally } from './live.js';

/** What a client gives as `auth.frames` in the handshake to get changed counts as compact frames. */
export const COMPACT_FRAMES = 'compact';
/** The event of a compact frame: one letter, because it is sent to every viewer several times a second. */
export const COMPACT_EVENT = 't';

/**
 * A `contest:tally` without names: [roster, version, version - since, totalVotes, position, votes, position, votes …]. The roster names the list of
 * contestants that an earlier `contest:tally` brought, a position is one of that list, counts are absolute.
 */
export type CompactTally = readonly number[];

const HEAD_NUMBERS = 4;

/** The contestants of a contest in one order, under a number that means them and this order on one connection. */
export class Roster {
  private readonly positions: ReadonlyMap<string, number>;

  /** @param tally a whole one: its contestants, in its order, are the roster */
  constructor(
    readonly number: number,
    private readonly tally: ContestTally,
  ) {
    this.positions = new Map(tally.contestants.map(({ id }, position) => [id, position]));
  }

  /** Whether a whole tally names the same contestants in the same order. */
  isOf({ contestants }: ContestTally): boolean {
    const own = this.tally.contestants;
    return (
      own.length === contestants.length &&
      own.every(
        ({ id, categoryId }, at) => id === contestants[at]?.id && categoryId === contestants[at]?.categoryId,
      )
    );
  }

  /** @returns null for a tally that names a contestant who is not of the roster */
  encode({ version, since, totalVotes, contestants }: ContestTally): CompactTally | null {
    const frame = [this.number, version, version - since, totalVotes];
    for (const { id, categoryId, votes } of contestants) {
      const position = this.positions.get(id);
      if (position === undefined || this.tally.contestants[position]?.categoryId !== categoryId) return null;
      frame.push(position, votes);
    }
    return frame;
  }

  /** @returns null for a frame that cannot be of this roster */
  decode(frame: CompactTally): ContestTally | null {
    const [, version = 0, step = 0, totalVotes = 0] = frame;
    const contestants: ContestTally['contestants'] = [];
    for (let at = HEAD_NUMBERS; at < frame.length; at += 2) {
      const known = this.tally.contestants[frame[at] ?? -1];
      if (!known) return null;
      contestants.push({ id: known.id, categoryId: known.categoryId, votes: frame[at + 1] ?? 0 });
    }
    return { contestId: this.tally.contestId, version, since: version - step, totalVotes, contestants };
  }
}

/** A client's side of one connection. */
export class CompactReader {
  private readonly rosters = new Map<number, Roster>();
  private readonly numbers = new Map<string, number>();

  /** Every `contest:tally` that came as JSON: one with a roster says what later frames mean. */
  learn(tally: ContestTally): void {
    const { contestId, roster } = tally;
    if (roster === undefined) return;
    this.rosters.delete(this.numbers.get(contestId) ?? -1);
    this.numbers.set(contestId, roster);
    this.rosters.set(roster, new Roster(roster, tally));
  }

  /** @returns null for a frame whose roster is not known: a whole tally is on its way */
  read(frame: CompactTally): ContestTally | null {
    return this.rosters.get(frame[0] ?? -1)?.decode(frame) ?? null;
  }

  /** A new connection counts its rosters anew. */
  forget(): void {
    this.rosters.clear();
    this.numbers.clear();
  }
}
