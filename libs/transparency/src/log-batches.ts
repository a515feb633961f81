import { minuteOf } from './entry.js';

/** Votes that are logged in batches wait at least this long: a batch of a short time tells when its votes were cast. */
export const BATCH_LEAST_WAIT_MS = 60_000;
/** Rows of a batch, unless the longest wait is over. */
export const BATCH_LEAST_ROWS = 20;
/** The longest wait of a counted vote for its batch, in milliseconds (contract: 15 minutes). */
export const BATCH_MOST_WAIT_MS = 15 * 60_000;
/** After the longest wait: the pause until the ledger is searched again, and the search itself. */
const TO_FULL_MINUTE_MS = 60_000;

/** What decides when a row of the ledger may be logged. */
export interface InclusionBounds {
  /** `coalesce(ended_at, end_date)`. */
  end: Date;
  /** From the end until results are final at the latest (setting `RESULT_DEADLINE_HOURS`), in milliseconds. */
  finalWithinMs: number;
}

/**
 * The latest minute of inclusion: the public log has the entry of a row before this minute is over (ADR 111). It holds for every contest, so that a receipt need not
 * say which contests are logged in batches. Rows of after the end wait for the final results.
 * @param countedAt `recorded_at` of the row in the ledger
 * @returns UTC as in entries, `2026-11-27T18:16Z`
 */
export function latestMinuteOfInclusion(countedAt: Date, { end, finalWithinMs }: InclusionBounds): string {
  const counted = countedAt.getTime();
  const from = counted <= end.getTime() ? counted : Math.max(counted, end.getTime() + finalWithinMs);
  return minuteOf(new Date(from + BATCH_MOST_WAIT_MS + TO_FULL_MINUTE_MS));
}

/** A search takes at most one part in twenty of the time, unless it lasts longer than a second and a half. */
const SHARE_OF_TIME = 20;
const LEAST_PAUSE_MS = 5_000;
/** Half of what is left between a batch's longest wait and the end of its minute of inclusion; the search itself has the other half. */
const MOST_PAUSE_MS = TO_FULL_MINUTE_MS / 2;

/**
 * The pause until a contest's whole ledger is searched again, which is where batches are found.
 * @param searchedMs how long the last search took, without what was appended after it
 * @param batchMs the longest wait of a batch (`LOG_BATCH_SECONDS`)
 * @returns milliseconds
 */
export function pauseAfterSearch(searchedMs: number, batchMs: number): number {
  return Math.min(MOST_PAUSE_MS, Math.max(Math.min(LEAST_PAUSE_MS, batchMs), SHARE_OF_TIME * searchedMs));
}
