import * as s from './schema.js';

const casts = s.nullable(s.object({ casts: s.count, votes: s.count }));

const payments = s.object({ payments: s.count, amount: s.cedis });

/** Sums of the provider's payments for a contest, as the site's books have them. */
const books = s.object({
  /** Counted, also while their payer disputes them. */
  counted: payments,
  /** Part of the counted ones that has gone back. */
  partlyReturned: s.cedis,
  /** Gone back as a whole, whether or not they had been counted. */
  returned: payments,
  /** Paid, not counted, and to go back. */
  returning: payments,
  /** Paid, and decided by a person. */
  held: payments,
  /** Between the books and the provider's own list, not explained yet. */
  differences: s.count,
  /** The last day whose payments were compared with the provider's list; null before the first. */
  comparedUntil: s.nullable(s.date),
});

/** What the public audit page shows besides the log itself. */
export const contestAuditView = s.view('ContestAudit', {
  contestId: s.id,
  /** Whether the log is published; while it is not, the counts are null. */
  published: s.flag,
  /** Whether the entries are encrypted because results are hidden; the counts are null then too. */
  hidden: s.flag,
  /** Votes that were held when they arrived, whatever became of them. */
  held: casts,
  /** Those of them that the organiser let in: they count and have entries. */
  released: casts,
  /** Those of them that were rejected: they have no entry. */
  rejected: casts,
  /** null for a contest without payments, and while results are hidden. */
  payments: s.nullable(books),
});
export type ContestAudit = s.Shown<typeof contestAuditView>;
