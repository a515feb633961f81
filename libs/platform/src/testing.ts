export { describeSettings } from './environment.js';
export { createLogger } from './logger.js';
export { createRegistry } from './metrics.js';
export { assertUsable, createSubscriber } from './redis.js';
