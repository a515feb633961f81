import type { VoteWindow } from '@abato/contracts';
import { useVoteWindow, windowText } from '@/lib/vote-window';

/** Announces the window in which votes count several times now, or the next one; nothing after the last. */
export function VoteWindowLine({
  windows,
  className,
  testId,
}: {
  windows: readonly VoteWindow[];
  className: string;
  testId: string;
}) {
  const window = useVoteWindow(windows);
  return window ? (
    <p data-testid={testId} className={className}>
      {windowText(window)}
    </p>
  ) : null;
}
