import { type ComponentType, lazy } from 'react';
import { whenConnected } from './connection';

const ATTEMPTS = 4;
const PAUSE_MS = 700;

/**
 * Fetch the code of a screen or dialog; without a connection it waits for it, and a single lost request is repeated. For `lazy`, which
 * remembers a failure for as long as the page lives.
 * @throws when the server answers and the code still cannot be had, e.g. in an old tab after an update
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await whenConnected(load);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}

/** A part of a screen whose code comes when it is first drawn. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadCode(load) }));
