import { isDateTime, isDay } from './dates.js';
import {
  charactersMessage,
  decimalsMessage,
  lengthMessage,
  maxMessage,
  minMessage,
  mostMessage,
  oneLineMessage,
  typeMessage,
} from './field-messages.js';
import { DEFAULT_MAX_LENGTH, type FieldRule, type Rules } from './field-rule.js';

/** How fields are checked. */

type Validated<T> = { ok: true; value: T } | { ok: false; errors: FieldErrorLike[] };
interface FieldErrorLike {
  field: string;
  message: string;
}
interface Refused {
  message: string;
  errors?: FieldErrorLike[];
}
/** Most wrong fields of a list that one answer names. */
const MAX_LIST_ERRORS = 20;

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** No C0 controls (tab and line ends aside) and no unpaired surrogates: PostgreSQL refuses the first of them, logs suffer from all. */
// oxlint-disable-next-line no-control-regex
const PLAIN_TEXT_PATTERN = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]*$/u;
/** C1 controls are never typed; passwords may hold them, because accounts with such a password may exist. */
const NO_C1_CONTROLS_PATTERN = /^[^\u0080-\u009f]*$/;
/** Without line breaks, Unicode's line and paragraph separators included. */
const ONE_LINE_PATTERN = /^[^\t\n\r\u2028\u2029]*$/;
/** Most characters of a search text; the rest is cut off. */
export const MAX_SEARCH_LENGTH = 200;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID_PATTERN.test(value);
}

/** The form in which a value is checked and kept: texts without white space around them (phones: without any). */
function normalise(rule: FieldRule, raw: unknown): unknown {
  if (rule.search) {
    // PostgreSQL text cannot hold NUL; no search text contains it.
    return typeof raw === 'string'
      ? raw.replaceAll('\u0000', '').trim().slice(0, MAX_SEARCH_LENGTH)
      : undefined;
  }
  if (typeof raw !== 'string') return raw;
  if (rule.fromText) return /^\d{1,9}$/.test(raw) ? Number(raw) : raw;
  const text =
    rule.trim === false || rule.type === 'boolean'
      ? raw
      : rule.compact
        ? raw.replace(/\s+/g, '')
        : raw.trim();
  return rule.type === 'uuid' ? text.toLowerCase() : text;
}

/**
 * Check one value against its rule.
 * @returns the value to use (trimmed), or the message to show; of a list with `paths` also each wrong field by its path
 */
export function checkField(field: string, rule: FieldRule, raw: unknown): { value: unknown } | Refused {
  const value = normalise(rule, raw);
  if (value === null && rule.nullable) return { value };
  if (value === undefined || value === null || value === '') {
    if (rule.required) return { message: rule.required };
    return isMissingNumber(rule, value) ? wrongType(field, rule) : { value: rule.default };
  }
  if (rule.search) return { value };
  switch (rule.type) {
    case 'string':
      if (typeof value !== 'string') return wrongType(field, rule);
      if (value.length > (rule.maxLength ?? DEFAULT_MAX_LENGTH))
        return { message: lengthMessage(field, rule) };
      if (!PLAIN_TEXT_PATTERN.test(value)) return { message: charactersMessage(field, rule) };
      if (rule.trim !== false) {
        if (!NO_C1_CONTROLS_PATTERN.test(value)) return { message: charactersMessage(field, rule) };
        if (!rule.multiline && !ONE_LINE_PATTERN.test(value)) return { message: oneLineMessage(field, rule) };
      }
      if (rule.pattern && !rule.pattern[0].test(value)) return { message: rule.pattern[1] };
      if (rule.oneOf && !rule.oneOf.includes(value)) return wrongType(field, rule);
      return { value };
    case 'uuid':
      return isUuid(value) ? { value } : wrongType(field, rule);
    case 'isoDate':
      return isDateTime(value) ? { value } : wrongType(field, rule);
    case 'day':
      return isDay(value) ? { value } : wrongType(field, rule);
    case 'boolean':
      return typeof value === 'boolean' ? { value } : wrongType(field, rule);
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType(field, rule);
      if (rule.min && value < rule.min[0]) return { message: minMessage(field, rule) };
      if (rule.max && value > rule.max[0]) return { message: maxMessage(field, rule) };
      if (rule.type === 'integer' && !Number.isSafeInteger(value)) return wrongType(field, rule);
      if (rule.decimals && !hasAtMostDecimals(value, rule.decimals[0]))
        return { message: decimalsMessage(field, rule) };
      return { value };
    }
    case 'list':
      return checkList(field, rule, value);
  }
}

/**
 * Whether null or a blank text stands where a number belongs. It is no way to leave the number out: "give back null" would be read as
 * "give back everything". Only a query string may have a blank number.
 */
function isMissingNumber(rule: FieldRule, value: unknown): boolean {
  const isNumeric = rule.type === 'integer' || rule.type === 'number';
  return isNumeric && !rule.nullable && !rule.fromText && (value === null || value === '');
}

/** The message is made only for a value that needs it: casting checks eight fields of each vote. */
function wrongType(field: string, rule: FieldRule): { message: string } {
  return { message: typeMessage(field, rule) };
}

/** Every entry by its own rules. */
function checkList(field: string, rule: FieldRule, value: unknown): { value: unknown } | Refused {
  if (!Array.isArray(value)) return { message: typeMessage(field, rule) };
  if (value.length > (rule.most ?? 0)) return { message: mostMessage(field, rule) };
  const entries: unknown[] = [];
  const errors: FieldErrorLike[] = [];
  for (const [index, entry] of value.entries()) {
    const checked = validate(rule.items ?? {}, entry);
    if (checked.ok) entries.push(checked.value);
    else {
      for (const { field: of, message } of checked.errors)
        errors.push({ field: of ? `${field}.${index}.${of}` : `${field}.${index}`, message });
      if (errors.length >= MAX_LIST_ERRORS) break;
    }
  }
  const [first] = errors;
  if (!first) return { value: entries };
  return { message: first.message, ...(rule.paths && { errors: errors.slice(0, MAX_LIST_ERRORS) }) };
}

/** Whether a number has at most so many digits after the point. */
function hasAtMostDecimals(value: number, decimals: number): boolean {
  const text = String(value);
  return !text.includes('e') && (text.split('.')[1] ?? '').length <= decimals;
}

/**
 * Check every field of an object. Unknown fields are ignored and never copied (so `__proto__` and friends cannot travel).
 * @param rules one rule per field
 * @param input any JSON value
 */
export function validate<T>(rules: Rules, input: unknown): Validated<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { ok: false, errors: [{ field: '', message: 'A JSON object is expected' }] };
  }
  const errors: FieldErrorLike[] = [];
  const value: Record<string, unknown> = {};
  for (const field in rules) {
    const rule = rules[field];
    if (!rule) continue;
    const raw = Object.hasOwn(input, field) ? (input as Record<string, unknown>)[field] : undefined;
    const result = checkField(field, rule, raw);
    if ('message' in result) errors.push(...(result.errors ?? [{ field, message: result.message }]));
    else if (result.value !== undefined) value[field] = result.value;
  }
  return errors.length ? { ok: false, errors } : { ok: true, value: value as T };
}
