import { serverNow } from '@/lib/server-time';
import { useNow } from '@/lib/use-now';
import { formatCountdown } from './format-countdown';

/** A countdown begins a day before; further away a date says more. */
const FROM_MS = 24 * 3_600_000;

/** The time until a moment, once a second; nothing while it is more than a day away, or over. @param until ISO */
export function Countdown({ until, label }: { until: string; label: string }) {
  const left = Date.parse(until) - useNow(serverNow);
  if (left <= 0 || left > FROM_MS) return null;
  return (
    <div>
      <p className="text-[length:calc(2.4*var(--u))] text-on-night-muted">{label}</p>
      <p
        role="timer"
        data-testid="stage-countdown"
        className="font-display text-[length:calc(5.4*var(--u))] leading-tight font-extrabold tabular-nums"
      >
        {formatCountdown(left)}
      </p>
    </div>
  );
}
