import type { PublicContestView } from '@abato/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { linkState, type LinkState } from './live/socket';
import { subscribe } from './live/subscription';
import { applyChange, applyTally, isKept } from './live-counts';
import { forgetContest, publicContestQuery } from './public-contest';

/** How often the REST detail is asked where websockets are blocked. */
const POLL_MS = 5000;
/** Longer than public answers may be kept (their `max-age`). */
const REREAD_MS = 1500;

export function useLinkState(): LinkState {
  return useSyncExternalStore(linkState.subscribe, linkState.get);
}

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
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [polling]);
}

/**
 * Keeps the cached public contest current: the socket's tallies and changes are written into the query cache when their
 * version is newer; what was missed is asked for again; without a websocket the detail is read every 5 seconds.
 * @param contestId undefined while it is not known yet
 */
export function useContestLive(contestId: string | undefined): void {
  const client = useQueryClient();

  useEffect(() => {
    if (!contestId) return;
    const query = publicContestQuery(contestId);
    const reread = () => void client.invalidateQueries({ queryKey: query.queryKey });
    const subscription = subscribe(
      'contest:watch',
      { contestId },
      {
        'contest:tally': (tally) => {
          if (tally.contestId !== contestId) return;
          const known = client.getQueryData<PublicContestView>(query.queryKey);
          if (!known) return;
          const outcome = applyTally(known, tally);
          if (outcome === 'watch-again') {
            // Either a message was lost or the list of contestants changed: both are repaired by reading and watching anew.
            reread();
            subscription.again();
          } else if (outcome !== 'ignore') {
            client.setQueryData(query.queryKey, outcome.contest);
          }
        },
        'contest:changed': (change) => {
          if (change.contestId !== contestId) return;
          if (!isKept(change)) return forgetContest(client, contestId);
          client.setQueryData<PublicContestView>(
            query.queryKey,
            (known) => known && applyChange(known, change),
          );
          reread();
          // Caches on the way may give the old page for a second.
          setTimeout(reread, REREAD_MS);
          if (change.showResults) subscription.again();
        },
      },
      reread,
    );
    return subscription.stop;
  }, [client, contestId]);

  usePolling(() => {
    if (contestId) void client.refetchQueries({ queryKey: publicContestQuery(contestId).queryKey });
  }, Boolean(contestId));
}
