import { readVoteAgain } from '@/lib/payment/pending-payment';

/** What the form holds: texts, as they were typed. */
export interface VoteForm {
  voteCount: string;
  voterName: string;
  voterEmail: string;
  voterPhone: string;
  /** In contests with an electorate. */
  ballotCode?: string;
}

/** A free vote that was just counted. */
export interface CountedVote {
  contestantId: string;
  votes: number;
  receiptCode: string | null;
}

const EMPTY: VoteForm = { voteCount: '1', voterName: '', voterEmail: '', voterPhone: '' };
let draft: VoteForm = EMPTY;
let draftOf: string | null = null;

/**
 * What was last typed on this page, sent or not: the voter's details for every contestant, the number of votes for the same one only.
 * In memory, because phones are shared; and the number of votes of a payment that failed, which left the page.
 */
export function draftFor(contestantId: string): VoteForm {
  const begun = draftOf === null ? readVoteAgain({ contestantId }) : null;
  if (begun) return { ...EMPTY, voteCount: begun.voteCount };
  return draftOf === contestantId ? draft : { ...draft, voteCount: EMPTY.voteCount };
}

/** Keep what is typed; a dialog that is closed opens again with it. A ballot code is one voter's: the next one at this device types another. */
export function keepDraft(contestantId: string, { ballotCode: _, ...values }: VoteForm): void {
  draft = values;
  draftOf = contestantId;
}
