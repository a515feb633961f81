/**
 * Every queue with its jobs and their data: a closed map. A job is a wake-up: the facts are in PostgreSQL, so data holds
 * ids only, never a person's, and losing a job loses nothing but time.
 */
export interface JobMap {
  tally: {
    /** Fold the waiting votes of one contest. */
    drain: { contestId: string };
  };
  payments: {
    /** Settle what waits in the webhook inbox. */
    'read-inbox': Record<string, never>;
    /** Ask the provider about one attempt and settle it. */
    verify: { reference: string };
  };
  mail: {
    /** Send what waits in the mail outbox. */
    send: { mailId: string };
  };
  sms: {
    /** Send what waits in the SMS outbox. */
    'read-outbox': Record<string, never>;
  };
}

/** What a job carries besides: where in a trace it was ordered, when that is traced. */
export interface TracedJob {
  trace?: string;
}

export type QueueName = keyof JobMap;
export const QUEUE_NAMES: readonly QueueName[] = ['tally', 'payments', 'mail', 'sms'];
