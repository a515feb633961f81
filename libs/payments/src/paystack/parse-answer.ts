import { ProviderError } from './errors.js';
import { type Fields, object, text } from './read.js';

/** The provider's envelope, taken apart. */
export interface Answer {
  data: unknown;
  meta: Fields;
  message: string;
}

/** What an HTTP answer is made of, for parsing without a network. */
export interface RawAnswer {
  status: number;
  body: string;
  /** `x-ratelimit-reset`, as it came. */
  rateLimitReset?: string | null;
  retryAfter?: string | null;
}

/** The provider's windows last a minute. */
export const DEFAULT_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 300;

/**
 * Take the envelope off.
 * `status: true` only says that the call was accepted; a payment's state is in `data.status`.
 * @throws ProviderError of the kind the answer means; 5xx and answers that are no JSON are 'unknown'
 */
export function parseAnswer(raw: RawAnswer, now: Date): Answer {
  const body = readJson(raw.body);
  const message = text(body?.message) ?? `HTTP ${raw.status}`;
  const code = text(body?.code) ?? undefined;
  if (raw.status === 429) {
    throw new ProviderError('rate-limited', message, {
      status: raw.status,
      code,
      retryAfter: retryAfterSeconds(raw, now),
    });
  }
  if (raw.status >= 500 || !body) throw new ProviderError('unknown', message, { status: raw.status, code });
  if (raw.status >= 400 || body.status !== true) {
    const failure = isUnknownReference(raw.status, message, code) ? 'not-found' : 'rejected';
    // The message of the envelope says only that something was tried; the reason is in the data.
    const { status, message: reason } = object(body.data);
    const dataStatus = text(status) ?? undefined;
    throw new ProviderError(failure, text(reason) ?? message, { status: raw.status, code, dataStatus });
  }
  return { data: body.data, meta: object(body.meta), message };
}

function readJson(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** The field has seen 400 for an unknown reference, the provider's schema says 404. */
function isUnknownReference(status: number, message: string, code: string | undefined): boolean {
  return (
    status === 404 ||
    code === 'transaction_not_found' ||
    /transaction (reference )?not found|reference is invalid/i.test(message)
  );
}

/**
 * The documentation does not say whether the reset header is a moment or a span: small numbers are a span in seconds, large ones a
 * moment in seconds or milliseconds since 1970.
 */
function retryAfterSeconds(raw: RawAnswer, now: Date): number {
  const value = Number(raw.rateLimitReset ?? raw.retryAfter ?? Number.NaN);
  if (!Number.isFinite(value) || value < 0) return DEFAULT_RETRY_SECONDS;
  const moment = value > 1_000_000_000_000 ? value / 1000 : value;
  const seconds = moment > 1_000_000_000 ? moment - now.getTime() / 1000 : moment;
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_SECONDS);
}
