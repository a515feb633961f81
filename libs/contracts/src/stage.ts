import { ERROR_MESSAGES } from './errors.js';
import type { InputOf, Rules } from './field-rule.js';
import { textField } from './shared-rules.js';
import * as s from './schema.js';

/** The stage as a presenter steers it from a second device (ADR 88). Nothing here names a count. */

/**
 * ROTATION: every category in turn. PAUSED: one slide, which stays. PINNED: the slides of one category. REVEAL: places from last to first,
 * `step` of them open. WINNER: the first place, with confetti.
 */
export const STAGE_SCENES = ['ROTATION', 'PAUSED', 'PINNED', 'REVEAL', 'WINNER'] as const;
export type StageScene = (typeof STAGE_SCENES)[number];

/** A link for a remote can be used once within so many minutes. */
export const REMOTE_LINK_MINUTES = 15;
/** A remote that was connected works for so many hours. */
export const REMOTE_HOURS = 12;
/** Places that a reveal opens one after the other. */
export const REVEALED_PLACES = 3;
/** Most that a command's number may be ahead of the last one. */
export const MAX_COMMANDS_AHEAD = 1_000;
const MAX_STEP = 1_000;

const session = textField(ERROR_MESSAGES.REMOTE_GONE, 100);
/** The token of a link. */
export const remoteLinkRules = { token: textField(ERROR_MESSAGES.REMOTE_GONE, 100) } satisfies Rules;
export const remoteRules = { session } satisfies Rules;
/** The whole wanted state: a command that was lost needs no repetition once a later one arrived. */
export const stageCommandRules = {
  session,
  sequence: { type: 'integer', required: 'Sequence is required', min: [1], max: [Number.MAX_SAFE_INTEGER] },
  scene: { type: 'string', required: 'Scene is required', oneOf: STAGE_SCENES },
  /** The category that is shown; for ROTATION the one it goes on from. Needed for every other scene. */
  categoryId: { type: 'uuid' },
  /** REVEAL: places that are open. ROTATION, PAUSED, PINNED: slide within the category. From 0. */
  step: { type: 'integer', min: [0], max: [MAX_STEP] },
  /** The screen is black, and the scene goes on below. */
  black: { type: 'boolean' },
} satisfies Rules;
export type StageCommand = Omit<InputOf<typeof stageCommandRules>, 'session'>;

const exampleToken = 'q3Zr0mWk7vXb2cYdLh8T5nPsUa9EfGj1QwRtYuIoPxA';
export const remoteLinkExamples = { token: exampleToken };
export const remoteExamples = { session: exampleToken };
export const stageCommandExamples = {
  session: exampleToken,
  sequence: 4,
  scene: 'PINNED',
  step: 0,
  black: false,
};

const stageState = {
  contestId: s.id,
  /** Grows with every command; an older state than the known one is to be ignored. */
  sequence: s.count,
  /** A remote is connected. Without one the scene is ROTATION, and every stage keeps its own time. */
  remote: s.flag,
  scene: s.oneOf(STAGE_SCENES),
  categoryId: s.nullable(s.id),
  step: s.like(s.count, 0),
  black: s.like(s.flag, false),
  /** Milliseconds since the scene began. */
  elapsedMs: s.like(s.count, 1_500),
  /** Milliseconds after which the scene ends unless the remote is heard again; null for what lasts. */
  leaseMs: s.nullable(s.like(s.count, 300_000)),
} as const;
/** What every stage of a contest is sent. */
export const stageStateView = s.view('StageState', stageState);
export type StageState = s.Shown<typeof stageStateView>;

/** What a remote reads. */
export const remoteStatusView = s.view('RemoteStatus', {
  expiresAt: s.dateTime,
  /** Screens that show the stage now; null when that is not known. */
  screens: s.nullable(s.count),
  state: stageStateView,
});
export type RemoteStatus = s.Shown<typeof remoteStatusView>;

export const remoteLinkView = s.view('RemoteLink', {
  /** Part of the link's fragment; shown once. */
  token: s.like(s.text, exampleToken),
  expiresAt: s.dateTime,
});
export type RemoteLink = s.Shown<typeof remoteLinkView>;

export const remoteSessionView = s.view('RemoteSession', {
  session: s.like(s.text, exampleToken),
  contestId: s.id,
  expiresAt: s.dateTime,
});
export type RemoteSession = s.Shown<typeof remoteSessionView>;

/** What an organiser sees of the remote. */
export const remoteView = s.view('Remote', {
  /** A link that was not used yet. */
  link: s.nullable(s.object({ expiresAt: s.dateTime })),
  /** The connected device. */
  device: s.nullable(s.object({ connectedAt: s.dateTime, seenAt: s.dateTime, expiresAt: s.dateTime })),
});
export type Remote = s.Shown<typeof remoteView>;
