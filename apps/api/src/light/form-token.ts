import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type FormProof, isUuid } from '@abato/contracts';
import { newId } from '@abato/platform';

/** Long enough for a phone that is put away, short enough that forms cannot be collected for a finale. */
const FORM_VALID_MS = 12 * 3_600_000;
const SIGNATURE_BYTES = 16;

/** What a request says about the browser it comes from. */
export interface Sender {
  /** The browser's cookie; null without one. */
  device: string | null;
  /** It named an origin: one of ours, others are refused before (ADR 29). */
  hasOrigin: boolean;
}

/**
 * Signed forms (ADR 51). One form casts one vote: its key is the vote's. A form is taken from a browser that names our origin, or that sends
 * the cookie the form was made for: old and text browsers name none.
 */
export class FormTokens {
  private readonly key: Buffer;

  /** @param root a key of this installation, the same in every process */
  constructor(root: Buffer) {
    this.key = Buffer.from(hkdfSync('sha256', root, '', 'abato light forms', 32));
  }

  /** @param purpose the contest, or the payment, that the form is for @param key of an earlier form that is shown again */
  issue(purpose: string, device: string, now: Date, key: string = newId()): FormProof {
    const at = now.getTime().toString(36);
    return {
      key,
      at,
      sig: this.sign(`form|${purpose}|${key}|${at}`),
      own: this.sign(`own|${device}|${key}`),
    };
  }

  /** @returns what is wrong with a form; null for nothing */
  refusal(
    fields: Readonly<Record<string, string>>,
    purpose: string,
    { device, hasOrigin }: Sender,
    now: Date,
  ): 'foreign' | 'expired' | null {
    const { key = '', at = '', sig = '', own = '' } = fields;
    if (!isUuid(key) || !this.isSigned(sig, `form|${purpose}|${key}|${at}`)) return 'foreign';
    if (!hasOrigin && !(device && this.isSigned(own, `own|${device}|${key}`))) return 'foreign';
    return now.getTime() - parseInt(at, 36) > FORM_VALID_MS ? 'expired' : null;
  }

  /** The id of the request for a code that a form makes: pressed twice, it is one request. @param nr 0, and one more for each further code */
  verificationId(key: string, phone: string, nr: number, channel: 'sms' | 'ussd' = 'sms'): string {
    const bytes = this.hmac(`${channel === 'sms' ? 'code' : 'dial'}|${key}|${phone}|${nr}`);
    // Version 8: a UUID whose bits are our own (RFC 9562 §5.8).
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    const hex = bytes.toString('hex', 0, 16);
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  private isSigned(given: string, text: string): boolean {
    const bytes = Buffer.from(given, 'base64url');
    const expected = this.hmac(text).subarray(0, SIGNATURE_BYTES);
    return bytes.length === SIGNATURE_BYTES && timingSafeEqual(bytes, expected);
  }

  private sign(text: string): string {
    return this.hmac(text).toString('base64url', 0, SIGNATURE_BYTES);
  }

  private hmac(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}
