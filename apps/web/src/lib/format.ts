import { formatPrice as priceText, grouped } from '@abato/contracts';
import { formats } from '@/texts/en/common';

export { formatCedis } from '@abato/contracts';

/** `12,345` */
export const formatCount = (value: number): string => grouped(Math.round(value));

/*
 * Our own, without `Intl`: its first formatter costs a cheap phone a tenth of a second before anything is drawn. Ghana is UTC all
 * year, and dates read the same for every visitor.
 */
type Moment = string | number | Date;

const two = (value: number) => String(value).padStart(2, '0');

function format(value: Moment, write: (date: Date) => string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : write(date);
}

const longDate = (date: Date) =>
  formats.date(formats.months[date.getUTCMonth()] as string, date.getUTCDate(), date.getUTCFullYear());

/** `November 21, 2026` */
export function formatDate(value: Moment): string {
  return format(value, longDate);
}

/** `November 21, 2026 at 7:30 PM` */
export function formatDateTime(value: Moment): string {
  return format(value, (date) => {
    return formats.dateTime(longDate(date), date.getUTCHours(), two(date.getUTCMinutes()));
  });
}

/** `14:03:22` */
export function formatClock(value: Moment): string {
  return format(value, (date) => date.toISOString().slice(11, 19));
}

/** `12.5%`, one decimal always. */
export function formatPercent(value: number): string {
  return `${value.toFixed(1)}%`;
}

/** 1st, 2nd, 3rd, 4th … 11th, 12th, 13th, 21st. */
export function formatOrdinal(rank: number): string {
  return formats.ordinal(rank);
}

/** A price of 0 or less shows as 'Free' (specification §9). */
export function formatPrice(cedis: number): string {
  return priceText(cedis, formats.free);
}

/**
 * The address of an uploaded picture (specification §3): http addresses as they are, else backslashes become slashes
 * and the backend's origin, which is this page's, is put in front.
 * @returns null without a path
 */
export function imageUrl(path: string): string;
export function imageUrl(path: string | null | undefined): string | null;
export function imageUrl(path: string | null | undefined): string | null {
  if (!path) return null;
  if (path.startsWith('http')) return path;
  return `${window.location.origin}/${path.replaceAll('\\', '/').replace(/^\/+/, '')}`;
}
