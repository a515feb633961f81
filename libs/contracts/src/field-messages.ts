import { DEFAULT_MAX_LENGTH, type FieldRule } from './field-rule.js';
import { grouped } from './texts/plural.js';

/**
 * What a person reads about a value that is refused, made of the field's label and its rule. Browser and server say the same words. A text
 * that the specification gives is in the rule itself and is used instead.
 */

const REQUIRED = / is required$/;
const EXPECTED: Record<FieldRule['type'], string> = {
  string: 'must be text',
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  isoDate: 'must be an existing date and time, for example 2026-12-31T18:00:00Z',
  day: 'must be an existing date, for example 2026-12-31',
  uuid: 'must be a valid id',
  list: 'must be a list',
};

/** `Organization name` of the field `hostName`: the specification's name for it where the rule holds one. */
/* @__NO_SIDE_EFFECTS__ */
export function labelOf(field: string, { label, required }: Pick<FieldRule, 'label' | 'required'>): string {
  if (label) return label;
  if (required && REQUIRED.test(required)) return required.replace(REQUIRED, '');
  const words = field.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** About a value of another type, or none of the choices. */
export function typeMessage(field: string, rule: FieldRule): string {
  if (rule.typeMessage) return rule.typeMessage;
  if (rule.pattern) return rule.pattern[1];
  const expected = rule.oneOf ? `must be one of ${rule.oneOf.join(', ')}` : EXPECTED[rule.type];
  return `${labelOf(field, rule)} ${expected}`;
}

export function lengthMessage(field: string, rule: FieldRule): string {
  return `${labelOf(field, rule)} must be at most ${grouped(rule.maxLength ?? DEFAULT_MAX_LENGTH)} characters`;
}

/** About a list of too many entries. */
export function mostMessage(field: string, rule: FieldRule): string {
  return `${labelOf(field, rule)} can have at most ${rule.most} entries`;
}

/** About control characters and halves of characters. */
export function charactersMessage(field: string, rule: FieldRule): string {
  return `${labelOf(field, rule)} contains characters that are not allowed`;
}

export function oneLineMessage(field: string, rule: FieldRule): string {
  return `${labelOf(field, rule)} must be one line of text`;
}

export function minMessage(field: string, rule: FieldRule): string {
  return rule.min?.[1] ?? `${labelOf(field, rule)} must be at least ${grouped(rule.min?.[0])}`;
}

export function maxMessage(field: string, rule: FieldRule): string {
  return rule.max?.[1] ?? `${labelOf(field, rule)} must be at most ${grouped(rule.max?.[0])}`;
}

export function decimalsMessage(field: string, rule: FieldRule): string {
  return rule.decimals?.[1] ?? `${labelOf(field, rule)} can have at most ${rule.decimals?.[0]} decimals`;
}
