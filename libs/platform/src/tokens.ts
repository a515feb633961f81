/** Injection tokens of what has no class of its own. */
export const ENVIRONMENT = Symbol('Environment');
export const LOGGER = Symbol('Logger');
export const REDIS = Symbol('Redis');
/** A second Redis connection for commands that block: subscriptions in the API, BullMQ's workers in the worker. */
export const BLOCKING_REDIS = Symbol('BlockingRedis');
export const METRICS = Symbol('Metrics');
