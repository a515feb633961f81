import type { ContestState, PublicContestView } from '@abato/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { linkState, type LinkState } from './live/socket';
import { subscribe } from './live/subscription';
import { applyChange, applyTally, isKept, isOutdated } from './live-counts';
import { forgetContest, publicContestQuery, readAfter } from './public-contest';
import { learnServerTime, serverNow } from './server-time';

/** How often the REST detail is asked where websockets are blocked. */
const POLL_MS = 5000;
/** The process that answered may have heard of the change a moment later than the one that told of it. */
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
    const rereadAfter = (at: number) => {
      readAfter(contestId, at);
      reread();
    };
    const change = (now: ContestState) =>
      client.setQueryData<PublicContestView>(query.queryKey, (known) => known && applyChange(known, now));
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
        'contest:changed': (changed) => {
          if (changed.contestId !== contestId) return;
          if (!isKept(changed)) return forgetContest(client, contestId);
          change(changed);
          const { at } = changed;
          rereadAfter(at);
          setTimeout(() => rereadAfter(at + REREAD_MS), REREAD_MS);
          if (changed.showResults) subscription.again();
        },
      },
      {
        onGranted: ({ contest, at }) => {
          if (at) learnServerTime(at);
          const known = client.getQueryData<PublicContestView>(query.queryKey);
          if (!known || !contest || !isOutdated(known, contest)) return;
          change(contest);
          // In whole seconds: pages that open together ask for the same.
          rereadAfter(Math.ceil(serverNow() / 1000) * 1000);
        },
        onRefused: reread,
      },
    );
    return subscription.stop;
  }, [client, contestId]);

  usePolling(() => {
    if (contestId) void client.refetchQueries({ queryKey: publicContestQuery(contestId).queryKey });
  }, Boolean(contestId));
}
