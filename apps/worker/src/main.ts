import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { Registry } from 'prom-client';
import { chosenQueues, Queues } from '@abato/jobs';
import {
  announceReady,
  assertUsable,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  METRICS,
  onShutdown,
  PartError,
  Readiness,
  readEnvironment,
  REDIS,
  startInternalServer,
  startTracing,
  stopTracing,
  type RedisClient,
} from '@abato/platform';
import { createQueueBoard } from './queue-board/queue-board.js';
import { WorkerModule } from './worker.module.js';

const settings = readEnvironment();
await startTracing('abato-worker', settings);
const queues = chosenQueues(settings.WORKER_QUEUES);
const app = await NestFactory.createApplicationContext(WorkerModule.forQueues(queues), {
  logger: false,
  abortOnError: false,
});
const env = app.get<Environment>(ENVIRONMENT);
const log = app.get<Logger>(LOGGER);
const redis = app.get<RedisClient>(REDIS);

await assertUsable(redis).catch((error: Error) => {
  if (error instanceof PartError) throw error;
  log.warn({ reason: error.message }, 'redis not reachable yet');
});
const readiness = app.get(Readiness);
await readiness.start();
const board = await createQueueBoard(app.get(Queues));
const internal = await startInternalServer(
  { port: env.METRICS_PORT, host: env.METRICS_HOST },
  {
    registry: app.get<Registry>(METRICS),
    log,
    readiness,
    pages: board,
  },
);
onShutdown(log, async () => {
  internal.close();
  await app.close();
  await stopTracing();
});

log.info({ metricsPort: env.METRICS_PORT, queues }, 'worker runs');
announceReady();
