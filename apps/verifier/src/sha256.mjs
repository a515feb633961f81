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
  const numbers = new DataView(message.buffer);
  numbers.setUint32(end - 8, Math.floor(length / 2 ** 29));
  numbers.setUint32(end - 4, (length << 3) >>> 0);
  state.set(START);
  for (let block = 0; block < end; block += BLOCK) compress(block);
  const digest = new Uint8Array(32);
  const written = new DataView(digest.buffer);
  for (let place = 0; place < 8; place += 1) written.setInt32(4 * place, state[place]);
  return digest;
}

/** @param {number} block where it begins */
function compress(block) {
  for (let i = 0, at = block; i < 16; i += 1, at += 4) {
    words[i] = (message[at] << 24) | (message[at + 1] << 16) | (message[at + 2] << 8) | message[at + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const x = words[i - 15];
    const y = words[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
  }
  let [a, b, c, d] = [state[0], state[1], state[2], state[3]];
  let [e, f, g, h] = [state[4], state[5], state[6], state[7]];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
  state[5] = (state[5] + f) | 0;
  state[6] = (state[6] + g) | 0;
  state[7] = (state[7] + h) | 0;
}
