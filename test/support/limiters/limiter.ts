import type fc from 'fast-check';
import type { RedisClient } from '@abato/platform';

/** In place of LIMITS_REDIS_MS: Redis on a busy machine is late, and a limiter that fell back would be compared with itself. */
export const REDIS_WITHIN_MS = 60_000;

/** One of the two forms of a limiter, and its connection; the TypeScript form has one that is closed. */
export interface Form {
  redis: RedisClient;
  isLua: boolean;
}

/** A limiter with two forms, and steps for which both must give the same verdicts. */
export interface Limiter<Step extends { afterMs: number }> {
  /** @returns what takes one step at an injected time (epoch milliseconds) and says the verdict */
  start(form: Form): Promise<(step: Step, nowMs: number) => Promise<unknown>>;
  /** @property reaches text of a verdict that the steps must lead to */
  cases: { title: string; steps: Step[]; reaches: string }[];
  generated: fc.Arbitrary<Step>;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** The time of the first step: a whole hour, so that cases begin with a window of addresses. */
export const START = Math.floor(Date.now() / HOUR) * HOUR;

export function repeat<Step>(count: number, step: (nr: number) => Step): Step[] {
  return Array.from({ length: count }, (_, nr) => step(nr));
}
