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
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return `A-${text}`;
}

/** The short code on a receipt: 40 random bits as `XXXX-XXXX`. Only useful together with the voter's phone number. */
export function newReceiptCode(): string {
  const text = [...randomBytes(8)].map((byte) => ALPHABET[byte & 31]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
