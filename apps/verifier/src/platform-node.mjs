import { createPublicKey, hash, verify } from 'node:crypto';
import { toBase64 } from './bytes.mjs';

/** What differs between Node.js and a browser; the page is built with `platform-browser.mjs` in its place. */

const DIGEST_BYTES = 32;
let joined = Buffer.alloc(4096);
/** Digests one after the other: a buffer of its own for each one takes longer than the hash. */
let digests = Buffer.alloc(256 * DIGEST_BYTES);
let used = 0;

/** SHA-256 of the parts one after the other. @param {...Uint8Array} parts @returns {Uint8Array} */
export function sha256(...parts) {
  let length = 0;
  for (const part of parts) length += part.length;
  if (length > joined.length) joined = Buffer.alloc(2 * length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  if (used === digests.length) [digests, used] = [Buffer.alloc(digests.length), 0];
  digests.latin1Write(hash('sha256', joined.subarray(0, length), 'binary'), used);
  used += DIGEST_BYTES;
  return new Uint8Array(digests.buffer, digests.byteOffset + used - DIGEST_BYTES, DIGEST_BYTES);
}

/** Whether an Ed25519 signature holds. @param {Uint8Array} publicKey 32 bytes @param {Uint8Array} message @param {Uint8Array} signature */
export async function isSigned(publicKey, message, signature) {
  const x = toBase64(publicKey).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
}
