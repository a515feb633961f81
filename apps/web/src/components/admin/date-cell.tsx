import { formatClock, formatDate } from '@/lib/format';

/** A long date with the time below it. Dates never break. */
export function DateCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="block">
      <span className="block whitespace-nowrap">{formatDate(at)}</span>
      <span className="block text-muted tabular-nums">{formatClock(at)}</span>
    </time>
  );
}
