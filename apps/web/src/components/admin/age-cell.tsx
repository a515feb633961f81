import { formatDate } from '@/lib/format';
import { adminReconciliation } from '@/texts/en/admin-books';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function ageOf(at: string, now: number): string {
  const { age } = adminReconciliation;
  const ms = Math.max(0, now - new Date(at).getTime());
  if (ms >= 2 * DAY_MS) return age.days(Math.floor(ms / DAY_MS));
  return ms >= 2 * HOUR_MS ? age.hours(Math.floor(ms / HOUR_MS)) : age.minutes(Math.ceil(ms / MINUTE_MS));
}

/** How long something has waited, with the date it began below. */
export function AgeCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="block">
      <span className="block font-medium tabular-nums">{ageOf(at, Date.now())}</span>
      <span className="block min-w-24 text-muted">{formatDate(at)}</span>
    </time>
  );
}
