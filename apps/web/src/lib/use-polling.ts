import { useEffect, useEffectEvent } from 'react';
import { useLinkState } from './live-connection';
import { listen } from './store';

/** How often the REST detail is asked where websockets are blocked. */
const POLL_MS = 5000;

/**
 * Calls `refetch` every 5 s while the websocket cannot be had and the tab is visible, and once when it is visible again.
 * @param refused the connection is open but the server refuses this subscription: polls too
 */
export function usePolling(refetch: () => void, enabled: boolean, refused = false): void {
  const polling = (useLinkState() === 'polling' || refused) && enabled;
  const run = useEffectEvent(refetch);
  useEffect(() => {
    if (!polling) return;
    const tick = () => {
      if (!document.hidden) run();
    };
    tick();
    const timer = setInterval(tick, POLL_MS);
    const ignore = listen(document, 'visibilitychange', tick);
    return () => {
      clearInterval(timer);
      ignore();
    };
  }, [polling]);
}
