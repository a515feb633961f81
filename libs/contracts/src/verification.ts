import type { InputOf, Rules } from './field-rule.js';
import { phoneField } from './shared-rules.js';
import * as s from './schema.js';

/**
 * When a free vote counts: OPEN without a proof of the phone number, PHONE once the number was proven for the contest, ELECTORATE once per
 * category for each number or ballot code on the organiser's list.
 */
export const VERIFICATION_LEVELS = ['OPEN', 'PHONE', 'ELECTORATE'] as const;
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number];

/** A code by SMS, or a number that the phone itself dials (`*713*7*4821#`), which costs nothing. */
const VERIFICATION_CHANNELS = ['sms', 'ussd'] as const;
/** Digits of the number that is dialled. */
export const DIAL_NUMBER_LENGTH = 4;
/** How long after it was begun a verification that was dialled in time gives its token. */
export const DIALLED_TOKEN_MS = 15 * 60_000;
/** Digits of a code. */
export const CODE_LENGTH = 6;
/** How long a code is valid. */
export const CODE_VALID_MS = 5 * 60_000;
/** Tries of one code. */
export const CODE_TRIES = 5;
/** Between two codes for one number. */
export const CODE_AGAIN_MS = 30_000;
/**
 * Whether a voter who was refused a proof of the number has no way to one soon: it takes no code, nothing is sent or dialled here, or the codes of the
 * hour or day are used up. In an open contest the vote is then held in place of it (ADR 42); a wait of minutes is told.
 */
export function cannotProveSoon({
  code,
  retryAfter = 0,
}: {
  code: string;
  retryAfter?: number | undefined;
}): boolean {
  return code === 'PHONE_NOT_MOBILE' || code === 'CONFLICT' || (code === 'RATE_LIMITED' && retryAfter > 600);
}
/** Codes for one number in an hour, for all contests together. */
export const CODES_PER_NUMBER = 3;
/** The header of a cast that carries the proof. */
export const VOTER_TOKEN_HEADER = 'x-voter-token';

export const requestVerificationRules = {
  contestId: { type: 'uuid', required: 'Contest is required' },
  phone: phoneField('Phone is required'),
  channel: { type: 'string', required: 'Channel is required', oneOf: VERIFICATION_CHANNELS },
} satisfies Rules;
export type RequestVerificationInput = InputOf<typeof requestVerificationRules>;
export const requestVerificationExamples = {
  contestId: s.EXAMPLE_ID,
  phone: '+233241234567',
  channel: 'sms',
} satisfies RequestVerificationInput;

const codeRule = {
  type: 'string',
  compact: true,
  maxLength: 20,
  pattern: [/^\d{6}$/, 'The code has 6 digits'],
} satisfies Rules[string];
export const codeMissing = 'Code is required';
/** What a form asks for. */
export const confirmVerificationRules = { code: { ...codeRule, required: codeMissing } } satisfies Rules;
/** A verification by dialling is asked without a code. */
export const checkVerificationRules = { code: codeRule } satisfies Rules;
type ConfirmVerificationInput = InputOf<typeof confirmVerificationRules>;
export const confirmVerificationExamples = { code: '123456' } satisfies ConfirmVerificationInput;

export const requestedVerificationView = s.view('RequestedVerification', {
  id: s.id,
  /** When the code stops being valid. */
  expiresAt: s.like(s.dateTime, s.EXAMPLE_TIME),
  /** What the phone dials; only of the channel `ussd`. */
  ussd: s.optional(s.like(s.text, '*713*7*4821#')),
});
export type RequestedVerification = s.Shown<typeof requestedVerificationView>;

/** The phone has not dialled yet. */
export const waitingVerificationView = s.view('WaitingVerification', {
  waiting: s.flag,
  expiresAt: s.like(s.dateTime, s.EXAMPLE_TIME),
});
export type WaitingVerification = s.Shown<typeof waitingVerificationView>;

export const voterTokenView = s.view('VoterToken', {
  /** For the header `X-Voter-Token` of casts; holds for one phone in one contest. */
  voterToken: s.like(s.text, 'tk3v1c.3sQh1bT7Wl0mRk2Yx9Zc4A'),
  expiresAt: s.like(s.dateTime, s.EXAMPLE_TIME),
});
export type VoterToken = s.Shown<typeof voterTokenView>;

/** What the form for a new contest begins with. */
export const contestProposalView = s.view('ContestProposal', {
  /** For a free contest. */
  verification: s.oneOf(VERIFICATION_LEVELS),
  /** Whether codes can be sent by SMS: without that a contest that asks for verified numbers cannot be activated. */
  canSendCodes: s.flag,
});
export type ContestProposal = s.Shown<typeof contestProposalView>;

/** What a contest has sent by SMS, and what its codes may still cost. */
export const contestSmsView = s.view('ContestSms', {
  /** Messages that providers have taken: codes, receipts, refunds. */
  messages: s.count,
  delivered: s.count,
  failed: s.count,
  /** Of all their parts, by the platform's price. */
  cost: s.cedis,
  /** Of one part. */
  price: s.like(s.cedis, 0.03),
  /** Codes ordered today (UTC), and the most of a day: then voters confirm by dialling or wait for the next day. */
  codesToday: s.count,
  codesPerDay: s.like(s.count, 20_000),
  /** Voters can confirm their number by dialling, which costs nothing. */
  canDial: s.flag,
});
export type ContestSms = s.Shown<typeof contestSmsView>;
