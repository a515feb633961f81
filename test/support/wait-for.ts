import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** Give up after this many milliseconds: bounds a failure, promises no speed. */
  withinMs?: number;
  /** Ask again after this many milliseconds. */
  everyMs?: number;
  /** What is waited for, for the message. */
  what?: string;
}

/** What of an answer says that what was waited for is there. */
type There<T> = Exclude<T, undefined | null | false | 0 | ''>;

/**
 * Ask until the answer is there: for states that no event announces (a row in the database, a figure in an answer).
 * Where an event exists, await the event instead.
 * @param ask returns or resolves to undefined, null, false, 0 or '' while it is too early (a count of rows is waited for until there is one); an
 *   error counts as too early, and the last is reported
 * @throws Error after `withinMs`, with the last error as its cause
 */
export async function waitFor<T>(
  ask: () => T | Promise<T>,
  { withinMs = 120_000, everyMs = 50, what = 'the expected state' }: WaitOptions = {},
): Promise<There<T>> {
  const deadline = Date.now() + withinMs;
  let cause: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer as There<T>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= deadline)
      throw new Error(`${what} did not come about within ${withinMs} ms`, { cause });
    await sleep(everyMs);
  }
}

/**
 * What a promise resolves to: for events. Jest's own limit says nothing of what was waited for, and leaves a test's `finally` undone.
 * @param what is waited for, for the message
 * @throws Error after `withinMs`; what the promise rejects with
 */
export async function within<T>(what: string, promise: Promise<T>, withinMs = 120_000): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`${what} did not come within ${withinMs} ms`)), withinMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(limit);
  }
}
