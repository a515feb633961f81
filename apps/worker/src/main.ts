import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { chosenQueues, Queues } from '@abato/jobs';
import {
  announceReady,
  type Logger,
  LOGGER,
  onShutdown,
  readEnvironment,
  openForOperators,
  startTracing,
  stopTracing,
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
const log = app.get<Logger>(LOGGER);
const pages = await createQueueBoard(app.get(Queues));
const internal = await openForOperators(app, { pages });
onShutdown(log, async () => {
  internal.close();
  await app.close();
  await stopTracing();
});

log.info({ metricsPort: settings.METRICS_PORT, queues }, 'worker runs');
announceReady();
