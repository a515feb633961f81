export { type JobHandlers } from './jobs.js';
