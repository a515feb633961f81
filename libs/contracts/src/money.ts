/**
 * Money inside the system is a whole number of pesewas (1 GHS = 100 pesewas); cedis exist only in JSON and on screens.
 * Source: interface decision "Money in JSON is a number of cedis with at most two decimals".
 */

/** Largest amount one payment may have, in pesewas (GHS 10,000). */
export const MAX_PAYMENT_PESEWAS = 1_000_000;
/** Smallest amount the payment provider takes, in pesewas (GHS 0.10). */
export const MIN_PAYMENT_PESEWAS = 10;

/** Largest amount of cash that one entry may have, in pesewas (GHS 100,000). */
export const MAX_CASH_PESEWAS = 10_000_000;
/** Cash above this, in pesewas (GHS 10,000), needs a second person before it counts. */
export const SECOND_PERSON_ABOVE_PESEWAS = 1_000_000;

/** Largest price of one vote, in pesewas: a single vote must still be payable. */
export const MAX_VOTE_PRICE_PESEWAS = MAX_PAYMENT_PESEWAS;

/**
 * Cedis (number or decimal string, at most two decimals) to whole pesewas.
 * Parsed as text: `1.15 * 100` is 114.99999999999999 in binary floating point.
 * @returns pesewas, or `null` when the value is negative, has more than two decimals or is not a plain decimal number
 */
export function pesewasFromCedis(cedis: number | string): number | null {
  const text = typeof cedis === 'number' ? String(cedis) : cedis.trim();
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Whole pesewas to cedis for JSON: at most two decimals, exact up to 90 trillion cedis. */
export function cedisFromPesewas(pesewas: number): number {
  return Math.round(pesewas) / 100;
}

/**
 * 'GHS ' and two decimals with thousands separators; 'GHS 0.00' when the value is missing (specification §9).
 * Our own because `Intl` prints another sign for Ghana.
 * @param cedis amount in cedis as in JSON
 */
export function formatCedis(cedis: number | null | undefined): string {
  const value = Number.isFinite(cedis) ? (cedis as number) : 0;
  const digits = Math.abs(value)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${value < 0 ? '-' : ''}GHS ${digits}`;
}

/** A price of 0 or less shows as 'Free' (specification §9). @param free the word for it in the reader's language */
export function formatPrice(cedis: number | null | undefined, free = 'Free'): string {
  return (cedis ?? 0) > 0 ? formatCedis(cedis) : free;
}
