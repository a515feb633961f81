export { type CrowdRule } from './live-pace.js';
