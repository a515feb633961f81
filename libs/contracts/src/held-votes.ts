/** Free votes that look automated: when a person check is asked for, what is held back, and what became of it. */

/** AUTO: asked of whoever looks automated. ALWAYS: asked for every free vote. */
export const CHALLENGE_MODES = ['AUTO', 'ALWAYS'] as const;
export type ChallengeMode = (typeof CHALLENGE_MODES)[number];

/**
 * Why a vote was held. DEVICE_MANY_PHONES: one browser named more phones than a family has. NEIGHBOURING_PHONES: numbers
 * that follow each other voted from one network address.
 */
export const HOLD_REASONS = ['DEVICE_MANY_PHONES', 'NEIGHBOURING_PHONES'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const HELD_STATES = ['HELD', 'RELEASED', 'REJECTED'] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** Different phones one device may name per contest and hour; votes for more are held. */
export const PHONES_PER_DEVICE = 5;
/** Phones that differ only in their last two digits and may vote from one address per contest and hour; more are held. */
export const NEIGHBOURS_PER_ADDRESS = 10;
/** Free votes one address may cast per contest in five minutes; from then on a person check is asked for. */
export const CASTS_PER_ADDRESS = 150;

/** Votes decided by one call when they are named one by one. */
export const MAX_NAMED_DECISIONS = 500;

/** An ALTCHA challenge (version 2). Solving it costs a phone about a second. */
export interface PersonChallenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    keySignature?: string;
    expiresAt?: number;
    data?: Record<string, string | number | boolean | null>;
  };
  signature?: string;
}

export interface HeldVoteView {
  id: string;
  voterName: string | null;
  /** Masked. */
  voterEmail: string | null;
  /** Masked. */
  voterPhone: string;
  voteCount: number;
  reason: HoldReason;
  state: HeldState;
  heldAt: string;
  decidedAt: string | null;
  contestant: { name: string };
  category: { name: string };
}

interface VoteFigure {
  votes: number;
  transactions: number;
}

/** Free votes of a contest: received = counted + held + rejected. */
export interface VoteIntake {
  received: VoteFigure;
  counted: VoteFigure;
  held: VoteFigure;
  rejected: VoteFigure;
}

/** Release or reject held votes: those named, or all that wait (of one reason). */
export interface DecideHeldVotes {
  decision: Exclude<HeldState, 'HELD'>;
  voteIds?: string[];
  all?: true;
  reason?: HoldReason;
}

export interface HeldVotesDecided {
  /** Transactions decided by this call; what was decided before is left as it was. */
  decided: number;
  votes: number;
  /** Transactions that still wait. */
  waiting: number;
}
