export { formatCedis, formatPrice } from '@abato/contracts';

/*
 * Our own, without `Intl`: its first formatter costs a cheap phone a tenth of a second before anything is drawn. Ghana is UTC all
 * year, and dates read the same for every visitor.
 */
type Moment = string | number | Date;

const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);
const two = (value: number) => String(value).padStart(2, '0');

function format(value: Moment, write: (date: Date) => string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : write(date);
}

const longDate = (date: Date) =>
  `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;

/** `November 21, 2026` */
export function formatDate(value: Moment): string {
  return format(value, longDate);
}

/** `November 21, 2026 at 7:30 PM` */
export function formatDateTime(value: Moment): string {
  return format(value, (date) => {
    const hour = date.getUTCHours();
    return `${longDate(date)} at ${hour % 12 || 12}:${two(date.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
  });
}

/** `14:03:22` */
export function formatClock(value: Moment): string {
  return format(value, (date) => date.toISOString().slice(11, 19));
}

/** `12,345` */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `12.5%`, one decimal always. */
export function formatPercent(value: number): string {
  return `${value.toFixed(1)}%`;
}

/** 1st, 2nd, 3rd, 4th … 11th, 12th, 13th, 21st. */
export function formatOrdinal(rank: number): string {
  const lastTwo = rank % 100;
  const suffix = lastTwo >= 11 && lastTwo <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${rank}${suffix}`;
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
