/** Injection tokens of what has no class of its own. */
export const ENVIRONMENT = Symbol('Environment');
export const LOGGER = Symbol('Logger');
export const HOT_POOL = Symbol('HotPool');
export const REDIS = Symbol('Redis');
export const SUBSCRIBER_REDIS = Symbol('SubscriberRedis');
export const METRICS = Symbol('Metrics');
