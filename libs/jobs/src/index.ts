export { type JobMap, QUEUE_NAMES } from './jobs.js';
export { inJob, Queues, WORKER_OPTIONS } from './queues.js';
export { Sweeps } from './sweeps.js';
export { WakeUps } from './wake-ups.js';
export { JobRunnerModule, JobsModule } from './jobs.module.js';
