import { paragraphsField } from './rules.js';
import type { Rules } from './field-rule.js';
import * as s from './schema.js';

/**
 * Votes entered by hand that count only when a second person has confirmed them: cash of so high a sum, or so large a share of a free
 * contest's votes, whose amount is 0.
 */

export const CASH_ENTRY_STATES = ['WAITING', 'CONFIRMED', 'REJECTED'] as const;
export type CashEntryState = (typeof CASH_ENTRY_STATES)[number];

/** The person who entered it would confirm it. */
export const SECOND_PERSON_REQUIRED = 'Another person than the one who entered this cash must confirm it.';
export const SECOND_PERSON_FOR_VOTES =
  'Another person than the one who entered these votes must confirm them.';

export const rejectCashEntryRules = { reason: paragraphsField('Reason is required', 500) } satisfies Rules;
export const rejectCashEntryExamples = { reason: 'The receipt book says GHS 1,200' };

/** Of votes that were entered by hand in a free contest by mistake. */
export const undoVoteRules = { reason: paragraphsField('Reason is required', 500) } satisfies Rules;
export const undoVoteExamples = { reason: 'The paper ballots were counted twice' };

const person = s.object({ id: s.id, name: s.like(s.text, 'Ama Mensah') });

export const cashEntryView = s.view('CashEntry', {
  /** Also the vote's, once it is confirmed. */
  id: s.id,
  contestId: s.id,
  contest: s.object({ title: s.like(s.text, 'Volta Music Awards 2026') }),
  contestant: s.object({ name: s.like(s.text, 'Adwoa Boateng') }),
  category: s.object({ name: s.like(s.text, 'Best New Artist') }),
  voteCount: s.count,
  amount: s.cedis,
  reason: s.like(s.text, 'Cash at the gate, receipt book 3'),
  state: s.oneOf(CASH_ENTRY_STATES),
  enteredBy: person,
  enteredAt: s.dateTime,
  decidedBy: s.nullable(person),
  decidedAt: s.nullable(s.dateTime),
  /** Why it was rejected. */
  decisionReason: s.nullable(s.like(s.text, 'The receipt book says GHS 1,200')),
});
export type CashEntryView = s.Shown<typeof cashEntryView>;
