import type { InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';

/** Who may vote in a contest of the level ELECTORATE: phone numbers and printed ballot codes (ADR 134). */

/** Crockford's base 32, as receipt codes: 40 bits, written as two groups of four with a hyphen. */
const BALLOT_CODE_PATTERN = /^[0-9A-Z]{4}[\s-]*[0-9A-Z]{4}$/i;
/** Lines of one list: more are sent in parts. */
export const MAX_LISTED_ELECTORS = 50_000;
/** Ballot codes made by one call, which its answer carries. */
export const MAX_NEW_BALLOT_CODES = 5_000;
/** Electors of one contest. */
export const MAX_ELECTORS = 500_000;
/** Changes of one elector's vote in one category: each is two rows of the ledger. */
export const MAX_BALLOT_CHANGES = 20;
/** Most characters of a list. */
const MAX_LIST_LENGTH = 2 * 1024 * 1024;

/** What a cast carries instead of a proven phone number. */
export const ballotCodeField = {
  type: 'string',
  label: 'Ballot code',
  maxLength: 20,
  pattern: [BALLOT_CODE_PATTERN, 'A ballot code has 8 letters and digits'],
} as const satisfies Rules[string];

/** The one form in which a code is digested: what is easily confused when read from paper is the same character. */
export function plainBallotCode(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

export const electorateRules = {
  /** Phone numbers, one a line, or a CSV with a column `phone`. */
  list: { type: 'string', label: 'The list', maxLength: MAX_LIST_LENGTH, multiline: true },
  /** How many ballot codes to make. */
  codes: { type: 'integer', label: 'Ballot codes', min: [1], max: [MAX_NEW_BALLOT_CODES] },
} satisfies Rules;
export type ElectorateInput = InputOf<typeof electorateRules>;
export const electorateExamples = {
  list: 'phone\n+233241234567\n0201234567',
  codes: 100,
} satisfies ElectorateInput;

const electorate = {
  /** Phone numbers that may vote. */
  phones: s.count,
  /** Ballot codes that may vote, each in the hands of any person. */
  codes: s.count,
  /** Electors who have voted in at least one category. */
  voted: s.count,
  /** Whether electors may change their vote until the end. */
  allowBallotChange: s.flag,
};
export const electorateView = s.view('Electorate', electorate);
export type Electorate = s.Shown<typeof electorateView>;

/** One elector who has voted: no time and no choice (ADR 134). */
export const votedElectorView = s.view('VotedElector', {
  /** Masked; null for a ballot code. */
  phone: s.nullable(s.like(s.text, '+233 24 *** **67')),
});
export type VotedElector = s.Shown<typeof votedElectorView>;

export const addedElectorsView = s.view('AddedElectors', {
  ...electorate,
  /** Numbers that are new. */
  added: s.count,
  /** Numbers that were on the list already; they still have one vote. */
  known: s.count,
  /** The new ballot codes: shown this one time, because only digests of them are kept. */
  newCodes: s.list(s.like(s.text, '7K3M-9QXT')),
});
export type AddedElectors = s.Shown<typeof addedElectorsView>;
