import { AppError } from './app-error.js';

/**
 * What a JSON body may hold.
 * @property levels objects and arrays inside each other, the body itself being the first
 * @property members keys of objects and elements of arrays in the whole body; an empty object or array counts as one of its own
 */
export interface JsonShape {
  levels: number;
  members: number;
}

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Look over the bytes once, without recursion, and end at the first that goes too far. Whether they are JSON is left to the parser: whatever
 * it accepts has been counted rightly here, because bytes of UTF-8 beyond ASCII are never one of the signs.
 * @throws AppError MALFORMED_REQUEST
 */
export function checkShape(bytes: Buffer, { levels, members }: JsonShape): void {
  let at = 0;
  while (isSpace(bytes[at])) at++;
  if (bytes[at] !== OPEN_OBJECT) throw new AppError('MALFORMED_REQUEST');
  let level = 0;
  let count = 0;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) count++;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      level++;
      count++;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) level--;
    else continue;
    if (level > levels || count > members) throw new AppError('MALFORMED_REQUEST');
  }
}

/** @returns where the text that begins at `start` has its closing quote, or the end of the bytes */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
}

type Value = string | number | boolean | null;
/** What has a canonical form. */
export type Canonical = Value | readonly Canonical[] | { readonly [field: string]: Canonical | undefined };

/**
 * JSON in canonical form (RFC 8785): sorted keys, and the numbers and strings of JSON.stringify, are all of it. Undefined values are left out.
 */
export function canonicalJson(value: Canonical): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Canonical | undefined): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([field, inside]) => [field, sorted(inside)]));
}
