import { smallestIdAt } from '@abato/platform';

const DAY_MS = 24 * 3_600_000;

/**
 * The ids of the rows that were made on a day: they begin with their time (UUIDv7), so that a list that is sorted by id finds a day without
 * an index of its own.
 * @param day YYYY-MM-DD, UTC
 */
export function idsOfDay(day: string): { from: string; to: string } {
  const start = Date.parse(`${day}T00:00:00Z`);
  return { from: smallestIdAt(start), to: smallestIdAt(start + DAY_MS) };
}
