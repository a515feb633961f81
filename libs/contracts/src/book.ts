import { textField } from './shared-rules.js';
import type { InputOf, Rules } from './field-rule.js';
import { PAYMENT_CHANNELS, PAYMENT_METHODS, PAYMENT_STATE_NAMES } from './payment.js';
import { choiceQuery, dayQuery } from './query.js';
import * as s from './schema.js';
import { SETTLEMENT_STATUSES } from './vote.js';

/** The books of an organiser: which votes and payments are listed, and what happened to one of them, step by step. */

/** How a vote was cast. */
export const VOTE_SOURCES = ['WEB', 'LIGHT', 'USSD', 'MANUAL'] as const;
export type VoteSource = (typeof VOTE_SOURCES)[number];

const status = choiceQuery('status', SETTLEMENT_STATUSES);

/** None of these names a person: they may be part of an address. `day` is Ghana's, which is UTC. */
export const voteFilterRules = {
  status,
  source: choiceQuery('source', VOTE_SOURCES),
  day: dayQuery,
} satisfies Rules;
export type VoteFilters = InputOf<typeof voteFilterRules>;

export const paymentFilterRules = {
  status,
  state: choiceQuery('state', PAYMENT_STATE_NAMES),
  method: choiceQuery('method', PAYMENT_METHODS),
  day: dayQuery,
} satisfies Rules;
export type PaymentFilters = InputOf<typeof paymentFilterRules>;

/** Most votes that one search text finds; the lists say so when it was reached. */
export const MOST_FOUND = 10_000;
/** Newest votes of a contest, or of one day of it, among which a phone number or a name is looked for. */
export const MOST_LOOKED_AT = 250_000;

/** A phone number, a reference, a receipt code, the id of a vote, or words of a voter’s name: part of a body, never of an address. */
const search = textField('Search text is required', 100);
export const searchVotesRules = { search, ...voteFilterRules } satisfies Rules;
export const searchVotesExamples = { search: '0241234567', status: 'COMPLETED', source: 'WEB' };
export const searchPaymentsRules = { search, ...paymentFilterRules } satisfies Rules;
export const searchPaymentsExamples = { search: 'Kofi Annan', status: 'COMPLETED', method: 'PAYSTACK' };

/** A reference or a receipt code: it names one vote, in whichever contest. */
export const findInBooksRules = { search } satisfies Rules;
export const findInBooksExamples = { search: '7K3M-9QXT' };

/** Why a payment failed, when the provider's words are known. */
const FAILURE_REASONS = ['BALANCE', 'NOT_APPROVED', 'DECLINED', 'NO_WALLET', 'VOUCHER'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/**
 * What happens to a vote. PROMPT, CHECKOUT and CASH begin an attempt to pay; STATE is a change of an attempt; WEBHOOK is a message of the
 * provider; TAKEN_BACK and RETURNED are votes and money that went back; MAIL and SMS are the receipt.
 */
const BOOK_EVENTS = [
  'CAST',
  'HELD',
  'RELEASED',
  'REJECTED',
  'PROMPT',
  'CHECKOUT',
  'CASH',
  'STATE',
  'WEBHOOK',
  'COUNTED',
  'TAKEN_BACK',
  'RETURNED',
  'SMS',
  'RESENT',
] as const;
export type BookEventKind = (typeof BOOK_EVENTS)[number];

/** What a change of an attempt was learned from. */
const EVENT_SOURCES = [
  'initialize',
  'charge',
  'webhook',
  'verify',
  'sweep',
  'list',
  'manual',
  'refund',
  'cancel',
] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

const reference = s.like(s.text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ');
const state = s.oneOf(PAYMENT_STATE_NAMES);

const bookEvent = s.object({
  at: s.dateTime,
  kind: s.oneOf(BOOK_EVENTS),
  /** Of the attempt to pay it belongs to. */
  reference: s.nullable(reference),
  /** Of a STATE: what the attempt became. */
  state: s.nullable(state),
  source: s.nullable(s.oneOf(EVENT_SOURCES)),
  /** Votes that began or stopped to count. */
  votes: s.nullable(s.count),
  /** Cedis that came or went back. */
  amount: s.nullable(s.cedis),
});
export type BookEvent = s.Shown<typeof bookEvent>;

/** How often the receipt of one vote is sent again, and how long after the last time. */
export const RECEIPT_RESENDS = { most: 3, pauseMinutes: 10 } as const;

export const voteHistoryView = s.view('VoteHistory', {
  voteId: s.id,
  contestId: s.id,
  status: s.oneOf(SETTLEMENT_STATUSES),
  source: s.oneOf(VOTE_SOURCES),
  contestant: s.object({ name: s.like(s.text, 'Adwoa Boateng') }),
  category: s.object({ name: s.like(s.text, 'Best New Artist') }),
  voteCount: s.count,
  amount: s.cedis,
  createdAt: s.dateTime,
  receiptCode: s.nullable(s.like(s.text, '7K3M-9QXT')),
  /** Newest first. `failure` is null for an attempt that did not fail, and where the provider's reason is not known. */
  attempts: s.list(
    s.object({
      reference,
      state,
      method: s.oneOf(PAYMENT_METHODS),
      channel: s.nullable(s.oneOf(PAYMENT_CHANNELS)),
      amount: s.cedis,
      failure: s.nullable(s.oneOf(FAILURE_REASONS)),
      /** What the payer is told about it. */
      told: s.like(s.text, 'The payment was declined. You can try again or pay another way.'),
    }),
  ),
  /** Oldest first. */
  events: s.list(bookEvent),
  /** Which ways the receipt can be sent again now, and how often still. */
  receipt: s.object({ mail: s.flag, sms: s.flag, left: s.count }),
});
export type VoteHistory = s.Shown<typeof voteHistoryView>;

/** A vote that was named by its code. It is in the payments of its contest, a free one in the votes. */
export const bookEntryView = s.view('BookEntry', {
  voteId: s.id,
  contest: s.object({ id: s.id, title: s.like(s.text, 'Volta Music Awards 2026') }),
  contestant: s.object({ name: s.like(s.text, 'Adwoa Boateng') }),
  voteCount: s.count,
  /** Cedis; 0 for a free vote. */
  amount: s.cedis,
  status: s.oneOf(SETTLEMENT_STATUSES),
  createdAt: s.dateTime,
});
export type BookEntry = s.Shown<typeof bookEntryView>;

export const resentReceiptView = s.view('ResentReceipt', { mail: s.flag, sms: s.flag, left: s.count });
export type ResentReceipt = s.Shown<typeof resentReceiptView>;
