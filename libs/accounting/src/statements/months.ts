/**
 * Months as YYYY-MM in the time of Ghana, which is UTC all year. Dates are taken as they are in UTC.
 */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** Its first moment. */
export const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

export function monthAfter(month: string): string {
  const start = startOf(month);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)));
}

/** Months from one to before another, the oldest first. */
export function monthsBetween(first: string, before: string): string[] {
  const months: string[] = [];
  for (let month = first; month < before; month = monthAfter(month)) months.push(month);
  return months;
}
