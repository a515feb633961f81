import { textField } from './rules.js';
import type { InputOf, Rules } from './field-rule.js';
import { PAYMENT_CHANNELS, PAYMENT_METHODS, PAYMENT_STATE_NAMES } from './payment.js';
import { choiceQuery, dayQuery } from './query.js';
import {
  cedis,
  count,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  object,
  oneOf,
  type Shown,
  text,
  view,
} from './schema.js';
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

const reference = like(text, 'A-7Z2K9QXTB4M0N8V6C1D5F3G7HJ');
const state = oneOf(PAYMENT_STATE_NAMES);

const bookEvent = object({
  at: dateTime,
  kind: oneOf(BOOK_EVENTS),
  /** Of the attempt to pay it belongs to. */
  reference: nullable(reference),
  /** Of a STATE: what the attempt became. */
  state: nullable(state),
  source: nullable(oneOf(EVENT_SOURCES)),
  /** Votes that began or stopped to count. */
  votes: nullable(count),
  /** Cedis that came or went back. */
  amount: nullable(cedis),
});
export type BookEvent = Shown<typeof bookEvent>;

/** How often the receipt of one vote is sent again, and how long after the last time. */
export const RECEIPT_RESENDS = { most: 3, pauseMinutes: 10 } as const;

export const voteHistoryView = view('VoteHistory', {
  voteId: id,
  contestId: id,
  status: oneOf(SETTLEMENT_STATUSES),
  source: oneOf(VOTE_SOURCES),
  contestant: object({ name: like(text, 'Adwoa Boateng') }),
  category: object({ name: like(text, 'Best New Artist') }),
  voteCount: count,
  amount: cedis,
  createdAt: dateTime,
  receiptCode: nullable(like(text, '7K3M-9QXT')),
  /** Newest first. `failure` is null for an attempt that did not fail, and where the provider's reason is not known. */
  attempts: list(
    object({
      reference,
      state,
      method: oneOf(PAYMENT_METHODS),
      channel: nullable(oneOf(PAYMENT_CHANNELS)),
      amount: cedis,
      failure: nullable(oneOf(FAILURE_REASONS)),
      /** What the payer is told about it. */
      told: like(text, 'The payment was declined. You can try again or pay another way.'),
    }),
  ),
  /** Oldest first. */
  events: list(bookEvent),
  /** Which ways the receipt can be sent again now, and how often still. */
  receipt: object({ mail: flag, sms: flag, left: count }),
});
export type VoteHistory = Shown<typeof voteHistoryView>;

/** A vote that was named by its code. It is in the payments of its contest, a free one in the votes. */
export const bookEntryView = view('BookEntry', {
  voteId: id,
  contest: object({ id, title: like(text, 'Volta Music Awards 2026') }),
  contestant: object({ name: like(text, 'Adwoa Boateng') }),
  voteCount: count,
  /** Cedis; 0 for a free vote. */
  amount: cedis,
  status: oneOf(SETTLEMENT_STATUSES),
  createdAt: dateTime,
});
export type BookEntry = Shown<typeof bookEntryView>;

export const resentReceiptView = view('ResentReceipt', { mail: flag, sms: flag, left: count });
export type ResentReceipt = Shown<typeof resentReceiptView>;
