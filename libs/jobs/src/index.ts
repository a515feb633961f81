export { type Backlog, exportBacklog } from './backlog.js';
export { chosenQueues, type JobHandlers, type JobMap, QUEUE_NAMES, type QueueName } from './jobs.js';
export { JobProcessor, Processor } from './job-processor.js';
export { type Delivery, inBatches, Outbox, retryDelayMs, turnAfterMs } from './outbox.js';
export { Queues } from './queues.js';
export { Sweeps } from './sweeps.js';
export { tryEach } from './try-each.js';
export { WakeUps } from './wake-ups.js';
export { JobRunnerModule, JobsModule } from './jobs.module.js';
