/** Injection tokens of what has no class of its own. */
export const ENVIRONMENT = Symbol('Environment');
export const LOGGER = Symbol('Logger');
export const REDIS = Symbol('Redis');
/** A second Redis connection: of the subscriber in the API (`createSubscriber`), for BullMQ's workers, whose commands block, in the worker. */
export const BLOCKING_REDIS = Symbol('BlockingRedis');
export const METRICS = Symbol('Metrics');

/** Time as a parameter: rules take `now`, only the outermost layer reads a clock. */
export interface Clock {
  now(): Date;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => new Date() };
