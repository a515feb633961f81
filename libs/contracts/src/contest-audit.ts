import { cedis, count, date, flag, id, nullable, object, type Shown, view } from './schema.js';

const casts = nullable(object({ casts: count, votes: count }));

const payments = object({ payments: count, amount: cedis });

/** Sums of the provider's payments for a contest, as the site's books have them. */
const books = object({
  /** Counted, also while their payer disputes them. */
  counted: payments,
  /** Part of the counted ones that has gone back. */
  partlyReturned: cedis,
  /** Gone back as a whole, whether or not they had been counted. */
  returned: payments,
  /** Paid, not counted, and to go back. */
  returning: payments,
  /** Paid, and decided by a person. */
  held: payments,
  /** Between the books and the provider's own list, not explained yet. */
  differences: count,
  /** The last day whose payments were compared with the provider's list; null before the first. */
  comparedUntil: nullable(date),
});

/** What the public audit page shows besides the log itself. */
export const contestAuditView = view('ContestAudit', {
  contestId: id,
  /** Whether the log is published; while it is not, the counts are null. */
  published: flag,
  /** Whether the entries are encrypted because results are hidden; the counts are null then too. */
  hidden: flag,
  /** Votes that were held when they arrived, whatever became of them. */
  held: casts,
  /** Those of them that the organiser let in: they count and have entries. */
  released: casts,
  /** Those of them that were rejected: they have no entry. */
  rejected: casts,
  /** null for a contest without payments, and while results are hidden. */
  payments: nullable(books),
});
export type ContestAudit = Shown<typeof contestAuditView>;
