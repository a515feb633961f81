/** Injection tokens of what has no class of its own. */
export const ENVIRONMENT = Symbol('Environment');
export const LOGGER = Symbol('Logger');
export const HOT_POOL = Symbol('HotPool');
export const REDIS = Symbol('Redis');
export const WORKER_REDIS = Symbol('WorkerRedis');
export const MAIL_TRANSPORT = Symbol('MailTransport');
export const SMS_TRANSPORT = Symbol('SmsTransport');
export const METRICS = Symbol('Metrics');
