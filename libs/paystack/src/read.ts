/** Readers for foreign JSON: a value of the expected shape, or null. They never throw and never coerce money. */

export type Fields = Record<string, unknown>;

export function object(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** What PostgreSQL holds neither as text nor in JSON: U+0000, and one half of a pair (a whole pair is no match). */
const UNWRITABLE = /\0|\p{Surrogate}/u;

/**
 * Text that is not blank, at most 300 characters of it. One that cannot be written down is none: taking the part out could make another
 * payment's reference of it.
 */
export function text(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '' || UNWRITABLE.test(value)) return null;
  // The end may fall into the middle of a pair.
  return value.trim().slice(0, 300).replace(UNWRITABLE, '');
}

/**
 * A whole number of subunits, from a number or (as some of the provider's samples have it) a string of digits.
 * Anything else, fractions included, is null: no amount matches null.
 */
export function wholeAmount(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** What PostgreSQL's `bigint` holds. */
const MOST_OF_A_BIGINT = 2n ** 63n - 1n;

/**
 * Transaction ids are unsigned 64-bit: carried as text. Numbers beyond 2^53 were already rounded by the JSON parser; what no column holds
 * is no id.
 */
export function bigId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= MOST_OF_A_BIGINT
    ? value
    : null;
}

export function date(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  const parsed = new Date(value);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}

/** The longest address that is used or passed on. */
const LONGEST_ADDRESS = 4_000;

/** An https address; http only of this machine, where the simulator is. */
export function secureAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !URL.canParse(value)) return null;
  const { protocol, hostname, href } = new URL(value);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? href : null;
}
