import type { VoteDecisionKind } from '../../held-vote.js';
import { plural } from '../plural.js';

/** What was decided about a vote, as its voter reads it. The time is Ghana's (UTC). */
export const voteDecisionTexts: Record<VoteDecisionKind, (time: string) => string> = {
  RELEASED: (time) => `This vote was held, and let in on ${time}.`,
  REJECTED: (time) => `This vote was held, and rejected on ${time}.`,
  QUARANTINED: (time) => `The organiser took this vote out of the count on ${time}.`,
  RESTORED: (time) => `The organiser put this vote back into the count on ${time}.`,
};

/** Beside a ranking whose order depends on votes that were held and then let in. */
export const releasedDecideText = (votes: number): string =>
  plural(votes, {
    one: '# vote here was held as suspicious and then let in by the organiser. Without it the order would be different.',
    other:
      '# votes here were held as suspicious and then let in by the organiser. Without them the order would be different.',
  });

export const voteDecisionReason = (reason: string): string => `Reason given: ${reason}`;
