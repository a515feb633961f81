/**
 * SHA-256 (FIPS 180-4) for browsers: `crypto.subtle.digest` answers a promise for each hash, and a log of a million entries needs two million.
 */

const K = new Int32Array(64);
const START = new Int32Array(8);
{
  // The first 32 bits of the fractions of cube and square roots of the first primes.
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const primes = [];
  for (let number = 2; primes.length < 64; number += 1)
    if (primes.every((prime) => number % prime)) primes.push(number);
  primes.forEach((prime, place) => (K[place] = fraction(Math.cbrt(prime))));
  primes.slice(0, 8).forEach((prime, place) => (START[place] = fraction(Math.sqrt(prime))));
}

const BLOCK = 64;
const words = new Int32Array(64);
const state = new Int32Array(8);
let message = new Uint8Array(4096);

/** SHA-256 of the parts one after the other. @param {...Uint8Array} parts @returns {Uint8Array} */
export function sha256(...parts) {
  let length = 0;
  for (const part of parts) length += part.length;
  const end = Math.ceil((length + 9) / BLOCK) * BLOCK;
  if (end > message.length) message = new Uint8Array(2 * end);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  message[at] = 0x80;
  message.fill(0, at + 1, end);
  writeNumber(message, end - 8, Math.floor(length / 2 ** 29));
  writeNumber(message, end - 4, length << 3);
  state.set(START);
  for (let block = 0; block < end; block += BLOCK) compress(message, block, words, state, K);
  const digest = new Uint8Array(32);
  for (let place = 0; place < 8; place += 1) writeNumber(digest, 4 * place, state[place]);
  return digest;
}

/** The high byte first. */
function writeNumber(bytes, at, number) {
  bytes[at] = number >>> 24;
  bytes[at + 1] = number >>> 16;
  bytes[at + 2] = number >>> 8;
  bytes[at + 3] = number;
}

/** One block of the message, which begins at `block`. Its arrays are parameters because the engine reads those faster than a module's. */
function compress(bytes, block, w, h, k) {
  for (let i = 0, at = block; i < 16; i += 1, at += 4) {
    w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = h[0];
  let b = h[1];
  let c = h[2];
  let d = h[3];
  let e = h[4];
  let f = h[5];
  let g = h[6];
  let last = h[7];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (last + s1 + (g ^ (e & (f ^ g))) + k[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) | (c & (a | b)))) | 0;
    last = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  h[0] = (h[0] + a) | 0;
  h[1] = (h[1] + b) | 0;
  h[2] = (h[2] + c) | 0;
  h[3] = (h[3] + d) | 0;
  h[4] = (h[4] + e) | 0;
  h[5] = (h[5] + f) | 0;
  h[6] = (h[6] + g) | 0;
  h[7] = (h[7] + last) | 0;
}
