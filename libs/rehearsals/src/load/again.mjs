import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Do something until it succeeds, for half a minute at most: a database that is away for a moment must not cost what was measured.
 * @param signal aborted: it is tried once
 * @throws the last failure
 */
export async function persistently(work, { signal, withinMs = 25_000, pauseMs = 500 } = {}) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || Date.now() > deadline) throw error;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
