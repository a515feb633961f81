import { HELD_DECISIONS, HOLD_REASONS } from './held-vote.js';
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
  text,
  view,
} from './schema.js';
import { VERIFICATION_LEVELS } from './verification.js';

/** Hours of one answer: a week. */
export const FAIR_PLAY_HOURS = 168;
/** An hour with fewer held and rejected casts has no reasons: they could say why the vote of one known voter was held. */
export const FAIR_PLAY_LEAST_CASTS = 5;
/** Decisions about held votes in one answer. */
export const FAIR_PLAY_DECISIONS = 100;

/** `held`: whatever became of them. `rejected`: still. */
const heldFor = object({ reason: oneOf(HOLD_REASONS), held: count, rejected: count });

/**
 * How free votes of a contest were treated. Every figure counts votes, not people. While results are hidden no figure is told: each of them
 * would tell something about the result.
 */
export const fairPlayView = view('FairPlay', {
  contestId: id,
  /** When a free vote counts. Votes that are paid for through the provider are proven by their payment and are in none of these figures. */
  level: oneOf(VERIFICATION_LEVELS),
  /** Free votes, and those that the organiser entered, that count; null while results are hidden, as all figures. */
  counted: nullable(count),
  /** Looked automated and were held when they arrived, whatever became of them: the figure never shrinks. Also of nominees that are not shown any more. */
  held: nullable(count),
  /** Of the held ones: let in by the organiser. They are among those that count. Never shrinks. */
  released: nullable(count),
  /** Of the held ones: rejected. One that was let in after all is in both figures, so that none shrinks. */
  rejected: nullable(count),
  /** Of the held ones: wait for the organiser's decision. */
  waiting: nullable(count),
  /** Of those that count: cast from a proven number, by a listed voter, or by a number that its network vouches for. */
  verified: nullable(count),
  /** Of those that count: entered by the organiser, also for cash. The log has them as `manual`. */
  enteredByHand: nullable(count),
  /** `verified` in `counted`, 0 to 1; null also without a vote. */
  verifiedShare: nullable(like(number, 0.98)),
  reasons: list(heldFor),
  /** The same for each nominee of whom votes were held; one that is not in the contest's list is not shown any more. */
  nominees: list(object({ contestantId: id, held: count, released: count, rejected: count })),
  /** What was decided about held votes, the newest first; at most `FAIR_PLAY_DECISIONS`. */
  decisions: list(
    object({
      contestantId: id,
      decision: oneOf(HELD_DECISIONS),
      votes: count,
      casts: count,
      /** As the organiser typed it; null before reasons were asked for. */
      reason: nullable(text),
      /** UTC. */
      minute: like(text, '2026-12-01T18:00Z'),
    }),
  ),
  /** How many decisions there are in all. */
  decisionCount: count,
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
