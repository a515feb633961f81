/** Free votes are counted per minute and forgotten after an hour: a sliding window, exact to the minute. */
export const WINDOW_MINUTES = 60;
/** An address's casts are counted in windows of this length: long enough for a crowd to show, short enough to be forgiven. */
export const RATE_MINUTES = 5;

/** Votes by minute (minutes since 1970). */
export type VotesByMinute = ReadonlyMap<number, number>;

export type Allowance =
  | { allowed: true }
  /** @property left votes that fit now; `nextMinute` when the wanted number fits, null when it never does */
  | { allowed: false; left: number; nextMinute: number | null };

export function minuteOf(time: Date): number {
  return Math.floor(time.getTime() / 60_000);
}

/**
 * Whether `wanted` more votes fit. The same rule as in charge-free-votes.lua, for when PostgreSQL answers.
 * @param used votes of the last hour; older minutes are ignored
 */
export function allowance(used: VotesByMinute, wanted: number, limit: number, minute: number): Allowance {
  const live = [...used].filter(([at]) => at > minute - WINDOW_MINUTES).sort(([a], [b]) => a - b);
  let sum = live.reduce((total, [, votes]) => total + votes, 0);
  if (sum + wanted <= limit) return { allowed: true };
  const left = Math.max(0, limit - sum);
  for (const [at, votes] of live) {
    sum -= votes;
    if (sum + wanted <= limit) return { allowed: false, left, nextMinute: at + WINDOW_MINUTES };
  }
  return { allowed: false, left, nextMinute: null };
}
