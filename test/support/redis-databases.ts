/**
 * Databases of Redis for single spec files, beside the one of the platform (0): files run at the same time, and some delete every key
 * of theirs.
 */
export const REDIS_DATABASES = { jobRunner: 9 } as const;
