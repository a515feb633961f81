import type { FreeVote } from './free-vote.js';

/** More than these are forgotten. */
const MAX_OWED = 50_000;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Votes counted while Redis was away, that it is told about when it is back. */
export class OwedVotes {
  private votes = new Set<FreeVote>();

  add(votes: readonly FreeVote[]): void {
    for (const vote of votes) if (this.votes.size < MAX_OWED) this.votes.add(vote);
  }

  /** @returns whether Redis has not been told of the vote, and no longer has to be */
  forget(vote: FreeVote): boolean {
    return this.votes.delete(vote);
  }

  /** To be told by one call only: others beside it, or after it has become late, would charge the same again. */
  take(): FreeVote[] {
    const taken = [...this.votes];
    this.votes = new Set();
    return taken;
  }
}

/** As a vote that nothing but the counts of its phone and its device knows, and that no rule stops. */
export function alreadyCounted(vote: FreeVote): FreeVote {
  return {
    ...vote,
    limit: NO_LIMIT,
    deviceLimit: NO_LIMIT,
    proven: true,
    isOutside: false,
    address: null,
    neighbours: null,
    unknown: null,
    crowd: null,
    surge: null,
  };
}
