import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What authenticator apps show beside the code. */
const ISSUER = 'Abato';
const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes are accepted: clocks of phones differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** SHA-1, 6 digits, 30 seconds: what every authenticator app supports (RFC 6238). */
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** @returns a new secret in base 32 */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The text of the QR code. @param account shown in the app, for example the e-mail address */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** @returns the 30-second step whose code this is, or null when it is none of those accepted now */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

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
