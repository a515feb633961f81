import { BullRegistrar } from '@nestjs/bullmq';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Job } from 'bullmq';
import { type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { chosenQueues, JOB_NAMES, type QueueName } from './jobs.js';
import { JobProcessor, queueOf } from './queues.js';

type AnyProcessor = JobProcessor<QueueName>;

/**
 * Runs the processors of this process: starts them when everything is ready and closes them while connections are still open.
 * `@nestjs/bullmq` itself closes workers in the hook in which connections are closed too (ADR 70).
 */
@Injectable()
export class JobRunner implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private processors: readonly AnyProcessor[] = [];

  constructor(
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'WORKER_QUEUES'>,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly discovery: DiscoveryService,
    private readonly registrar: BullRegistrar,
  ) {}

  /** @throws Error naming a job that has no handler or more than one */
  onModuleInit(): void {
    const found = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const processors = found.filter((one): one is AnyProcessor => one instanceof JobProcessor);
    assertOneHandlerEach(
      chosenQueues(this.env.WORKER_QUEUES),
      processors.map((one) => ({ queue: queueOf(one), handlers: one.handlers })),
    );
    this.registrar.register();
    this.processors = processors;
    for (const { worker, failure } of processors) {
      worker.on('error', (error) => this.log.debug({ reason: error.message }, `${worker.name} worker`));
      worker.on('failed', (job: Job | undefined, error) =>
        this.log.warn({ job: job?.name, jobId: job?.id, reason: error.message }, failure),
      );
    }
  }

  onApplicationBootstrap(): void {
    const chosen = chosenQueues(this.env.WORKER_QUEUES) as readonly string[];
    for (const { worker } of this.processors) {
      if (!chosen.includes(worker.name)) continue;
      worker
        .run()
        .catch((error: Error) => this.log.debug({ reason: error.message }, `${worker.name} worker`));
    }
  }

  /** Resolves when the jobs in hand are done. In this hook and no later one: the next closes the connections that a job needs. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.processors.map(({ worker }) => worker.close()));
  }
}

/**
 * Compare the handlers with the map of jobs.
 * @param queues whose jobs this process does
 * @throws Error naming a job of these queues that has no handler or more than one
 */
export function assertOneHandlerEach(
  queues: readonly QueueName[],
  processors: readonly { queue: QueueName | undefined; handlers: object }[],
): void {
  for (const queue of queues) {
    for (const job of Object.keys(JOB_NAMES[queue])) {
      const handlers = processors.filter(
        (one) => one.queue === queue && Object.hasOwn(one.handlers, job),
      ).length;
      if (handlers !== 1) {
        throw new Error(
          `The job "${job}" of the queue "${queue}" has ${handlers || 'no'} handler${handlers ? 's' : ''}.`,
        );
      }
    }
  }
}
