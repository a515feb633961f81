import { HOLD_REASONS } from './held-vote.js';
import {
  count,
  dateTime,
  id,
  like,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shown,
  view,
} from './schema.js';
import { VERIFICATION_LEVELS } from './verification.js';

/** Hours of one answer: a week. */
export const FAIR_PLAY_HOURS = 168;
/** An hour with fewer held and rejected casts has no reasons: they could say why the vote of one known voter was held. */
export const FAIR_PLAY_LEAST_CASTS = 5;

const heldFor = object({ reason: oneOf(HOLD_REASONS), held: count, rejected: count });

/**
 * How free votes of a contest were treated. Every figure counts votes, not people. While results are hidden no figure is told: each of them
 * would tell something about the result.
 */
export const fairPlayView = view('FairPlay', {
  contestId: id,
  /** When a free vote counts. Votes that are paid for are proven by their payment and are in none of these figures. */
  level: oneOf(VERIFICATION_LEVELS),
  /** Free votes that count; null while results are hidden, as all figures. */
  counted: nullable(count),
  /** Look automated, and wait for the organiser's decision. */
  held: nullable(count),
  /** Looked automated, and were rejected by the organiser. */
  rejected: nullable(count),
  /** Of those that count: cast from a proven number, by a listed voter, or by a number that its network vouches for. */
  verified: nullable(count),
  /** Of those that count: entered by the organiser. */
  enteredByHand: nullable(count),
  /** `verified` in `counted`, 0 to 1; null also without a vote. */
  verifiedShare: nullable(like(number, 0.98)),
  reasons: list(heldFor),
  /** The newest hours with a vote, the oldest first. Counted votes are in the hour in which they were counted, others in that of their arrival. */
  hours: list(
    object({
      hour: dateTime,
      counted: count,
      held: count,
      rejected: count,
      /** Those there were; none for an hour with few held and rejected casts. */
      reasons: list(heldFor),
    }),
  ),
});
export type FairPlay = Shown<typeof fairPlayView>;
