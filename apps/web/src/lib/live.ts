import {
  type ClientToServerEvents,
  COMPACT_EVENT,
  CompactReader,
  type Refusal,
  type ServerToClientEvents,
} from '@abato/contracts';
import { pauseBefore, type Pauses } from './back-off';
import { holdSocket, type LiveSocket } from './live-connection';

/** Compact frames arrive as the events that they stand for, which a server that knows none sends. */
function readCompact(socket: LiveSocket): void {
  const reader = new CompactReader();
  socket.on('connect', () => reader.forget());
  socket.on('contest:tally', (tally) => reader.learn(tally));
  socket.on(COMPACT_EVENT, (frame) => {
    const tally = reader.read(frame);
    if (tally) for (const listener of socket.listeners('contest:tally')) listener(tally);
  });
}

/** What the server says when it grants an event. */
type Granted<E extends keyof ClientToServerEvents> = Extract<
  Parameters<Parameters<ClientToServerEvents[E]>[1]>[0],
  { ok: true }
>;

/** `emit` with its acknowledgement; null when unanswered for 8 s, or not connected. */
async function ask<E extends keyof ClientToServerEvents>(
  target: LiveSocket,
  event: E,
  payload: Parameters<ClientToServerEvents[E]>[0],
): Promise<Granted<E> | Refusal | null> {
  if (!target.connected) return null;
  try {
    const patient = target.timeout(8000) as unknown as {
      emitWithAck: (name: E, body: typeof payload) => Promise<Granted<E> | Refusal>;
    };
    return await patient.emitWithAck(event, payload);
  } catch {
    return null;
  }
}

type Watch = 'contest:watch' | 'contest:monitor' | 'stage:watch' | 'verification:watch' | 'statistics:watch';
type Opposite<W extends Watch> = W extends `${infer Noun}:${infer Verb}` ? `${Noun}:un${Verb}` : never;
const oppositeOf = <W extends Watch>(watch: W) => watch.replace(':', ':un') as Opposite<W>;

/** Before asking again for what could not be granted. */
const BETWEEN_ASKS: Pauses = { first: 2_000, longest: 30_000 };

/** Two parts of a page may watch the same thing; the server knows the socket only once. */
const holders = new Map<string, number>();

/**
 * Watch something over the one socket: again after every reconnect, and again when the tab comes back from being hidden
 * (a hidden tab watches nothing). What cannot be granted now, or is not answered, is asked for again with growing pauses.
 * @param listeners server events, already filtered by the server to what is watched
 * @param answers onRefused: the server said no (unknown contest, no right, results hidden)
 * @returns again: ask again, the server answers with everything (`since: 0`); at most once a second
 */
export function subscribe<W extends Watch>(
  watch: W,
  payload: Parameters<ClientToServerEvents[W]>[0],
  listeners: Partial<ServerToClientEvents>,
  { onGranted, onRefused }: { onGranted?: (answer: Granted<W>) => void; onRefused?: () => void } = {},
) {
  const key = `${watch}:${JSON.stringify(payload)}`;
  let open: LiveSocket | null = null;
  let lastAsk = 0;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let stopped = false;

  const start = () => {
    clearTimeout(askTimer);
    if (!open?.connected || document.hidden || stopped) return;
    lastAsk = Date.now();
    const asked = open;
    void ask(asked, watch, payload as never).then((answer) => {
      if (stopped) return;
      if (answer?.ok) {
        refusals = 0;
        onGranted?.(answer);
      } else if (asked.connected) {
        onRefused?.();
        if (answer && !answer.again) return;
        clearTimeout(askTimer);
        askTimer = setTimeout(start, pauseBefore(refusals++, BETWEEN_ASKS));
      }
    });
  };
  const leave = () => void (open && ask(open, oppositeOf(watch), payload as never));
  const again = () => {
    clearTimeout(askTimer);
    askTimer = setTimeout(start, Math.max(0, lastAsk + 1000 - Date.now()));
  };
  const onVisibility = () => (document.hidden ? leave() : start());

  holders.set(key, (holders.get(key) ?? 0) + 1);
  const release = holdSocket(readCompact, (loaded) => {
    open = loaded;
    const listen = (how: 'on' | 'off') => {
      for (const [event, listener] of Object.entries(listeners))
        loaded[how](event as never, listener as never);
      loaded[how]('connect', start);
    };
    listen('on');
    start();
    return () => listen('off');
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
