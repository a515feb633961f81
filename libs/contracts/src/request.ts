import { count, like, oneOf, openObject, optional, type Schema, type Shown, view } from './schema.js';

/** The header by which a write is done once, however often it is sent: a UUID that the caller draws. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** What became of a write, by its key. */
export const requestOutcomeView = view('RequestOutcome', {
  state: oneOf(['RUNNING', 'DONE']),
  /** HTTP status of the first answer. */
  status: optional(like(count, 201)),
  /** The whole body of the first answer; absent while it runs, and where the process ended before it could keep it. */
  answer: optional(like(openObject as Schema<unknown>, { success: true })),
});
export type RequestOutcome = Shown<typeof requestOutcomeView>;
