export { type CrowdRule } from './leaders.js';
