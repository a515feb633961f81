import { createHmac } from 'node:crypto';

/**
 * JSON as no `JSON.stringify` writes it: blanks after colons and commas, slashes escaped, every second non-ASCII character as
 * `\uXXXX` and the rest as raw UTF-8. Parsing gives the same value; parsing and writing it again gives other bytes, so a
 * receiver that signs its own rendering of the body instead of the received bytes fails.
 */
export function wireJson(value: unknown): string {
  let escapeNext = true;
  const text = (part: string) =>
    JSON.stringify(part)
      .replaceAll('/', '\\/')
      .replace(/[^\x20-\x7e]/g, (unit) => {
        const surrogate = unit >= '\ud800' && unit <= '\udfff';
        if (!surrogate) escapeNext = !escapeNext;
        return surrogate || !escapeNext ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit;
      });
  const render = (part: unknown): string => {
    if (typeof part === 'string') return text(part);
    if (Array.isArray(part)) return `[${part.map((item) => render(item ?? null)).join(', ')}]`;
    if (typeof part === 'object' && part !== null) {
      const fields = Object.entries(part).filter(([, field]) => field !== undefined);
      return `{${fields.map(([key, field]) => `${text(key)}: ${render(field)}`).join(', ')}}`;
    }
    return JSON.stringify(part) ?? 'null';
  };
  return `${render(value)}\n`;
}

/** `x-paystack-signature`: hex HMAC-SHA512 of the raw body with the secret key. */
export function signatureOf(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body, 'utf8').digest('hex');
}

/** Minutes between the first four tries of a live webhook. */
const EARLY_MS = 3 * 60_000;
const LATER_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 72 * 3_600_000;

/**
 * How long to wait for the next try: every 3 minutes for the first 4 tries, then hourly for 72 hours.
 * @param attempts tries made so far
 * @param ageMs since the first try was due
 * @param scale multiplies all three clocks
 * @returns milliseconds, or null when the provider gives up
 */
export function retryDelayMs(attempts: number, ageMs: number, scale: number): number | null {
  if (ageMs >= GIVE_UP_AFTER_MS * scale) return null;
  return (attempts < 4 ? EARLY_MS : LATER_MS) * scale;
}
