import type { ClientToServerEvents, ServerToClientEvents } from '@abato/contracts';
import { ask, type Granted, holdSocket, type LiveSocket } from './socket';

type Watch = 'contest:watch' | 'contest:monitor' | 'stage:watch' | 'verification:watch' | 'statistics:watch';
type Opposite<W extends Watch> = W extends `${infer Noun}:${infer Verb}` ? `${Noun}:un${Verb}` : never;
const oppositeOf = <W extends Watch>(watch: W) => watch.replace(':', ':un') as Opposite<W>;

/** Pauses before asking again for what could not be granted begin near the first and double up to the last. */
const FIRST_PAUSE_MS = 2_000;
const LAST_PAUSE_MS = 30_000;

/** Two parts of a page may watch the same thing; the server knows the socket only once. */
const holders = new Map<string, number>();

export interface Subscription {
  /** Ask again: the server answers with everything (`since: 0`). At most once a second. */
  again: () => void;
  stop: () => void;
}

/**
 * Watch something over the one socket: again after every reconnect, and again when the tab comes back from being hidden
 * (a hidden tab watches nothing). What cannot be granted now, or is not answered, is asked for again with growing pauses.
 * @param listeners server events, already filtered by the server to what is watched
 * @param answers onRefused: the server said no (unknown contest, no right, results hidden)
 */
export function subscribe<W extends Watch>(
  watch: W,
  payload: Parameters<ClientToServerEvents[W]>[0],
  listeners: Partial<ServerToClientEvents>,
  { onGranted, onRefused }: { onGranted?: (answer: Granted<W>) => void; onRefused?: () => void } = {},
): Subscription {
  const key = `${watch}:${JSON.stringify(payload)}`;
  let socket: LiveSocket | null = null;
  let lastAsk = 0;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE_MS;
  let stopped = false;

  const start = () => {
    clearTimeout(askTimer);
    if (!socket?.connected || document.hidden || stopped) return;
    lastAsk = Date.now();
    const asked = socket;
    void ask(asked, watch, payload as never).then((answer) => {
      if (stopped) return;
      if (answer?.ok) {
        pause = FIRST_PAUSE_MS;
        onGranted?.(answer);
      } else if (asked.connected) {
        onRefused?.();
        if (answer && !answer.again) return;
        clearTimeout(askTimer);
        // Pages that were refused together do not come back together.
        askTimer = setTimeout(start, pause * (0.75 + Math.random() / 2));
        pause = Math.min(2 * pause, LAST_PAUSE_MS);
      }
    });
  };
  const leave = () => {
    if (socket?.connected) void ask(socket, oppositeOf(watch), payload as never);
  };
  const again = () => {
    clearTimeout(askTimer);
    askTimer = setTimeout(start, Math.max(0, lastAsk + 1000 - Date.now()));
  };
  const onVisibility = () => (document.hidden ? leave() : start());

  holders.set(key, (holders.get(key) ?? 0) + 1);
  const release = holdSocket((loaded) => {
    socket = loaded;
    for (const [event, listener] of Object.entries(listeners)) loaded.on(event as never, listener as never);
    loaded.on('connect', start);
    start();
    return () => {
      loaded.off('connect', start);
      for (const [event, listener] of Object.entries(listeners))
        loaded.off(event as never, listener as never);
    };
  });
  document.addEventListener('visibilitychange', onVisibility);

  return {
    again,
    stop: () => {
      stopped = true;
      clearTimeout(askTimer);
      document.removeEventListener('visibilitychange', onVisibility);
      const left = (holders.get(key) ?? 1) - 1;
      holders.set(key, left);
      if (left === 0) leave();
      release();
    },
  };
}
