import { useSyncExternalStore } from 'react';
import { listen, Store } from './store';

/**
 * Whether the server can be reached. `navigator.onLine` alone knows only the nearest cable: a phone in a full hall is "online" while
 * nothing arrives. So a request without an answer is asked after: when a second, tiny one gets none either, we are cut off, until one
 * gets an answer.
 */
export type Connection = 'online' | 'offline' | 'unreachable';

/** How often a cut-off page asks whether the server is back. */
const PROBE_MS = 4000;
const PROBE_TIMEOUT_MS = 8000;

const unreachable = new Store(false);
let probing: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function probe(): Promise<void> {
  clearTimeout(timer);
  return (probing ??= ask().finally(() => (probing = undefined)));
}

async function ask(): Promise<void> {
  const reached = await fetch('/health/live', {
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    () => true,
    () => false,
  );
  unreachable.set(!reached);
  if (!reached) timer = setTimeout(() => void probe(), PROBE_MS);
}

/** Asks now. @returns whether the server answers */
export async function isReachable(): Promise<boolean> {
  await probe();
  return !unreachable.get();
}

/** An answer arrived, whatever it said. */
export function reportAnswer(): void {
  if (!unreachable.get()) return;
  clearTimeout(timer);
  unreachable.set(false);
}

/** A request got no answer: the server, the way to it, or only this one request. */
export function reportNoAnswer(): void {
  if (!unreachable.get()) void probe();
}

function subscribe(changed: () => void): () => void {
  const onLine = () => {
    // "Offline" from the browser is believed at once; "online" is checked.
    if (unreachable.get()) void probe();
    changed();
  };
  const ends = [
    unreachable.subscribe(changed),
    listen(window, 'online', onLine),
    listen(window, 'offline', onLine),
  ];
  return () => ends.forEach((end) => end());
}

export const connection = {
  subscribe,
  get: (): Connection => (!navigator.onLine ? 'offline' : unreachable.get() ? 'unreachable' : 'online'),
};

/**
 * Do `work`; where it fails because we are cut off, wait until the server answers again and do the same once more. Only for what may be
 * repeated.
 * @param isCutOff whether this failure may be one of the connection; asked after then
 * @param onWait told when the waiting begins and when it has ended
 * @param signal ends the waiting with an AbortError
 * @throws what `work` throws while the server can be reached
 */
export async function whenConnected<T>(
  work: () => Promise<T>,
  isCutOff: (error: unknown) => boolean = () => true,
  onWait?: (waiting: boolean) => void,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isCutOff(error)) throw error;
      await probe();
      if (connection.get() === 'online') throw error;
      onWait?.(true);
      await online(signal).finally(() => onWait?.(false));
    }
  }
}

function online(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (!signal?.aborted && connection.get() !== 'online') return;
      stop();
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(new DOMException('', 'AbortError'));
      else resolve();
    };
    const stop = subscribe(settle);
    signal?.addEventListener('abort', settle);
    settle();
  });
}

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}
