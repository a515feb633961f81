import { MAX_PAGE_SIZE } from './page-sizes.js';
import type { FieldError } from './errors.js';
import { labelOf } from './field-messages.js';
import { grouped } from './texts/plural.js';
import type { FieldRule, Rules } from './field-rule.js';

/** Parameters of query strings. A blank one counts as absent, and nothing is trimmed. */

const MAX_PAGE = 1_000_000;

/** What is said about a number that is not whole or out of its range. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumberRefusal(field: string, max: number): FieldError {
  return { field, message: `${labelOf(field, {})} must be a whole number from 1 to ${grouped(max)}` };
}

/* @__NO_SIDE_EFFECTS__ */
function wholeNumber(field: string, max: number) {
  const { message } = wholeNumberRefusal(field, max);
  return {
    type: 'integer',
    fromText: true,
    typeMessage: message,
    min: [1, message],
    max: [max, message],
  } satisfies FieldRule;
}

/** A whole number from 1 to `max`, by default `fallback`. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumberQuery(field: string, max: number, fallback: number) {
  return { ...wholeNumber(field, max), default: fallback };
}

/** A whole number from 1 to `max` that may be left out. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalNumberQuery(field: string, max: number) {
  return wholeNumber(field, max);
}

/** One of a list. */
/* @__NO_SIDE_EFFECTS__ */
export function choiceQuery<const T extends string>(field: string, choices: readonly T[]) {
  return { type: 'string', trim: false, label: labelOf(field, {}), oneOf: choices } satisfies FieldRule;
}

/** One of a list, by default `fallback`. */
/* @__NO_SIDE_EFFECTS__ */
export function choiceQueryOr<const T extends string>(
  field: string,
  choices: readonly T[],
  fallback: NoInfer<T>,
) {
  return { ...choiceQuery(field, choices), default: fallback };
}

export const idQuery = { type: 'uuid', trim: false } as const satisfies FieldRule;
/** A day, YYYY-MM-DD. */
export const dayQuery = { type: 'day', trim: false } as const satisfies FieldRule;
export const searchQuery = { type: 'string', search: true } as const satisfies FieldRule;

/** The parameters of a list: its page, of `pageSize` rows unless told otherwise (specification §7), and its filters. */
/* @__NO_SIDE_EFFECTS__ */
export function listQuery<F extends Rules>(pageSize: number, filters: F) {
  return {
    page: wholeNumberQuery('page', MAX_PAGE, 1),
    pageSize: wholeNumberQuery('pageSize', MAX_PAGE_SIZE, pageSize),
    ...filters,
  };
}
