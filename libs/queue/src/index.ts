export * from './connection.js';
export * from './jobs.js';
export * from './queues.js';
export * from './redis-script.js';
