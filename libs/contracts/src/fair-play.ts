import { HELD_DECISIONS, HOLD_REASONS } from './held-vote.js';
import * as s from './schema.js';
import { VERIFICATION_LEVELS } from './verification.js';

/** Hours of one answer: a week. */
export const FAIR_PLAY_HOURS = 168;
/** An hour with fewer held and rejected casts has no reasons: they could say why the vote of one known voter was held. */
export const FAIR_PLAY_LEAST_CASTS = 5;
/** Decisions about held votes in one answer. */
export const FAIR_PLAY_DECISIONS = 100;

/** `held`: whatever became of them. `rejected`: still. */
const heldFor = s.object({ reason: s.oneOf(HOLD_REASONS), held: s.count, rejected: s.count });

/**
 * How free votes of a contest were treated. Every figure counts votes, not people. While results are hidden no figure is told: each of them
 * would tell something about the result.
 */
export const fairPlayView = s.view('FairPlay', {
  contestId: s.id,
  /** When a free vote counts. Votes that are paid for through the provider are proven by their payment and are in none of these figures. */
  level: s.oneOf(VERIFICATION_LEVELS),
  /** Free votes, and those that the organiser entered, that count; null while results are hidden, as all figures. */
  counted: s.nullable(s.count),
  /** Looked automated and were held when they arrived, whatever became of them: the figure never shrinks. Also of nominees that are not shown any more. */
  held: s.nullable(s.count),
  /** Of the held ones: let in by the organiser. They are among those that count. Never shrinks. */
  released: s.nullable(s.count),
  /** Of the held ones: rejected. One that was let in after all is in both figures, so that none shrinks. */
  rejected: s.nullable(s.count),
  /** Of the held ones: wait for the organiser's decision. */
  waiting: s.nullable(s.count),
  /** Of those that count: cast from a proven number, by a listed voter, or by a number that its network vouches for. */
  verified: s.nullable(s.count),
  /** Of those that count: entered by the organiser, also for cash. The log has them as `manual`. */
  enteredByHand: s.nullable(s.count),
  /** `verified` in `counted`, 0 to 1; null also without a vote. */
  verifiedShare: s.nullable(s.like(s.number, 0.98)),
  reasons: s.list(heldFor),
  /** The same for each nominee of whom votes were held; one that is not in the contest's list is not shown any more. */
  nominees: s.list(s.object({ contestantId: s.id, held: s.count, released: s.count, rejected: s.count })),
  /** What was decided about held votes, the newest first; at most `FAIR_PLAY_DECISIONS`. */
  decisions: s.list(
    s.object({
      contestantId: s.id,
      decision: s.oneOf(HELD_DECISIONS),
      votes: s.count,
      casts: s.count,
      /** As the organiser typed it; null before reasons were asked for. */
      reason: s.nullable(s.text),
      /** UTC. */
      minute: s.like(s.text, '2026-12-01T18:00Z'),
    }),
  ),
  /** How many decisions there are in all. */
  decisionCount: s.count,
  /** The newest hours with a vote, the oldest first. Counted votes are in the hour in which they were counted, others in that of their arrival. */
  hours: s.list(
    s.object({
      hour: s.dateTime,
      counted: s.count,
      held: s.count,
      rejected: s.count,
      /** Those there were; none for an hour with few held and rejected casts. */
      reasons: s.list(heldFor),
    }),
  ),
});
export type FairPlay = s.Shown<typeof fairPlayView>;
