import * as s from './schema.js';

/** The header by which a write is done once, however often it is sent: a UUID that the caller draws. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** What became of a write, by its key. */
export const requestOutcomeView = s.view('RequestOutcome', {
  state: s.oneOf(['RUNNING', 'DONE']),
  /** HTTP status of the first answer. */
  status: s.optional(s.like(s.count, 201)),
  /** The whole body of the first answer; absent while it runs, and where the process ended before it could keep it. */
  answer: s.optional(s.like(s.openObject as s.Schema<unknown>, { success: true })),
});
export type RequestOutcome = s.Shown<typeof requestOutcomeView>;
