import { createHash, randomInt } from 'node:crypto';

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const COUNT = 10;
/** 80 random bits: too many to be found from a digest. */
const LENGTH = 16;

/** Codes as the user keeps them: `XXXX-XXXX-XXXX-XXXX`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return text.replace(/(.{4})(?!$)/g, '$1-');
  });
}

/** What is stored of a code: case, white space and hyphens do not matter. */
export function recoveryDigest(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest();
}
