/** Minutes as entries write them, `2026-12-05T20:07Z`. As numbers they are minutes since 1970, in UTC. */

const MINUTE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)Z$/;
export const MINUTE_MS = 60_000;
const MOST_KEPT = 4096;
/** Neighbouring entries share few minutes. @type {Map<string, number>} */
const known = new Map();

/** @param {unknown} text @returns {number} minutes since 1970; NaN for what is no minute of the calendar */
export function minuteOf(text) {
  const found = known.get(text);
  if (found !== undefined) return found;
  const parts = typeof text === 'string' ? MINUTE.exec(text) : null;
  if (!parts) return NaN;
  const [year, month, day, hour, minute] = parts.slice(1).map(Number);
  const time = Date.UTC(year, month - 1, day, hour, minute);
  if (minuteText(time / MINUTE_MS) !== text) return NaN;
  if (known.size >= MOST_KEPT) known.clear();
  known.set(text, time / MINUTE_MS);
  return time / MINUTE_MS;
}

/** @param {number} minute since 1970 */
export const minuteText = (minute) => {
  const date = new Date(minute * MINUTE_MS);
  return Number.isNaN(date.getTime()) ? 'no minute' : `${date.toISOString().slice(0, 16)}Z`;
};
