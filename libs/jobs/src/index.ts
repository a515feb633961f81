export { type Backlog, exportBacklog } from './queue-metrics.js';
export { chosenQueues, QUEUE_NAMES, type QueueName } from './jobs.js';
export { type Delivery, inBatches, Outbox, retryDelayMs, turnAfterMs } from './outbox.js';
export { JobProcessor, Processor, Queues, WakeUps } from './queues.js';
export { Sweeps, tryEach } from './sweeps.js';
export { JobRunnerModule, JobsModule } from './jobs.module.js';
