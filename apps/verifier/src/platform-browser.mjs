export { sha256 } from './sha256.mjs';

/** What `platform-node.mjs` is on Node.js. */

/** This browser cannot check signatures: nothing is known about the log. */
export class Unsupported extends Error {}

/** Whether an Ed25519 signature holds. @param {Uint8Array} publicKey 32 bytes @param {Uint8Array} message @param {Uint8Array} signature */
export async function isSigned(publicKey, message, signature) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle)
    throw new Unsupported(
      'This page was opened over http, where browsers offer no cryptography. Save it and open the file, or open it over https.',
    );
  let key;
  try {
    key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch {
    throw new Unsupported(
      'This browser cannot check Ed25519 signatures. Chrome or Edge 137, Firefox 129 and Safari 17 can, and so can newer ones.',
    );
  }
  return subtle.verify('Ed25519', key, signature, message);
}
