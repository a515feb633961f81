import type { FieldRule } from './field-rule.js';
import { GHANA_PHONE_PATTERN, VALID_PHONE } from './phone.js';

/** Rules that several nouns share. These functions have no side effects: a bundle keeps only the rules that it uses. */

/** The usual e-mail pattern: one @, no white space, a dot in the domain. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A text that must be given, and one that may be left out: told apart, so that `InputOf` knows which fields are there. */
type RequiredText = FieldRule & { type: 'string'; required: string };
type OptionalText = FieldRule & { type: 'string'; required?: undefined };

export function textField(required: string, maxLength?: number): RequiredText;
export function textField(required: undefined, maxLength?: number): OptionalText;
/* @__NO_SIDE_EFFECTS__ */
export function textField(required: string | undefined, maxLength = 255): FieldRule {
  return { type: 'string', required, maxLength };
}

/** Why rules of a contest that is past its draft change: public, and sealed with them (ADR 125). Every amendment can have it. */
export const amendmentReasonField = textField('Please say why the rules change', 300);

/** A text that may have several lines; every other text is one line. */
/* @__NO_SIDE_EFFECTS__ */
export function paragraphsField(required: string, maxLength: number): RequiredText {
  return { ...textField(required, maxLength), multiline: true };
}

export function emailField(required: string): RequiredText;
export function emailField(): OptionalText;
/* @__NO_SIDE_EFFECTS__ */
export function emailField(required?: string): FieldRule {
  return { type: 'string', required, maxLength: 254, pattern: [EMAIL_PATTERN, 'Invalid email format'] };
}

export function phoneField(required: string, message?: string): RequiredText;
export function phoneField(required?: undefined, message?: string): OptionalText;
/** @param message the specification's, where it has one */
/* @__NO_SIDE_EFFECTS__ */
export function phoneField(required?: string, message = VALID_PHONE): FieldRule {
  return { type: 'string', required, compact: true, maxLength: 20, pattern: [GHANA_PHONE_PATTERN, message] };
}

/** The specification's words for the registration form (§5). */
export const INVALID_PHONE = 'Invalid phone format (e.g., +233241234567)';

/** A date with time and zone that exists in the calendar. @param name as people call it, as the first word of a sentence */
/* @__NO_SIDE_EFFECTS__ */
export function dateField(name: string) {
  return {
    type: 'isoDate',
    required: `${name} is required`,
  } as const satisfies FieldRule;
}

/** A form says `removeLogo=true` or `removeBanner=true`: multipart has no null. */
export const removePictureField = {
  type: 'boolean',
} satisfies FieldRule;

/** Position of a category or contestant in its list. */
export const orderField = {
  type: 'integer',
  min: [0, 'Order must be 0 or greater'],
  max: [1_000_000],
} satisfies FieldRule;
