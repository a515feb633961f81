import {
  type ClientToServerEvents,
  COMPACT_FRAMES,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '@abato/contracts';
import type { Socket } from 'socket.io-client';
import { pauseAfter, pauseBefore, type Pauses } from './back-off';
import { reportAnswer } from './connection';
import { readToken } from './storage';
import { Store, useStore } from './store';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

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

async function create(prepare: (created: LiveSocket) => void): Promise<LiveSocket> {
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
  prepare(created);
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
 * @param prepare called with the socket when it is made, before it connects
 * @param ready called with the socket once its code is loaded; its result is called on release
 */
export function holdSocket(
  prepare: (created: LiveSocket) => void,
  ready: (socket: LiveSocket) => () => void,
): () => void {
  users += 1;
  let cleanup: (() => void) | undefined;
  let released = false;
  if (users === 1) {
    link.set('connecting');
    expectConnection();
    document.addEventListener('visibilitychange', whenHidden);
  }
  loading ??= create(prepare).catch((error: unknown) => {
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
