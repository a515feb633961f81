import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Crockford's base 32: no I, L, O or U, so that it can be read out and written down. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes are fetched for this many ids at once: one by one they cost 6 % of the cast path. */
const POOLED_IDS = 512;
const pool = Buffer.alloc(POOLED_IDS * 16);
let used = pool.length;
let lastMs = 0;
let sequence = 0;

/**
 * A UUIDv7: sorted by time of creation, so indexes grow at one end (RFC 9562 §5.7). Ids of one process grow strictly, also
 * within a millisecond and while the clock is set back.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += 16));
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = random.readUInt32BE(0) >>> 1;
  } else if (++sequence > 0xffff_ffff) {
    sequence = 0;
    lastMs++;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}

/** The smallest UUIDv7 of a moment (milliseconds since 1970): every id made since then is at least this. */
export function smallestIdAt(milliseconds: number): string {
  const time = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/**
 * A payment reference: 128 random bits in base 32, prefixed, 28 characters of `[A-Z0-9-]`.
 * It is a capability (its holder may ask for the payment's state), hence random, not a UUIDv7;
 * the provider takes only `- . =` and alphanumerics.
 */
export function newReference(): string {
  return `A-${inBase32(BigInt(`0x${randomBytes(16).toString('hex')}`), 26)}`;
}

function inBase32(value: bigint, length: number): string {
  let bits = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}

/** The short code on a receipt: 40 random bits as `XXXX-XXXX`. By itself it leads to the public log only (ADR 124). */
export function newReceiptCode(): string {
  return randomCode();
}

/** A ballot code for printing: 40 random bits as `XXXX-XXXX` (ADR 134). */
export function newBallotCode(): string {
  return randomCode();
}

function randomCode(): string {
  const text = [...randomBytes(8)].map((byte) => ALPHABET[byte & 31]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** `7k3m 9qxt` as it was written down, in the one form it is stored in; other texts match no code. */
export function storedCodeOf(reference: string): string {
  const compact = reference.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return `${compact.slice(0, 4)}-${compact.slice(4)}`;
}

/** January 1, 2026: 40 bits of milliseconds since then last until 2060. */
const CODES_SINCE_MS = Date.UTC(2026, 0, 1);
const CODES_FOR_MS = 2 ** 40;

/**
 * The code on a free vote's receipt, `XXXX-XXXX-XXXX`: the millisecond of the vote's id and 20 of its random bits. It follows from the id,
 * so casting writes no row for it, and leads back to it. By itself it leads to the public log only (ADR 124).
 * @param id a UUIDv7
 */
export function receiptCodeOf(id: string): string {
  const sinceMs =
    (Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - CODES_SINCE_MS + CODES_FOR_MS) % CODES_FOR_MS;
  // In halves of 20 bits: every cast makes a code, and numbers of 64 bits cost ten times as much.
  const high = Math.floor(sinceMs / HALF);
  return `${fourDigits(high)}-${fourDigits(sinceMs)}-${fourDigits(Number.parseInt(id.slice(-5), 16))}`;
}

const HALF = 2 ** 20;

/** The lowest 20 bits in base 32. */
function fourDigits(value: number): string {
  const bits = value % HALF;
  return digit(bits >>> 15) + digit((bits >>> 10) & 31) + digit((bits >>> 5) & 31) + digit(bits & 31);
}

function digit(value: number): string {
  return ALPHABET.charAt(value);
}

/**
 * The ids that `receiptCodeOf` gives this code: those from `from`, below `to`, that end in `tail`. Case and separators do not matter.
 * @returns null for a text that is no such code
 */
export function idsWithCode(code: string): { from: string; to: string; tail: string } | null {
  const compact = code.toUpperCase().replace(/[\s-]/g, '');
  const digits = [...compact].map((letter) => ALPHABET.indexOf(letter));
  if (digits.length !== 12 || digits.includes(-1)) return null;
  const value = (some: number[]) => some.reduce((sum, digit) => sum * 32 + digit, 0);
  const milliseconds = CODES_SINCE_MS + value(digits.slice(0, 8));
  const tail = value(digits.slice(8)).toString(16).padStart(5, '0');
  return { from: smallestIdAt(milliseconds), to: smallestIdAt(milliseconds + 1), tail };
}
