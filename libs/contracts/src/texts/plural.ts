import { grouped } from '../field-messages.js';

/** A text for each form that a language has for numbers (Unicode CLDR); `#` is where the number goes. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/**
 * Chooses the form of a text that a language uses with a number.
 * @param language as in CLDR: `en`, `ak` (Twi), `ee` (Ewe), `ha` (Hausa)
 * @param written how the number itself is written
 */
/* @__NO_SIDE_EFFECTS__ */
export function pluralIn(
  language: string,
  written: (count: number) => string = grouped,
): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', written(count));
}
