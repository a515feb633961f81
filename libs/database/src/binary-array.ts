/** Object ids of element types (PostgreSQL's catalogue `pg_type`), and the bytes of those that always have as many. */
const TYPES = {
  int2: { oid: 21, bytes: 2 },
  int4: { oid: 23, bytes: 4 },
  int8: { oid: 20, bytes: 8 },
  uuid: { oid: 2950, bytes: 16 },
  text: { oid: 25, bytes: undefined },
  bytea: { oid: 17, bytes: undefined },
} as const;
export type ArrayType = keyof typeof TYPES;

/** Dimensions, whether there are nulls, type, elements, first index: 32 bits each (`array_recv` of PostgreSQL). */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
/** Of an `int8`. */
const HALF = 2 ** 32;
const HALF_BYTES = 4;

/**
 * An array parameter in PostgreSQL's binary form, which the driver sends as such because it is a Buffer. Neither side writes or reads text: 9 µs less
 * for a vote with its nineteen columns (docs/measurements/server.md).
 * @param type of the elements; `int8` takes safe integers, `uuid` the form with hyphens
 * @throws RangeError for a value that is none of the type
 */
export function binaryArray(type: ArrayType, values: readonly unknown[]): Buffer {
  const { oid, bytes } = TYPES[type];
  const lengths = values.map((value) => (value == null ? 0 : (bytes ?? lengthOf(value as string | Buffer))));
  const buffer = Buffer.allocUnsafe(
    HEAD_BYTES + LENGTH_BYTES * values.length + lengths.reduce((sum, length) => sum + length, 0),
  );
  [1, 1, oid, values.length, 1].forEach((word, nr) => buffer.writeInt32BE(word, LENGTH_BYTES * nr));
  let at = HEAD_BYTES;
  for (const [nr, value] of values.entries()) {
    const length = value == null ? NULL_LENGTH : (lengths[nr] ?? 0);
    at = buffer.writeInt32BE(length, at);
    if (value == null) continue;
    write(buffer, at, type, value);
    at += length;
  }
  return buffer;
}

const lengthOf = (value: string | Buffer): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value.length;

function write(buffer: Buffer, at: number, type: ArrayType, value: unknown): void {
  if (type === 'text') buffer.write(value as string, at);
  else if (type === 'bytea') (value as Buffer).copy(buffer, at);
  else if (type === 'uuid') {
    // What is no digit ends it early, and would leave in place what was in memory.
    if (buffer.write((value as string).replaceAll('-', ''), at, 16, 'hex') !== 16)
      throw new RangeError('not a UUID');
  } else writeInteger(buffer, at, type, value as number);
}

function writeInteger(buffer: Buffer, at: number, type: ArrayType, value: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer');
  if (type === 'int2') buffer.writeInt16BE(value, at);
  else if (type === 'int4') buffer.writeInt32BE(value, at);
  else {
    buffer.writeInt32BE(Math.floor(value / HALF), at);
    buffer.writeUInt32BE(value >>> 0, at + HALF_BYTES);
  }
}
