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
