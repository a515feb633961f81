export * from './clock.js';
export * from './environment.js';
export * from './ids.js';
export * from './internal-server.js';
export * from './lifecycle.js';
export * from './logger.js';
export * from './pool-metrics.js';
export * from './secrets.js';
