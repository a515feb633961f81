import { ProviderError } from '../core/errors.js';

/** A request body or query: anything may be in it. */
export type Fields = Record<string, unknown>;

/** The provider reads JSON and forms; anything that is no object is an empty one. */
export function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  return typeof value === 'number' ? String(value) : null;
}

const CURRENCIES = ['GHS', 'NGN', 'KES', 'ZAR', 'USD'];
/** The provider's limits for Ghana, in pesewas: GHS 0.10 at least; its upper limit has no documented unit. */
const MIN_AMOUNT = 10;
const MAX_AMOUNT = 1_000_000_000;

/** @throws ProviderError 400 as the provider words it */
/** Addresses of this domain are refused, as the provider refuses some that have the right form. */
const REFUSED_DOMAIN = '@refused.example';

export function emailOf(fields: Fields): string {
  const email = textOf(fields.email);
  if (!email) throw new ProviderError(400, 'Email Address is required', 'missing_params');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.endsWith(REFUSED_DOMAIN)) {
    throw new ProviderError(400, 'Invalid Email Address Passed', 'invalid_email_address');
  }
  return email;
}

/** Whole subunits; a string of digits is taken too. @throws ProviderError 400 */
export function amountOf(value: unknown): number {
  const text = textOf(value);
  if (text === null) throw new ProviderError(400, 'Amount is required', 'missing_params');
  const amount = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (amount < MIN_AMOUNT || amount > MAX_AMOUNT) {
    throw new ProviderError(400, 'Invalid Amount Sent', 'invalid_amount');
  }
  return amount;
}

/** @throws ProviderError 400 */
export function currencyOf(fields: Fields): string {
  const currency = textOf(fields.currency) ?? 'GHS';
  if (!CURRENCIES.includes(currency)) {
    throw new ProviderError(400, 'Currency not supported by merchant', 'unsupported_currency');
  }
  return currency;
}

/** Only `-`, `.`, `=` and alphanumerics; underscore is not on the provider's list. @throws ProviderError 400 */
export function referenceOf(fields: Fields): string | null {
  const reference = textOf(fields.reference);
  if (reference !== null && !/^[A-Za-z0-9.=-]{1,100}$/.test(reference)) {
    throw new ProviderError(
      400,
      'Transaction reference contains invalid characters. Only -, ., = and alphanumeric characters are allowed',
      'invalid_params',
    );
  }
  return reference;
}

/** Metadata comes as an object or as its JSON text. */
export function metadataFrom(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** An http(s) address or nothing: a checkout page must never link to anything else. */
export function webAddress(value: unknown): string | null {
  const text = textOf(value);
  if (!text || !URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? text : null;
}

/** How a list says where it goes on: by page numbers, by a cursor as some samples have it, or not at all. */
export type ListStyle = 'pages' | 'cursor' | 'bare';

export interface Page {
  perPage: number;
  page: number;
  /** The last item of the page before, by id; absent at the beginning and with page numbers. */
  after?: number;
  withCursor: boolean;
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

/** `per_page` or `perPage` (50, at most 100), `page` (1), `use_cursor` and `next`, `from`, `to`. @throws ProviderError 400 on a date that is none */
export function pageOf(query: Fields): Page {
  const number = (value: unknown, otherwise: number, most: number) => {
    const parsed = Number(textOf(value) ?? otherwise);
    return Number.isInteger(parsed) && parsed > 0 ? Math.min(parsed, most) : otherwise;
  };
  const time = (value: unknown, otherwise: number) => {
    const text = textOf(value);
    if (text === null) return otherwise;
    const parsed = Date.parse(text);
    if (Number.isNaN(parsed)) throw new ProviderError(400, 'Invalid date passed', 'invalid_params');
    return parsed;
  };
  return {
    perPage: number(query.per_page ?? query.perPage, 50, 100),
    withCursor: textOf(query.use_cursor) === 'true',
    after: idOfCursor(textOf(query.next)),
    page: number(query.page, 1, 1_000_000),
    from: time(query.from, -Infinity),
    to: time(query.to, Infinity),
  };
}

/** One page of a list with the provider's `meta`, or none. @param items all that match, newest first */
export function paged<T extends { id: number }>(
  items: T[],
  page: Page,
  style: ListStyle,
): { data: T[]; meta?: Record<string, unknown> } {
  const { perPage, after } = page;
  if (page.withCursor || style === 'cursor') {
    const start = after === undefined ? 0 : items.findIndex(({ id }) => id < after);
    const data = start < 0 ? [] : items.slice(start, start + perPage);
    const last = data.at(-1);
    const isMore = last !== undefined && start + data.length < items.length;
    return { data, meta: { next: isMore ? cursorOf(last.id) : null, previous: null, perPage } };
  }
  const skipped = (page.page - 1) * perPage;
  const data = items.slice(skipped, skipped + perPage);
  const pageCount = Math.ceil(items.length / perPage);
  const meta = { total: items.length, skipped, perPage, page: page.page, pageCount };
  return style === 'bare' ? { data } : { data, meta };
}

/** The provider's cursors are base64 of a prefix and an id. */
const cursorOf = (id: number): string => Buffer.from(`undefined:${id}`).toString('base64');

function idOfCursor(cursor: string | null): number | undefined {
  if (!cursor) return undefined;
  const id = Number(Buffer.from(cursor, 'base64').toString().split(':')[1]);
  if (!Number.isSafeInteger(id)) throw new ProviderError(400, 'Invalid cursor passed', 'invalid_params');
  return id;
}
