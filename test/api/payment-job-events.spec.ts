import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { PaymentJobEvents } from '@abato/testing/payments';
import { createLogger, readEnvironment } from '@abato/platform';
import { testState } from '../support/state.js';

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
