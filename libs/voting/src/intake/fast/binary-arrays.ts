/** Object ids of element types (PostgreSQL's catalogue `pg_type`). */
const TYPES = { int2: 21, int4: 23, int8: 20, uuid: 2950, text: 25, bytea: 17 };
export type ArrayType = keyof typeof TYPES;

const WORD = 4;
/** Dimensions, whether there are nulls, type, elements, first index: a word each (`array_recv` of PostgreSQL). */
const HEAD = 5 * WORD;
/** The length of an element that is null. */
const NULL = -1;

/**
 * Array parameters in PostgreSQL's binary form, which the driver sends as such because they are Buffers: neither side writes or reads text.
 * It saves 8 to 10 % of PostgreSQL's time (32 votes: 38 to 40 → 36 µs each, 300 votes: 22 → 20, docs/measurements/server.md). They share their memory, because many small pieces of it cost more than the text.
 * @param columns type and elements of each; `int8` takes safe integers, `uuid` the form with hyphens
 * @throws RangeError for a value that is none of the type
 */
export function binaryArrays(columns: readonly (readonly [ArrayType, readonly unknown[]])[]): Buffer[] {
  const sizes = columns.map(([type, values]) => sizeOf(type, values));
  const all = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let from = 0;
  return columns.map(([type, values], nr) => {
    const to = from + (sizes[nr] ?? 0);
    writeArray(all, from, type, values);
    const array = all.subarray(from, to);
    from = to;
    return array;
  });
}

function sizeOf(type: ArrayType, values: readonly unknown[]): number {
  let size = HEAD + WORD * values.length;
  for (const value of values) if (value != null) size += bytesOf(type, value);
  return size;
}

function writeArray(buffer: Buffer, from: number, type: ArrayType, values: readonly unknown[]): void {
  buffer.writeInt32BE(1, from);
  buffer.writeInt32BE(1, from + WORD);
  buffer.writeInt32BE(TYPES[type], from + 2 * WORD);
  buffer.writeInt32BE(values.length, from + 3 * WORD);
  buffer.writeInt32BE(1, from + 4 * WORD);
  let at = from + HEAD;
  for (const value of values) {
    const length = value == null ? NULL : write(buffer, at + WORD, type, value);
    buffer.writeInt32BE(length, at);
    at += WORD + Math.max(length, 0);
  }
}

function bytesOf(type: ArrayType, value: unknown): number {
  switch (type) {
    case 'int2':
      return 2;
    case 'int4':
      return 4;
    case 'int8':
      return 8;
    case 'uuid':
      return UUID_BYTES;
    case 'text':
      return Buffer.byteLength(value as string);
    case 'bytea':
      return (value as Buffer).length;
  }
}

/** @returns the bytes written */
function write(buffer: Buffer, at: number, type: ArrayType, value: unknown): number {
  if (type === 'text') return buffer.write(value as string, at);
  if (type === 'bytea') return (value as Buffer).copy(buffer, at);
  if (type === 'uuid') return writeUuid(buffer, at, value as string);
  return writeInteger(buffer, at, type, value as number) - at;
}

/** Of an `int8`. */
const HALF = 2 ** 32;

/** @returns where the next one begins */
function writeInteger(buffer: Buffer, at: number, type: ArrayType, value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer');
  if (type === 'int2') return buffer.writeInt16BE(value, at);
  if (type === 'int4') return buffer.writeInt32BE(value, at);
  return buffer.writeUInt32BE(value >>> 0, buffer.writeInt32BE(Math.floor(value / HALF), at));
}

const UUID_BYTES = 16;
/** Where the digits of each byte are, between the hyphens. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const NO_DIGIT = 0xff;
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const digit of '0123456789abcdefABCDEF') DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** By a table: the five ids of a vote took a quarter of the time of its row by `Buffer.write`. */
function writeUuid(buffer: Buffer, at: number, value: string): number {
  let seen = value.length === 36 ? 0 : NO_DIGIT;
  for (let nr = 0; nr < UUID_BYTES; nr++) {
    const place = PLACES[nr] as number;
    const high = DIGITS[value.charCodeAt(place)] ?? NO_DIGIT;
    const low = DIGITS[value.charCodeAt(place + 1)] ?? NO_DIGIT;
    seen |= high | low;
    buffer[at + nr] = (high << 4) | low;
  }
  if (seen > 0xf) throw new RangeError('not a UUID');
  return UUID_BYTES;
}
