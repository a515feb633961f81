import { Processor as NestProcessor, WorkerHost } from '@nestjs/bullmq';
import { type Job, UnrecoverableError } from 'bullmq';
import { traced } from '@abato/platform';
import type { JobHandlers, QueueName, TracedJob } from './jobs.js';

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
