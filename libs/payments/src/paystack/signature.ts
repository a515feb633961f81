import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a webhook was signed by the provider: `x-paystack-signature` is the hex HMAC-SHA512 of the raw body under the
 * secret key. Always over the bytes as they came: parsing and printing JSON again changes spaces, escapes and numbers.
 */
export function isSignedByProvider(
  rawBody: Buffer,
  signature: string | undefined,
  secretKey: string,
): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const expected = createHmac('sha512', secretKey).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
