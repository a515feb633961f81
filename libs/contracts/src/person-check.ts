import type { Rules } from './field-rule.js';
import * as s from './schema.js';
import { castProofRules, castVoteExamples, castVoteRules } from './vote.js';

/** Person checks, and the tokens of browsers that one may cost. */

/** An ALTCHA challenge (version 2). Solving it costs a phone about a second. */
export const personChallengeView = s.view('PersonChallenge', {
  parameters: s.object({
    algorithm: s.text,
    nonce: s.text,
    salt: s.text,
    cost: s.count,
    keyLength: s.count,
    keyPrefix: s.text,
    keySignature: s.optional(s.text),
    expiresAt: s.optional(s.count),
    data: s.optional(s.openObject),
  }),
  signature: s.optional(s.text),
});
export type PersonChallenge = s.Shown<typeof personChallengeView>;

export const requestChallengeRules = { contestId: castVoteRules.contestId } satisfies Rules;
export const requestChallengeExamples = { contestId: s.EXAMPLE_ID };

/** How long a browser's token is taken. */
export const BROWSER_TOKEN_DAYS = 180;

export const requestBrowserTokenRules = {
  deviceId: { type: 'uuid', required: 'Device is required' },
  challenge: castProofRules.challenge,
} satisfies Rules;
export const requestBrowserTokenExamples = {
  deviceId: s.EXAMPLE_ID,
  challenge: castVoteExamples.challenge,
};

/** A token, or the person check that it costs. */
export const browserTokenView = s.view('BrowserToken', {
  /** Goes with casts of the same `deviceId`. */
  browserToken: s.optional(s.like(s.text, castVoteExamples.browserToken)),
  expiresAt: s.optional(s.dateTime),
  /** To be solved and sent with the same `deviceId`. */
  challenge: s.optional(personChallengeView),
});
export type BrowserTokenAnswer = s.Shown<typeof browserTokenView>;
