import clsx from 'clsx';
import { useConnection } from '@/lib/connection';
import { formatClock } from '@/lib/format';
import { useLinkState } from '@/lib/live-connection';
import type { VotingState } from '@/lib/voting-state';
import { live } from '@/texts/en/common';

/** One pulse, as long as `--animate-pulse-dot`: figures that come four times a second do not cut it short. */
const PULSE_MS = 1_200;

/**
 * Says how fresh the figures are: live, connecting again, or as of a time.
 * @param updatedAt when the shown figures arrived (milliseconds), e.g. the query's `dataUpdatedAt`
 * @param voting of the one contest that is shown: it is live only while votes are taken
 */
export function LiveIndicator({
  updatedAt,
  voting = 'open',
  className,
}: {
  updatedAt: number;
  voting?: VotingState;
  className?: string;
}) {
  const link = useLinkState();
  const connection = useConnection();
  // An open socket proves the connection, even when a single request has failed.
  const state = connection === 'online' || (link === 'live' && connection !== 'offline') ? link : connection;
  const isLive = state === 'live' && voting === 'open';
  const label = state === 'live' && !isLive ? live.current : live[state === 'idle' ? 'connecting' : state];
  return (
    <span
      data-testid="live-indicator"
      data-state={state}
      className={clsx(
        'inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-semibold',
        className,
      )}
    >
      {/* Only when figures arrive: an endless animation costs a phone a twentieth of a core, and its battery. */}
      <span
        aria-hidden
        key={Math.floor(updatedAt / PULSE_MS)}
        className={clsx(
          'size-2.5 rounded-full',
          isLive ? 'animate-pulse-dot bg-[#3ccf8b] text-[#3ccf8b]' : 'bg-gold',
        )}
      />
      <span role="status">{label}</span>
      {state !== 'live' && updatedAt > 0 && (
        <span className="font-normal tabular-nums opacity-85">{live.asOf(formatClock(updatedAt))}</span>
      )}
    </span>
  );
}
