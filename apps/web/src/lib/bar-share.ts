/**
 * Length of a bar in a chart, as CSS. A correction takes votes off in the hour in which it is confirmed: an hour or a day may have fewer than
 * none, and its bar is empty.
 * @param best what the longest bar shows
 */
export const barShare = (value: number, best: number): string =>
  `${best > 0 ? (Math.max(0, value) / best) * 100 : 0}%`;
