/** Between what pauses grow, in ms. */
export interface Pauses {
  first: number;
  longest: number;
}

/**
 * How long to wait before trying again: doubles with each attempt up to the longest, and each is up to half as long again or half as short,
 * also the longest. Pages that lost their connection together so do not come back together, however often they try.
 * @param attempt 0 for the first
 * @param chance from 0 up to 1
 * @returns ms
 */
export function pauseBefore(attempt: number, { first, longest }: Pauses, chance = Math.random()): number {
  return Math.min(longest, first * 2 ** attempt) * (0.5 + chance);
}

/**
 * A pause that a server asked for and more, so that pages which it sent away together come back spread over `spread`.
 * @param chance from 0 up to 1
 * @returns ms
 */
export function pauseAfter(least: number, spread: number, chance = Math.random()): number {
  return least + spread * chance;
}
