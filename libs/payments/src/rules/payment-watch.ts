/** When the provider is asked about an attempt, in seconds after it was made; afterwards once a day while it is watched. */
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;
export const CHECK_SCHEDULE_SECONDS: readonly number[] = [
  10,
  30,
  MINUTE,
  3 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
  72 * HOUR,
];

/** A call that failed is repeated this soon, whatever the schedule says. */
export const RECHECK_AFTER_FAILURE_SECONDS = 30;

/**
 * The next time on the schedule after `now`.
 * @returns null when the attempt is watched no longer
 */
export function nextCheckAt(createdAt: Date, watchUntil: Date | null, now: Date): Date | null {
  const age = (now.getTime() - createdAt.getTime()) / 1000;
  const step = CHECK_SCHEDULE_SECONDS.find((seconds) => seconds > age);
  const last = CHECK_SCHEDULE_SECONDS.at(-1) as number;
  const seconds = step ?? last + (Math.floor((age - last) / DAY) + 1) * DAY;
  const at = new Date(createdAt.getTime() + seconds * 1000);
  return watchUntil && at > watchUntil ? (now < watchUntil ? watchUntil : null) : at;
}
