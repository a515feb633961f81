import { ApiError } from '@/lib/api';
import { pause } from '@/lib/writes/doubt';

/** What a payer who waits is shown. @property position in the queue from 1; null when the server names none */
export interface Waiting {
  position: number | null;
  /** Epoch milliseconds of the estimated turn. */
  until: number;
}

/** The estimate shrinks when others give up: the server is asked this often at the latest, which also keeps the position. */
const ASK_AT_LEAST_EVERY_MS = 15_000;
const PASSING: ReadonlySet<string> = new Set(['OVERLOADED', 'UNAVAILABLE']);
/** Phones that were told the same moment must not all come back in it. */
const SPREAD_MS = 500;

/** So long a server that is unavailable is asked again; then the voter is told, and may press again. */
const UNAVAILABLE_MS = 60_000;

/**
 * Do `work`; while the server answers that very many people vote or pay, or that it is unavailable for a moment, wait as it says and do the
 * same again. Safe only for calls that may be repeated: a cast with its key, a payment of the same vote.
 * @param onWait told what to show, and null when the waiting is over
 * @param signal ends the waiting, when the dialog is closed
 * @throws whatever else `work` throws; AbortError when cancelled
 */
export async function waitForTurn<T>(
  work: () => Promise<T>,
  onWait: (waiting: Waiting | null) => void,
  signal: AbortSignal,
): Promise<T> {
  let unavailableSince: number | null = null;
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.retryAfter || !PASSING.has(error.code)) throw error;
        unavailableSince = error.code === 'UNAVAILABLE' ? (unavailableSince ?? Date.now()) : null;
        if (unavailableSince !== null && Date.now() - unavailableSince >= UNAVAILABLE_MS) throw error;
        const ms = error.retryAfter * 1000;
        onWait({ position: error.position ?? null, until: Date.now() + ms });
        await pause(Math.min(ms, ASK_AT_LEAST_EVERY_MS) + Math.random() * SPREAD_MS, signal);
      }
    }
  } finally {
    onWait(null);
  }
}
