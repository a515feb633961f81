/** The English forms of a text with a number; `#` is where the number goes. */
export interface PluralForms {
  one?: string;
  other: string;
}

/**
 * The form of a text with a number. Without `Intl`: its first use costs a cheap phone time.
 * @param written how the number itself is written
 */
/* @__NO_SIDE_EFFECTS__ */
export function plural(
  count: number,
  { one, other }: PluralForms,
  written: (count: number) => string = grouped,
): string {
  return ((count === 1 && one) || other).replaceAll('#', written(count));
}

/** `10,000`. */
/* @__NO_SIDE_EFFECTS__ */
export function grouped(value: number | undefined): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
