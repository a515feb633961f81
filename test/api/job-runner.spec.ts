import { EventEmitter, once } from 'node:events';
import { Global, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { JobProcessor, JobRunnerModule, Processor, type QueueName, Queues } from '@abato/jobs';
import { type JobHandlers } from '@abato/testing/jobs';
import {
  BLOCKING_REDIS,
  createBlockingRedis,
  ENVIRONMENT,
  LOGGER,
  METRICS,
  readEnvironment,
  REDIS,
  Resources,
} from '@abato/platform';
import { createLogger, createRegistry } from '@abato/testing/platform';
import { PaymentJobEvents } from '@abato/testing/payments';
import { findFreePort } from '../../apps/local/src/ports.js';
import { OwnProcess } from '../support/process.js';
import { REDIS_DATABASES } from '../support/redis-databases.js';
import { testRun, testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const events = new EventEmitter();
let finish: () => void;
let connectionsOpen: boolean;
let lines: string[];
/** Of every worker, also of those that refused to start. */
const opened: Redis[] = [];
let failures: number;

@Processor('mail', { concurrency: 2 })
class TestProcessor extends JobProcessor<'mail'> {
  override readonly failure = 'test job failed';
  override readonly handlers: JobHandlers<'mail'> = {
    send: async ({ mailId }) => {
      if (mailId === 'fails') throw new Error(`refused ${++failures} times`);
      events.emit('begun', mailId);
      await new Promise<void>((resolve) => (finish = resolve));
      events.emit('done', connectionsOpen);
    },
  };
}

@Processor('mail')
class SecondProcessor extends TestProcessor {}

/** What the process kernel provides, with connections whose end the test sees. */
function kernel(queues: string): Type {
  const url = new URL(testState().redisUrl);
  // The platform's own workers take the jobs of the first database.
  url.pathname = `/${REDIS_DATABASES.jobRunner}`;
  const connect = (resources: Resources): Redis => {
    const redis = createBlockingRedis(url.href, () => undefined);
    opened.push(redis);
    resources.add(() => {
      connectionsOpen = false;
      redis.disconnect();
    });
    return redis;
  };
  const log = createLogger('worker', 'debug', { write: (line: string) => void lines.push(line) });
  const tokens = [ENVIRONMENT, LOGGER, METRICS, REDIS, BLOCKING_REDIS, Resources];
  @Global()
  @Module({
    providers: [
      Resources,
      { provide: ENVIRONMENT, useValue: { WORKER_QUEUES: queues } },
      { provide: LOGGER, useValue: log },
      { provide: METRICS, useFactory: () => createRegistry('worker') },
      { provide: REDIS, inject: [Resources], useFactory: connect },
      { provide: BLOCKING_REDIS, inject: [Resources], useFactory: connect },
    ],
    exports: tokens,
  })
  class Kernel {}
  return Kernel;
}

/** Start a worker as the product does. */
async function start(processors: Type[], queues = 'mail'): Promise<INestApplicationContext> {
  @Module({ imports: [kernel(queues), JobRunnerModule], providers: processors })
  class TestWorker {}
  return NestFactory.createApplicationContext(TestWorker, { logger: false, abortOnError: false });
}

async function order(worker: INestApplicationContext, mailId: string): Promise<void> {
  const queues = worker.get(Queues);
  await queues.get('mail').waitUntilReady();
  await queues.enqueue('mail', 'send', { mailId }, mailId);
}

beforeEach(() => {
  lines = [];
  failures = 0;
  connectionsOpen = true;
});

afterAll(() => opened.forEach((redis) => redis.disconnect()));

it('a worker that stops finishes the job in hand before its connections close', async () => {
  const worker = await start([TestProcessor]);
  const begun = once(events, 'begun');
  await order(worker, 'held');
  await begun;
  const done = once(events, 'done') as Promise<[boolean]>;
  let closed = false;
  const closing = worker.close().then(() => (closed = true));
  // Whoever closes connections without waiting has done it after these rounds.
  for (let round = 0; round < 50; round++) await new Promise(setImmediate);
  expect({ closed, connectionsOpen }).toEqual({ closed: false, connectionsOpen: true });
  finish();
  expect(await done).toEqual([true]);
  await closing;
  expect(connectionsOpen).toBe(false);
});

it('logs a failed run with the name of its job, and runs the job again', async () => {
  const worker = await start([TestProcessor]);
  await order(worker, 'fails');
  await waitFor(() => failures >= 2, { what: 'the second run' });
  await worker.close();
  const failed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(failed).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      msg: 'test job failed',
      job: 'send',
      reason: 'refused 1 times',
    }),
  );
});

it.each<[string, Type[], QueueName | 'all', string]>([
  ['has no handler', [], 'mail', 'The job "send" of the queue "mail" has no handler.'],
  ['has two handlers', [TestProcessor, SecondProcessor], 'mail', '"send" of the queue "mail" has 2 handlers'],
  [
    'of another queue has none',
    [TestProcessor],
    'all',
    'The job "drain" of the queue "tally" has no handler.',
  ],
])('a worker refuses to start when a job %s', (_what, processors, queues, message) =>
  expect(start(processors, queues)).rejects.toThrow(message),
);

async function startProcess(queues: string): Promise<{ own: OwnProcess; metricsPort: number }> {
  const metricsPort = await findFreePort();
  const ports = { port: metricsPort, metricsPort };
  const own = OwnProcess.start(testRun().buildDir, 'worker', ports, { WORKER_QUEUES: queues });
  return { own, metricsPort };
}

it('a worker process runs the queues it is told to, and measures their tables only', async () => {
  const { own, metricsPort } = await startProcess('sms, mail');
  await own.ready();
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await own.stop();
  expect(text).toMatch(/^abato_sms_outbox_rows \d+$/m);
  expect(text).toMatch(/^abato_mail_outbox_oldest_seconds /m);
  expect(text).toMatch(/^abato_scrape_errors_total 0$/m);
  expect(text).not.toMatch(/abato_tally_outbox|abato_webhook_inbox/);
});

it('waiting for a job while Redis is away ends when its time is up, and with no uncaught error', async () => {
  const { redisUrl, databaseUrl } = testState();
  const env = readEnvironment({
    REDIS_URL: redisUrl,
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'x'.repeat(32),
    DATA_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  const events = new PaymentJobEvents(env, createLogger('test', 'silent'));
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  const queue = new Queue('payments', { connection: redis, skipVersionCheck: true });
  queue.on('error', () => undefined);
  const job = await queue.add('verify', { reference: 'A-NONE' }, { delay: 3_600_000 });
  await job.remove();
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  process.on('unhandledRejection', note);
  try {
    redis.disconnect();
    await events.finished(job, 300);
    // Rejections are reported in a later turn.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    await queue.close().catch(() => undefined);
    await events.onApplicationShutdown();
  }
});
