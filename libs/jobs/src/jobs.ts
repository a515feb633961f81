/**
 * Every queue with its jobs and their data: a closed map. A job is a wake-up: the facts are in PostgreSQL, so data holds
 * ids only, never a person's, and losing a job loses nothing but time.
 */
export interface JobMap {
  tally: {
    /** Tally the waiting votes of one contest; `voters`: votes have left the figures, their voters may have to follow. */
    drain: { contestId: string; voters?: true };
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
    /** Send the codes that prove phone numbers. */
    'send-codes': Record<string, never>;
  };
}

/** What a job carries besides: where in a trace it was ordered, when that is traced. */
export interface TracedJob {
  trace?: string;
}

export type QueueName = keyof JobMap;

/** The names in the map, for the check at the start. Its type refuses a name that is missing or unknown. */
export const JOB_NAMES: { readonly [Q in QueueName]: Readonly<Record<keyof JobMap[Q], true>> } = {
  tally: { drain: true },
  payments: { 'read-inbox': true, verify: true },
  mail: { send: true },
  sms: { 'read-outbox': true, 'send-codes': true },
};
export const QUEUE_NAMES = Object.keys(JOB_NAMES) as readonly QueueName[];

/**
 * What may wait in each queue before there are more workers: for how long the oldest job, and how many jobs for each worker. Exported as
 * metrics, which the autoscaler divides by (k8s/keda/worker-scaling.yaml).
 */
export const QUEUE_LIMITS: { readonly [Q in QueueName]: { lateSeconds: number; jobsPerWorker: number } } = {
  // A viewer should see a vote within a second or two.
  tally: { lateSeconds: 5, jobsPerWorker: 500 },
  // A payer waits for the answer on the return page.
  payments: { lateSeconds: 10, jobsPerWorker: 200 },
  // No person waits for a message in front of a screen.
  mail: { lateSeconds: 60, jobsPerWorker: 500 },
  sms: { lateSeconds: 60, jobsPerWorker: 500 },
};

/** What does the jobs of one queue: a function for each of its jobs. */
export type JobHandlers<Q extends QueueName> = {
  readonly [J in keyof JobMap[Q]]: (data: JobMap[Q][J]) => Promise<void>;
};

/**
 * The queues whose jobs a worker does.
 * @param setting `all`, or names separated by commas
 * @throws Error naming an unknown queue
 */
export function chosenQueues(setting: string): readonly QueueName[] {
  if (setting.trim() === 'all') return QUEUE_NAMES;
  const names = setting.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(QUEUE_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `WORKER_QUEUES: no queue "${unknown}"; give \`all\` or some of ${QUEUE_NAMES.join(', ')}`,
    );
  }
  return QUEUE_NAMES.filter((name) => names.includes(name));
}
