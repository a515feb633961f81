/** Bytes and texts, with what Node.js and browsers both have. */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param {string} text */
export const bytesOf = (text) => encoder.encode(text);

/** @param {Uint8Array} bytes */
export const textOf = (bytes) => decoder.decode(bytes);

/** @param {string} text @returns {Uint8Array} empty for what is not base64: the length is wrong then */
export function fromBase64(text) {
  let letters;
  try {
    letters = atob(text);
  } catch {
    return new Uint8Array();
  }
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** @param {Uint8Array} bytes */
export const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  let digits = '';
  for (const byte of bytes) digits += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
  return digits;
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export function areEqual(one, other) {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** Numbers of several bytes in a part of a buffer, the high byte first. @param {Uint8Array} bytes */
export const numbersOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
