import type { InputOf, Rules } from './field-rule.js';
import { dateField, paragraphsField } from './shared-rules.js';
import * as s from './schema.js';

/** Free votes that look automated: when a person check is asked for, what is held back, and what became of it. */

/** AUTO: asked when a vote looks automated. ALWAYS: asked for every free vote. */
export const CHALLENGE_MODES = ['AUTO', 'ALWAYS'] as const;
export type ChallengeMode = (typeof CHALLENGE_MODES)[number];

/**
 * Why a vote was held. DEVICE_MANY_PHONES: one browser named more phones than a family has. NEIGHBOURING_PHONES: numbers
 * that follow each other voted from one network address. OUTSIDE_NETWORKS: more votes than usual came from networks outside of Ghana.
 * UNKNOWN_BROWSERS: more votes than usual came from senders without a device token. ONE_ADDRESS: one network address gave more votes of
 * numbers that are not proven than it may, and the number of this one could not be proven. SURGE: far more votes than usual came from new voters, and
 * the number of this one could not be proven. LIMITS_UNKNOWN: the limits could not be checked when it came, because Redis was away; the platform decides
 * or says another reason within a minute of its return.
 */
export const HOLD_REASONS = [
  'DEVICE_MANY_PHONES',
  'NEIGHBOURING_PHONES',
  'OUTSIDE_NETWORKS',
  'UNKNOWN_BROWSERS',
  'ONE_ADDRESS',
  'SURGE',
  'LIMITS_UNKNOWN',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const HELD_STATES = ['HELD', 'RELEASED', 'REJECTED'] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** Lists of held votes: by what became of them, and those that wait and whose voters ask that they be looked at again. */
export const HELD_LISTS = [...HELD_STATES, 'APPEALED'] as const;
export type HeldList = (typeof HELD_LISTS)[number];

/** What an organiser may decide about held votes. */
export const HELD_DECISIONS = ['RELEASED', 'REJECTED'] as const satisfies HeldState[];

/** Different phones one device may name per contest and hour; votes for more are held. */
export const PHONES_PER_DEVICE = 5;
/** Phones that differ only in their last two digits and may vote from one address per contest and hour; more are held. */
export const NEIGHBOURS_PER_ADDRESS = 10;
/** Free votes one address may give per contest in five minutes; from then on a person check is asked for. */
export const VOTES_PER_ADDRESS = 150;
/**
 * Free votes that all networks outside of Ghana together may give an open contest in a quarter of an hour: so many without a person
 * check, so many at all. A contest that usually gets more from there may get twice the usual, but not more than `mostTimes` the fixed
 * numbers; what is more is held.
 */
export const OUTSIDE_VOTES = { unasked: 150, most: 250, mostTimes: 4 } as const;

/**
 * Free votes that an open contest counts in a quarter of an hour from senders without a device token: `most`, or `knownPercent` of the votes that
 * senders with one usually give it in that time. One network (/24 of IPv4, /48 of IPv6) may give `networkPercent` of them, a wider one (/16,
 * /32) `widerPercent`; what is more is held.
 */
export const UNKNOWN_BROWSER_VOTES = {
  most: 150,
  minutes: 15,
  networkPercent: 60,
  widerPercent: 80,
  knownPercent: 10,
  /** Quarters of an hour that say what is usual. */
  usual: 12,
} as const;

/**
 * Votes of numbers that are not proven which one address (IPv4, or 48 bits of IPv6) may give an open contest in ten minutes, if its rules ask for
 * proofs: `most`, or those of `voters` voters who each give all they may, if that is more. For further votes the number must be proven.
 */
export const ADDRESS_VOTES = { most: 300, voters: 30 } as const;

/**
 * What an open contest counts of new voters in ten minutes, whatever addresses they have: what one address may give (`ADDRESS_VOTES`), or
 * `usualPercent` of what they usually gave it in the three hours before, if that is more. A voter is new until browser token and number are both older than the minutes that are added up: the token was
 * issued, and a vote of the number was counted, at least `settledMinutes` before. For further votes the number must be proven.
 */
export const SURGE_VOTES = { usualPercent: 150, settledMinutes: 15, numbersKnownDays: 60 } as const;

/** Votes decided by one call when they are named one by one. */
export const MAX_NAMED_DECISIONS = 500;

const named = s.object({ name: s.text });

export const heldVoteView = s.view('HeldVote', {
  id: s.id,
  voterName: s.nullable(s.text),
  /** Masked. */
  voterEmail: s.nullable(s.text),
  /** Masked. */
  voterPhone: s.text,
  voteCount: s.count,
  reason: s.oneOf(HOLD_REASONS),
  state: s.oneOf(HELD_STATES),
  heldAt: s.dateTime,
  decidedAt: s.nullable(s.dateTime),
  /** What the organiser gave as the reason, or that the deadline has passed; null for a vote that waits. */
  decisionReason: s.nullable(s.text),
  /** When its voter asked that it be looked at again; null: never. */
  appealedAt: s.nullable(s.dateTime),
  contestant: named,
  category: named,
});
export type HeldVoteView = s.Shown<typeof heldVoteView>;

const sums = s.object({ votes: s.count, transactions: s.count });

/** Free votes of a contest: received = counted + held + rejected. */
export const intakeFiguresView = s.view('IntakeFigures', {
  received: sums,
  counted: sums,
  held: sums,
  rejected: sums,
});
export type IntakeFigures = s.Shown<typeof intakeFiguresView>;

/** Why held votes are released or rejected. Public. */
export const decideHeldRules = { reason: paragraphsField('Reason is required', 500) } satisfies Rules;
export const decideHeldExamples = { reason: 'We called ten of these numbers; they are a choir on one phone' };

/** Release or reject held votes: those named, or all that wait (held for one cause, or whose voters ask that they be looked at again). */
export interface DecideHeldVotes {
  decision: (typeof HELD_DECISIONS)[number];
  voteIds?: string[];
  all?: true;
  heldFor?: HoldReason;
  appealed?: true;
  /** Why; public. */
  reason: string;
}

/** The public reason of held votes that no one decided until results had to become final. */
export const UNDECIDED_HELD_REASON = 'Not decided by the organiser before the deadline for results';

/** The public reasons of votes that were held for `LIMITS_UNKNOWN` and decided by the platform. */
export const CHECKED_LATER_REASON =
  'Received while limits could not be checked; checked since and within them';
export const OVER_LIMIT_REASON =
  'Received while limits could not be checked; more votes than its phone or device may give';

export const heldVotesDecidedView = s.view('HeldVotesDecided', {
  /** Transactions decided by this call; what was decided before is left as it was. */
  decided: s.count,
  votes: s.count,
  /** Transactions that still wait. */
  waiting: s.count,
});
export type HeldVotesDecided = s.Shown<typeof heldVotesDecidedView>;

/** Counted free votes of a contest that are taken out of the count together, and put back when that was a mistake (ADR 42). */

/** Ways in which voters cast. Votes entered by hand are undone one by one. */
export const QUARANTINE_CHANNELS = ['web', 'light', 'ussd'] as const;
/** Casts of one quarantine: a bound on its locks. */
export const MAX_QUARANTINE_CASTS = 50_000;
/** Hours in which a quarantine can be undone, as long as the contest has not ended. */
export const QUARANTINE_UNDO_HOURS = 24;
/** Networks that a preview lists. */
export const QUARANTINE_NETWORKS = 20;

export const quarantineSelectionRules = {
  /** Of the cast. */
  from: dateField('Start'),
  to: dateField('End'),
  contestantId: { type: 'uuid', label: 'Nominee' },
  /** The browser's token was younger when the vote was cast, or the browser had none. Votes of other ways are not chosen then. */
  tokenYoungerThanMinutes: { type: 'integer', label: 'Age of the token', min: [1], max: [600_000] },
  /** The opaque name of a sender's network in this contest. */
  networkGroup: {
    type: 'string',
    label: 'Network',
    pattern: [/^[0-9a-f]{16}$/, 'Choose a network from the list'],
  },
  channel: { type: 'string', label: 'Channel', oneOf: QUARANTINE_CHANNELS },
} satisfies Rules;
export type QuarantineSelection = InputOf<typeof quarantineSelectionRules>;
export const quarantineSelectionExamples = {
  from: '2026-12-01T18:00:00Z',
  to: '2026-12-01T18:10:00Z',
  tokenYoungerThanMinutes: 10,
  networkGroup: '9f0c1b2a3d4e5f60',
  channel: 'web',
};

export const quarantineRules = {
  ...quarantineSelectionRules,
  reason: paragraphsField('Reason is required', 500),
} satisfies Rules;
export type QuarantineInput = InputOf<typeof quarantineRules>;
export const quarantineExamples = {
  ...quarantineSelectionExamples,
  reason: 'A script cast these votes within ten minutes',
};

const chosenSums = { casts: s.count, votes: s.count, voters: s.count };

export const quarantinePreviewView = s.view('QuarantinePreview', {
  ...chosenSums,
  /** Share of the contest's votes, with those that are in quarantine already on one person's word; 0 to 1. */
  share: s.like(s.number, 0.02),
  /** Whether a second person, a super admin, has to confirm it. */
  needsSecondPerson: s.flag,
  /** All nominees, in the order of now. */
  nominees: s.list(
    s.object({
      contestantId: s.id,
      categoryId: s.id,
      name: s.text,
      /** Of the chosen ones. */
      chosen: s.count,
      votesBefore: s.count,
      votesAfter: s.count,
      rankBefore: s.count,
      rankAfter: s.count,
    }),
  ),
  /** Of the chosen votes, those with the most votes first, at most `QUARANTINE_NETWORKS`. */
  networks: s.list(s.object({ networkGroup: s.like(s.text, '9f0c1b2a3d4e5f60'), ...chosenSums })),
  /** How many networks there are in all. */
  networkCount: s.count,
});
export type QuarantinePreview = s.Shown<typeof quarantinePreviewView>;

export const QUARANTINE_STATES = ['WAITING', 'APPLIED', 'REJECTED', 'UNDONE'] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];

/** The person who asked for it would confirm it. */
export const QUARANTINE_SECOND_PERSON = 'Another person than the one who asked for this must confirm it.';

const person = s.object({ id: s.id, name: s.like(s.text, 'Ama Mensah') });

export const quarantineView = s.view('Quarantine', {
  id: s.id,
  contestId: s.id,
  from: s.dateTime,
  to: s.dateTime,
  contestantId: s.nullable(s.id),
  tokenYoungerThanMinutes: s.nullable(s.count),
  networkGroup: s.nullable(s.like(s.text, '9f0c1b2a3d4e5f60')),
  channel: s.nullable(s.oneOf(QUARANTINE_CHANNELS)),
  /** Public. */
  reason: s.text,
  state: s.oneOf(QUARANTINE_STATES),
  /** Chosen when it was asked for; once it is applied those that were taken out. */
  casts: s.count,
  votes: s.count,
  askedBy: person,
  askedAt: s.dateTime,
  appliedAt: s.nullable(s.dateTime),
  decidedBy: s.nullable(person),
  undoneAt: s.nullable(s.dateTime),
  /** Whether it can be undone now. */
  undoable: s.flag,
});
export type QuarantineView = s.Shown<typeof quarantineView>;

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
