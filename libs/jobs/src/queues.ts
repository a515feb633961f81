import { Processor as NestProcessor, WorkerHost } from '@nestjs/bullmq';
import { type Job, type JobsOptions, Queue, type QueueOptions, UnrecoverableError } from 'bullmq';
import { currentTrace, forQueues, keepTrace, traced, type RedisClient } from '@abato/platform';
import { type JobHandlers, type JobMap, QUEUE_NAMES, type QueueName, type TracedJob } from './jobs.js';

/** Within this many milliseconds one wake-up per subject is enough: a board shows at most four states a second. */
const SPACING_MS = 20;

const COMMON: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 250 },
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1_000 },
};

/**
 * Producer side of every queue.
 *
 * Deduplication with `keepLastIfActive` is the one mode that gives exactly one more run after the active one; it needs
 * `attempts >= 2`. A job with a fixed id that failed would block every later one of that id, so no job has one.
 */
export class Queues {
  private readonly queues: { [Q in QueueName]: Queue };

  /** The connection of all queues. */
  readonly redis: RedisClient;

  constructor(private readonly shared: RedisClient) {
    const own = forQueues(shared);
    this.redis = own.connection;
    const options: QueueOptions = { ...own, skipVersionCheck: true };
    this.queues = Object.fromEntries(
      QUEUE_NAMES.map((name) => [name, new Queue(name, options)]),
    ) as typeof this.queues;
    for (const name of QUEUE_NAMES) this.queues[name].on('error', () => undefined);
  }

  get(name: QueueName): Queue {
    return this.queues[name];
  }

  /**
   * Add a job unless one with the same key waits already; while one runs, one more is kept for afterwards.
   * @throws at once when Redis is away (the queue itself would wait for its first connection for ever), and after some seconds when it
   *   is a cluster that has lost the server of our keys: callers treat that as a delay, the sweeps do the work
   */
  async enqueue<Q extends QueueName, J extends keyof JobMap[Q] & string>(
    queue: Q,
    job: J,
    data: JobMap[Q][J],
    key: string,
  ) {
    if (this.redis.status !== 'ready') throw new Error('Redis is not connected');
    return traced(`${queue} ${job} order`, { kind: 'producer' }, () => {
      const trace = currentTrace();
      return this.queues[queue].add(job, trace ? { ...data, trace } : data, {
        ...COMMON,
        deduplication: { id: key, keepLastIfActive: true },
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all(QUEUE_NAMES.map((name) => this.queues[name].close()));
    if (this.redis !== this.shared) this.redis.disconnect();
  }
}

/**
 * Wakes a queue about a subject (a contest to drain, the inbox): at once when nothing was sent about it lately, otherwise once at
 * the end of the spacing. A busy process writes hundreds of batches a second; a job for each would cost more than it helps.
 */
export class WakeUps {
  private readonly resting = new Map<string, { again: (() => void) | null; timer: NodeJS.Timeout }>();

  /** @param send wakes the queue; it must not throw (a lost wake-up is a delay: a periodic check does the work) */
  constructor(
    private readonly send: (subject: string) => void,
    private readonly spacingMs = SPACING_MS,
  ) {}

  wake(subject: string): void {
    const rest = this.resting.get(subject);
    const send = (): void => this.send(subject);
    // A delayed wake-up belongs to the trace of its own batch, not to that of the timer.
    if (rest) rest.again ??= keepTrace(send);
    else this.sendAndRest(subject, send);
  }

  /** Send what still waits (shutdown). */
  flush(): void {
    for (const { again, timer } of this.resting.values()) {
      clearTimeout(timer);
      again?.();
    }
    this.resting.clear();
  }

  private sendAndRest(subject: string, send: () => void): void {
    const timer = setTimeout(() => {
      const again = this.resting.get(subject)?.again;
      this.resting.delete(subject);
      if (again) this.sendAndRest(subject, again);
    }, this.spacingMs);
    this.resting.set(subject, { again: null, timer });
    send();
  }
}

const QUEUE = Symbol('queue of a processor');

/** A killed worker's job runs again after 10 to 15 s, and crashing does not make it give up. */
const WORKER_OPTIONS = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 10,
  skipVersionCheck: true,
  // Started by `JobRunner`, after every part of the process is ready.
  autorun: false,
} as const;

/**
 * `@Processor` of `@nestjs/bullmq` with a queue of the map and the settings that all our workers share. For classes that extend
 * `JobProcessor`; as a provider of any module, such a class is all that a feature registers.
 * @param concurrency jobs of this queue that one process does at the same time
 */
export function Processor(
  queue: QueueName,
  { concurrency = 1 }: { concurrency?: number } = {},
): ClassDecorator {
  return (target) => {
    NestProcessor(queue, { ...WORKER_OPTIONS, concurrency })(target);
    Reflect.defineMetadata(QUEUE, queue, target);
  };
}

/** @returns the queue that the class of a processor was decorated with; undefined without a decorator */
export function queueOf(processor: object): QueueName | undefined {
  return Reflect.getMetadata(QUEUE, processor.constructor) as QueueName | undefined;
}

/** The `WorkerHost` of one queue: does each job by its handler, as a part of the trace in which it was ordered. */
export abstract class JobProcessor<Q extends QueueName> extends WorkerHost {
  /** A function for every job of the queue. */
  abstract readonly handlers: JobHandlers<Q>;
  /** Log line for a run that failed; BullMQ runs the job again. */
  abstract readonly failure: string;

  /** @throws what the handler threw; UnrecoverableError for a job that has no handler, because trying again cannot help */
  async process(job: Job): Promise<void> {
    const handlers = this.handlers as Record<string, (data: unknown) => Promise<void>>;
    const handle = Object.hasOwn(handlers, job.name) ? handlers[job.name] : undefined;
    if (!handle) throw new UnrecoverableError(`no handler for ${job.name}`);
    // Of several orders that one run serves, the trace of the last one.
    const options = { kind: 'consumer', follows: () => [(job.data as TracedJob).trace] } as const;
    await traced(`${job.queueName} ${job.name}`, options, () => handle(job.data));
  }
}
