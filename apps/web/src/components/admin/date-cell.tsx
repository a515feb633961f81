import { formatClock, formatDate } from '@/lib/format';

/** A long date with the time below it: narrow enough for a table. */
export function DateCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="block">
      <span className="block min-w-24">{formatDate(at)}</span>
      <span className="block text-muted tabular-nums">{formatClock(at)}</span>
    </time>
  );
}
