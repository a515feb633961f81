/**
 * Entry of the built runner, called by `scripts/start.mjs` and `scripts/test.mjs`, which have made sure before that packages,
 * Redis and the build are there.
 */
export { Platform, type PlatformOptions } from './platform.js';
export { findFreePort } from './ports.js';
export { runLocal, type RunOptions } from './run.js';
