import type { FieldRule, InputOf, Rules } from './field-rule.js';
import { choiceQuery, idQuery } from './query.js';
import {
  count,
  dateTime,
  flag,
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

/** Dress rehearsals: votes and viewers made for a contest of their own, which the public does not see (ADR 157). */

/** How the votes come over the time: always at the highest rate; rising to it; a low rate with the highest one in the middle third. */
export const REHEARSAL_SHAPES = ['STEADY', 'RISING', 'PEAK'] as const;
export type RehearsalShape = (typeof REHEARSAL_SHAPES)[number];

/** STOPPED: by a person or, with a `reason`, for the voters of another organiser. INTERRUPTED: its worker ended, or none took it. FAILED: it could not be made, `reason` says why. */
export const REHEARSAL_STATES = ['WAITING', 'RUNNING', 'DONE', 'STOPPED', 'INTERRUPTED', 'FAILED'] as const;
export type RehearsalState = (typeof REHEARSAL_STATES)[number];

/** The settings decide how much is allowed; these are bounds of the settings. Numbers of their own: bundlers keep what reads a property. */
const MOST_PER_SECOND = 50_000;
const MOST_VIEWERS = 50_000;
const MOST_MINUTES = 240;
/** A rehearsal of a larger contest has no more contestants than this. */
export const MOST_REHEARSED_CONTESTANTS = 1_000;

/* @__NO_SIDE_EFFECTS__ */
const amount = (label: string, max: number) =>
  ({
    type: 'integer',
    required: `${label} is required`,
    min: [1, `${label} must be at least 1`],
    max: [max],
  }) satisfies FieldRule;

export const startRehearsalRules = {
  /** The contest whose numbers of categories and contestants are rehearsed. Organisers must name one of theirs. */
  contestId: { type: 'uuid' },
  votesPerSecond: amount('Votes per second', MOST_PER_SECOND),
  viewers: amount('Viewers', MOST_VIEWERS),
  minutes: {
    type: 'number',
    required: 'Minutes is required',
    min: [0.05, 'Minutes must be at least 0.05'],
    max: [MOST_MINUTES],
    decimals: [2],
  },
  shape: { type: 'string', required: 'Shape is required', oneOf: REHEARSAL_SHAPES },
  /** Contests with real voters are open, or open soon, and the load is made all the same. */
  confirmed: { type: 'boolean' },
} satisfies Rules;
export type StartRehearsalInput = InputOf<typeof startRehearsalRules>;
export const startRehearsalExamples = {
  votesPerSecond: 300,
  viewers: 500,
  minutes: 8,
  shape: 'STEADY',
  confirmed: false,
} satisfies StartRehearsalInput;

export const rehearsalFilterRules = {
  contestId: idQuery,
  state: choiceQuery('state', REHEARSAL_STATES),
} satisfies Rules;

export const rehearsalPlanView = view('RehearsalPlan', {
  /** The most that the asker may ask for. */
  limits: object({ votesPerSecond: count, viewers: count, minutes: count }),
  /** One runs at a time. */
  isBusy: flag,
  /** Contests of other organisers have voters now, or end soon: the asker, an organiser, may start none. */
  othersVote: flag,
  /** Contests of any organiser that are open now or within `hours`: the load must be confirmed then. */
  contestsNear: count,
  hours: count,
});
export type RehearsalPlan = Shown<typeof rehearsalPlanView>;

const milliseconds = object({ p50: number, p95: number, p99: number, max: number });
export const rehearsalResultView = view('RehearsalResult', {
  seconds: number,
  sent: count,
  /** Answered as counted. */
  acknowledged: count,
  refused: count,
  /** Due, and not answered until ten seconds after the end. */
  unanswered: count,
  counted: count,
  /** Acknowledged and not counted. */
  lost: count,
  perSecond: number,
  /** Connections that ended with a vote under way. */
  brokenConnections: count,
  /** Connections that were closed because nothing was asked on them, and opened again. */
  closedIdle: count,
  viewersLost: count,
  /** Every screen showed the final count. */
  allUpToDate: flag,
  /** From when a vote was due until its answer. */
  answer: milliseconds,
  /** From the answer until it stood on each screen. */
  screen: milliseconds,
  firstFailure: nullable(like(text, '503 Service Unavailable')),
  /** null: it was stopped. */
  verdict: nullable(object({ ready: flag, voters: count, viewers: count, reasons: list(text) })),
});
export type RehearsalResult = Shown<typeof rehearsalResultView>;

const progress = object({
  sent: count,
  acknowledged: count,
  refused: count,
  brokenConnections: count,
  closedIdle: count,
  viewersLost: count,
  answerP95: number,
  screenP95: number,
});

export const rehearsalView = view('Rehearsal', {
  id,
  state: oneOf(REHEARSAL_STATES),
  /** Whose numbers of categories and contestants it has. */
  contest: nullable(object({ id, title: like(text, 'Volta Music Awards 2026') })),
  requestedBy: object({ id, name: like(text, 'Ama Mensah') }),
  votesPerSecond: count,
  viewers: count,
  minutes: number,
  shape: oneOf(REHEARSAL_SHAPES),
  contestants: count,
  createdAt: dateTime,
  startedAt: nullable(dateTime),
  finishedAt: nullable(dateTime),
  /** A person has stopped it; it ends in a moment. */
  isStopping: flag,
  progress: nullable(progress),
  result: nullable(rehearsalResultView),
  /** Why there is no result, or why it was stopped without a person. */
  reason: nullable(like(text, 'The worker that ran it has ended.')),
});
export type RehearsalView = Shown<typeof rehearsalView>;
