export { formatCedis, formatPrice } from '@abato/contracts';

/** Ghana is UTC all year; dates read the same for every visitor. */
const longDate = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const longDateTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

function format(formatter: Intl.DateTimeFormat, value: string | number | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
}

/** `November 21, 2026` */
export function formatDate(value: string | number | Date): string {
  return format(longDate, value);
}

/** `November 21, 2026 at 7:30 PM` */
export function formatDateTime(value: string | number | Date): string {
  return format(longDateTime, value);
}

/** `14:03:22` */
export function formatClock(value: string | number | Date): string {
  return format(clock, value);
}

/** `12,345` */
export function formatCount(value: number): string {
  return whole.format(value);
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
export function imageUrl(path: string | null | undefined): string | null {
  if (!path) return null;
  if (path.startsWith('http')) return path;
  return `${window.location.origin}/${path.replaceAll('\\', '/').replace(/^\/+/, '')}`;
}

const PICTURE_WIDTHS = [320, 640, 1280];

/**
 * `srcset` of a picture of ours: an upload lies there in every width, a drawn one (its name is no random number) up to the
 * width in its path.
 * @returns undefined for pictures of other sites and for those with one width only
 */
export function imageSources(path: string | null | undefined): string | undefined {
  const [, stem, upload, named] =
    /^(\/?uploads\/(?:([0-9a-f]{32})|[\w-]+))-(\d+)\.webp$/.exec(path ?? '') ?? [];
  if (!stem) return undefined;
  const widths = PICTURE_WIDTHS.filter((width) => upload || width <= Number(named));
  if (widths.length < 2) return undefined;
  return widths.map((width) => `${imageUrl(`${stem}-${width}.webp`)} ${width}w`).join(', ');
}
