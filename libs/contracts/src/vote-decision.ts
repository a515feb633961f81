import * as s from './schema.js';

/**
 * What people decide about one vote that a voter cast, after it was received. RELEASED, REJECTED: of a held vote. QUARANTINED: taken out of the
 * count. RESTORED: in the count again.
 */
export const VOTE_DECISIONS = ['RELEASED', 'REJECTED', 'QUARANTINED', 'RESTORED'] as const;
export type VoteDecisionKind = (typeof VOTE_DECISIONS)[number];

const decision = s.object({
  kind: s.oneOf(VOTE_DECISIONS),
  /** As it was typed; null where none was asked for. */
  reason: s.nullable(s.like(s.text, 'We called ten of these numbers')),
  /** UTC. */
  minute: s.like(s.text, '2026-12-01T18:00Z'),
});
export type VoteDecision = s.Shown<typeof decision>;
/** The oldest first. */
export const voteDecisions = s.list(decision);
