import { count, flag, id, nullable, object, type Shown, view } from './schema.js';

const casts = nullable(object({ casts: count, votes: count }));

/** What the public audit page shows besides the log itself. */
export const contestAuditView = view('ContestAudit', {
  contestId: id,
  /** Whether the log is published; while it is not, the counts are null. */
  published: flag,
  /** Votes that wait for the organiser's decision and do not count. */
  held: casts,
  /** Votes that the organiser rejected: they never count and have no entry. */
  rejected: casts,
});
export type ContestAudit = Shown<typeof contestAuditView>;
