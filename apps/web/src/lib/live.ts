import {
  type ClientToServerEvents,
  COMPACT_EVENT,
  COMPACT_FRAMES,
  CompactReader,
  type Refusal,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '@abato/contracts';
import { useEffect, useEffectEvent } from 'react';
import type { Socket } from 'socket.io-client';
import { pauseAfter, pauseBefore, type Pauses } from './back-off';
import { reportAnswer } from './connection';
import { readToken } from './storage';
import { listen, Store, useStore } from './store';

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * connecting: first attempt; live: messages arrive; reconnecting: was live, trying again;
 * polling: the websocket cannot be had (blocked network), the page asks the REST detail instead; idle: no subscription.
 */
type LinkState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'polling';

/** Without a connection for this long the page starts to poll; the socket keeps trying meanwhile. */
const GIVE_UP_AFTER_MS = 4000;
/** Before coming back to a server that closed the connection on purpose without saying for how long. */
const RETURN_AFTER_MS = 1000;
/** Pages that were sent away together come back spread over this time. */
const RETURN_SPREAD_MS = 5000;
/** Between attempts. A full server is not asked more often. */
const BETWEEN_ATTEMPTS: Pauses = { first: 500, longest: 20_000 };
/** A hidden tab keeps its connection this long: switching to the messenger and back must not cost a reconnect. */
const HIDDEN_DISCONNECT_MS = 20_000;

let socket: LiveSocket | null = null;
let loading: Promise<LiveSocket> | null = null;
let users = 0;
const link = new Store<LinkState>('idle');
let giveUpTimer: ReturnType<typeof setTimeout> | undefined;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
let returnTimer: ReturnType<typeof setTimeout> | undefined;

export const useLinkState = (): LinkState => useStore(link);

function expectConnection(): void {
  clearTimeout(giveUpTimer);
  giveUpTimer = setTimeout(() => link.set('polling'), GIVE_UP_AFTER_MS);
}

async function create(): Promise<LiveSocket> {
  // By name, so that the bundler leaves out what is not used of the library.
  const { io } = await import('socket.io-client');
  const created: LiveSocket = io({
    path: SOCKET_PATH,
    // The server speaks nothing else (no sticky sessions needed).
    transports: ['websocket'],
    autoConnect: false,
    // Its own pauses are no longer spread once they have grown to the longest.
    reconnection: false,
    // Asked at every connection: the token may have changed since the last.
    auth: (send) => send({ token: readToken() ?? undefined, frames: COMPACT_FRAMES }),
  });
  // A server that knows no compact frames sends the events that they stand for.
  const reader = new CompactReader();
  created.on('contest:tally', (tally) => reader.learn(tally));
  created.on(COMPACT_EVENT, (frame) => {
    const tally = reader.read(frame);
    if (tally) for (const listener of created.listeners('contest:tally')) listener(tally);
  });
  let stayAwayMs = 0;
  let attempts = 0;
  const comeBack = (ms: number) => {
    clearTimeout(returnTimer);
    returnTimer = setTimeout(() => users > 0 && created.connect(), ms);
  };
  created.on('connection:ending', ({ retryAfterSeconds }) => {
    if (retryAfterSeconds > 0) stayAwayMs = pauseAfter(retryAfterSeconds * 1000, RETURN_SPREAD_MS);
  });
  created.on('connect', () => {
    attempts = 0;
    reader.forget();
    reportAnswer();
    clearTimeout(giveUpTimer);
    link.set('live');
  });
  created.on('connect_error', () => {
    const pause = pauseBefore(attempts++, BETWEEN_ATTEMPTS);
    // Refused by the server's rules rather than by the network: asked again less soon.
    comeBack(created.active ? pause : Math.max(pause, pauseAfter(RETURN_SPREAD_MS, RETURN_SPREAD_MS)));
  });
  created.on('disconnect', (reason) => {
    if (users === 0 || reason === 'io client disconnect') return;
    link.set('reconnecting');
    expectConnection();
    // The server closed it on purpose (roles changed, session over, too many messages). With an expired token the next connection is a
    // visitor's, and the first refused request leads to the sign-in.
    comeBack(
      reason === 'io server disconnect'
        ? Math.max(RETURN_AFTER_MS, stayAwayMs)
        : pauseBefore(attempts++, BETWEEN_ATTEMPTS),
    );
    stayAwayMs = 0;
  });
  return created;
}

function whenHidden(): void {
  clearTimeout(hiddenTimer);
  if (document.hidden) {
    hiddenTimer = setTimeout(disconnect, HIDDEN_DISCONNECT_MS);
  } else if (users > 0 && socket && !socket.connected) {
    connect(socket);
  }
}

function disconnect(): void {
  clearTimeout(giveUpTimer);
  clearTimeout(returnTimer);
  socket?.disconnect();
  link.set('idle');
}

function connect(target: LiveSocket): void {
  clearTimeout(returnTimer);
  if (link.get() === 'idle') link.set('connecting');
  expectConnection();
  target.connect();
}

/**
 * The one connection of this tab. It opens with the first user and closes with the last.
 * @param ready called with the socket once its code is loaded; its result is called on release
 */
function holdSocket(ready: (socket: LiveSocket) => () => void): () => void {
  users += 1;
  let cleanup: (() => void) | undefined;
  let released = false;
  if (users === 1) {
    link.set('connecting');
    expectConnection();
    document.addEventListener('visibilitychange', whenHidden);
  }
  loading ??= create().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  loading.then(
    (loaded) => {
      if (released) return;
      socket = loaded;
      cleanup = ready(loaded);
      if (!loaded.connected && !document.hidden) connect(loaded);
    },
    () => link.set('polling'),
  );
  return () => {
    released = true;
    cleanup?.();
    users -= 1;
    if (users > 0) return;
    clearTimeout(hiddenTimer);
    document.removeEventListener('visibilitychange', whenHidden);
    disconnect();
  };
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
  const release = holdSocket((loaded) => {
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
