import { Queue, type JobsOptions, type QueueOptions } from 'bullmq';
import { currentTrace, forQueues, traced, type RedisClient } from '@abato/platform';
import { type JobMap, QUEUE_NAMES, type QueueName } from './jobs.js';

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
  async poke<Q extends QueueName, J extends keyof JobMap[Q] & string>(
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
