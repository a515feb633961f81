import { createHmac } from 'node:crypto';
import { CODE_LENGTH, smsTexts } from '@abato/contracts';

/** The range of the truncated hash, as in HOTP (RFC 4226 §5.3). */
const MASK = 0x7fff_ffff;

/**
 * The code of one request for verification: six digits that follow from its id under the processes' key, as HOTP makes them (RFC 4226).
 * Nothing that is stored or queued lets anyone compute it without the key.
 * @param key `Secrets.verificationKey`
 */
export function verificationCode(key: Buffer, id: string): string {
  const hash = createHmac('sha256', key).update(`code|${id}`).digest();
  const offset = (hash.at(-1) as number) & 0x0f;
  const number = (hash.readUInt32BE(offset) & MASK) % 10 ** CODE_LENGTH;
  return String(number).padStart(CODE_LENGTH, '0');
}

/**
 * The text with a code. Its last line is the origin-bound form that browsers fill in by themselves, on this site only.
 * @param publicUrl where voters reach the platform
 */
export function codeSms(code: string, publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `${smsTexts.code(code)}\n\n@${hostname} #${code}`;
}
