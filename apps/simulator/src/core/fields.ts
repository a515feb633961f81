import type { z } from 'zod';
import { ControlError, invalid } from './errors.js';

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

/** @throws ProviderError 400 for a field that is missing */
export function need(fields: Fields, name: string, message = `${name} is required`): string {
  const value = textOf(fields[name]);
  if (value === null) throw invalid(message, 'missing_params');
  return value;
}

/**
 * Read a control call's body. Unknown fields are ignored, as fields may be added.
 * @throws ControlError 400 naming every field that is wrong
 */
export function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new ControlError(400, wrong.join('; '));
}

/** The provider's limits for Ghana, in pesewas: GHS 0.10 at least; its upper limit has no documented unit. */
const MIN_AMOUNT = 10;
const MAX_AMOUNT = 1_000_000_000;

/** Whole subunits; a string of digits is taken too. @throws ProviderError 400 */
export function amountOf(fields: Fields): number {
  const text = need(fields, 'amount', 'Amount is required');
  const amount = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (amount < MIN_AMOUNT || amount > MAX_AMOUNT) throw invalid('Invalid Amount Sent', 'invalid_amount');
  return amount;
}

/** An http(s) address or nothing: a checkout page must never link to anything else. */
export function webAddress(value: unknown): string | null {
  const text = textOf(value);
  return text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
}

/** `0XXXXXXXXX` from the forms people write. @returns null when it is no Ghanaian number */
export function localPhoneOf(input: unknown): string | null {
  const compact = (textOf(input) ?? '').replace(/[\s-]/g, '').replace(/^\+?233/, '0');
  return /^0[2-5]\d{8}$/.test(compact) ? compact : null;
}

/** Whether a thing of this time (ISO 8601) lies between `from` and `to`. @throws ProviderError 400 for a date that is none */
export function isWithin({ from, to }: Fields, text: string): boolean {
  const time = (value: unknown, otherwise: number) => {
    const parsed = textOf(value) === null ? otherwise : Date.parse(String(value));
    if (Number.isNaN(parsed)) throw invalid('Invalid date passed');
    return parsed;
  };
  return Date.parse(text) >= time(from, -Infinity) && Date.parse(text) <= time(to, Infinity);
}

/**
 * One page of a list with the provider's `meta`, newest first: `per_page` or `perPage` (50, at most 100) and `page`.
 * @param items all that match, oldest first
 * @param shapeOf an item as the list shows it
 */
export function listed<T>(message: string, items: T[], query: Fields, shapeOf: (item: T) => Fields): Fields {
  const number = (value: unknown, otherwise: number) => {
    const parsed = Number(textOf(value));
    return Number.isInteger(parsed) && parsed > 0 ? parsed : otherwise;
  };
  const perPage = Math.min(100, number(query.per_page ?? query.perPage, 50));
  const page = number(query.page, 1);
  const skipped = (page - 1) * perPage;
  const data = items
    .toReversed()
    .slice(skipped, skipped + perPage)
    .map(shapeOf);
  const total = items.length;
  const pageCount = Math.ceil(total / perPage);
  return { status: true, message, data, meta: { total, skipped, perPage, page, pageCount } };
}
