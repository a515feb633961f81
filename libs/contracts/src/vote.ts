import { ballotCodeField } from './electorate.js';
import type { InputOf, Rules } from './field-rule.js';
import { emailField, phoneField, textField } from './shared-rules.js';
import * as s from './schema.js';

/** Outward status of votes and payments. */
export const SETTLEMENT_STATUSES = ['COMPLETED', 'PENDING', 'FAILED'] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

/** Most votes one cast may carry. */
export const MAX_VOTES_PER_CAST = 100_000;
/** A solved person check as text: about 1,000 characters. */
export const MAX_CHALLENGE_LENGTH = 4_000;

export const castVoteRules = {
  contestId: { type: 'uuid', required: 'Contest is required' },
  categoryId: { type: 'uuid', required: 'Category ID is missing. Please try again.' },
  contestantId: { type: 'uuid', required: 'Contestant is required' },
  voteCount: {
    type: 'integer',
    required: 'Vote count must be at least 1',
    min: [1, 'Vote count must be at least 1'],
    max: [MAX_VOTES_PER_CAST],
  },
  voterName: { ...textField(undefined, 100), label: 'Name' },
  voterEmail: { ...emailField(), label: 'Email' },
  voterPhone: phoneField('Phone is required'),
} satisfies Rules;
export type CastVoteRequest = InputOf<typeof castVoteRules>;

/** What a browser adds to a cast; it is not typed. */
export const castProofRules = {
  /** Made by the browser, kept in its storage. */
  deviceId: { type: 'uuid' },
  /** From `POST /voters/browser`, for this `deviceId`. */
  browserToken: { type: 'string', label: 'Browser token', maxLength: 200 },
  /** A solved person check: the ALTCHA payload in base64. */
  challenge: { type: 'string', label: 'Person check', maxLength: MAX_CHALLENGE_LENGTH },
  /** The number cannot be proven: where a proof would be asked for, the vote is held instead, and the organiser decides. */
  acceptHold: { type: 'boolean', label: 'Without a proof' },
  /** Of an elector in a contest of the level ELECTORATE; the phone number may then be left out. */
  ballotCode: ballotCodeField,
} satisfies Rules;
export type CastProof = InputOf<typeof castProofRules>;
/** Of a cast with a ballot code, which proves its voter without a phone number. */
export const castBallotFields = { ...castVoteRules, voterPhone: phoneField() } satisfies Rules;
/** What a voter gives: a phone number, or a ballot code in its place. */
export type CastVotePayload = InputOf<typeof castBallotFields> & Pick<CastProof, 'ballotCode' | 'acceptHold'>;
export const castVoteExamples = {
  contestId: s.EXAMPLE_ID,
  categoryId: s.EXAMPLE_ID,
  contestantId: s.EXAMPLE_ID,
  voteCount: 1,
  voterName: 'Kofi Annan',
  voterEmail: 'kofi@example.com',
  voterPhone: '+233241234567',
  deviceId: s.EXAMPLE_ID,
  browserToken: 'mhz3k0a1.u0.3sQh1bT7Wl0mRk2Yx9Zc4A',
  challenge: 'eyJjaGFsbGVuZ2UiOiJ…',
  acceptHold: false,
  ballotCode: '7K3M-9QXT',
} satisfies CastVoteRequest & CastProof;

const status = s.oneOf(SETTLEMENT_STATUSES);
export const castVoteResult = s.view('CastVoteResult', {
  id: s.id,
  /** PENDING means that a paid vote awaits payment, or a free one is held. */
  status,
  voteCount: s.count,
  amount: s.cedis,
  /** Present when the vote was received and does not count before the organiser has looked at it. */
  held: s.optional(s.flag),
  /** Present when cash was entered that does not count before a second person has confirmed it. */
  awaitsConfirmation: s.optional(s.flag),
  /** Of a free vote: with the phone number it finds the vote again. A paid vote gets its code with the payment. */
  receiptCode: s.optional(s.like(s.text, '0T4K-9QXT-7M3C')),
  /** Of a free vote that counts: when it was counted. */
  countedAt: s.optional(s.dateTime),
  /** Of a free vote that counts: what its entry in the public log says as `voter`. */
  commitment: s.optional(s.like(s.text, 'mXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=')),
  /** A note signed with the key of the public log: by which minute the log has the entry of the vote, and its commitment. Keep it (docs/trust.md). */
  receipt: s.optional(
    s.like(
      s.text,
      'vote.example/log/…\nreceipt\n0T4K-9QXT-7M3C\n2026-12-01T18:16Z\nmXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=\n\n— vote.example/log/… …',
    ),
  ),
});
export type CastVoteResult = s.Shown<typeof castVoteResult>;
