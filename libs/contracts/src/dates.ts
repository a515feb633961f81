/** A date with time and zone; a date alone would mean different instants to different readers. The day must exist as well. */
const DATE_TIME_PATTERN =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Whether this is a day of the calendar as YYYY-MM-DD. `Date` alone reads February 30 as March 2. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Whether this is an existing date with time and zone, as ISO 8601 text. */
export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && DATE_TIME_PATTERN.test(value) && isDay(value.slice(0, DAY_LENGTH));
}
