import type { TimelineUnit } from '@abato/contracts';
import { formatDate, formatDateTime } from '@/lib/format';

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortHour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A bar's hour or day in words. */
export function momentOf(at: string, unit: TimelineUnit): string {
  return unit === 'hour' ? formatDateTime(at) : formatDate(at);
}

/** Below a bar, where there is little room: `Nov 21`, or `7 PM`. */
export function shortMomentOf(at: string, unit: TimelineUnit): string {
  return (unit === 'hour' ? shortHour : shortDay).format(new Date(at));
}

/** `12.5K` */
export function formatCompact(value: number): string {
  return compact.format(value);
}
