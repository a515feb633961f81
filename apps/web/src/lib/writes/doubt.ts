import { Store, useStore } from '../store';

/** How many writes there are whose outcome is not known and asked for. */
const open = new Store(0);

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/**
 * Ask until it is known. Screens say meanwhile that it is not (`useDoubt`).
 * @param ask undefined: not known yet
 * @param signal ends the asking with an AbortError
 */
export async function untilKnown<T>(ask: () => Promise<T | undefined>, signal?: AbortSignal): Promise<T> {
  let answer = await ask();
  if (answer !== undefined) return answer;
  open.set(open.get() + 1);
  try {
    for (let ms = FIRST_WAIT_MS; answer === undefined; ms = Math.min(2 * ms, LONGEST_WAIT_MS)) {
      await pause(ms, signal);
      answer = await ask();
    }
    return answer;
  } finally {
    open.set(open.get() - 1);
  }
}

/** @throws AbortError when cancelled */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('No longer waited for', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Whether something was sent of which it is not known yet what became of it. */
export const useDoubt = (): boolean => useStore(open) > 0;
