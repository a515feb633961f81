/** Ballot codes that were just made, on their way to the printer. In memory only: who has a code has a vote. */
export interface NewBallotCodes {
  contestId: string;
  title: string;
  codes: string[];
}

let latest: NewBallotCodes | null = null;

export function keepNewCodes(codes: NewBallotCodes): void {
  latest = codes;
}

/** @returns null after a reload, or for another contest */
export function newCodesOf(contestId: string): NewBallotCodes | null {
  return latest?.contestId === contestId ? latest : null;
}
