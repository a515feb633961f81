import type { ClientToServerEvents, Refusal, ServerToClientEvents } from '@abato/contracts';
import { SOCKET_PATH } from '@abato/contracts';
import type { Socket } from 'socket.io-client';
import { reportAnswer } from '../connection';
import { readToken } from '../storage';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * connecting: first attempt; live: messages arrive; reconnecting: was live, trying again;
 * polling: the websocket cannot be had (blocked network), the page asks the REST detail instead; idle: no subscription.
 */
export type LinkState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'polling';

/** Without a connection for this long the page starts to poll; the socket keeps trying meanwhile. */
const GIVE_UP_AFTER_MS = 4000;
/** Before coming back to a server that closed the connection on purpose without saying for how long. */
const RETURN_AFTER_MS = 1000;
/** Pages that were sent away together come back spread over this time. */
const RETURN_SPREAD_MS = 5000;
/** Pauses between attempts grow up to this, each up to half as long again or half as short. A full server is not asked more often. */
const LONGEST_PAUSE_MS = 20_000;
/** A hidden tab keeps its connection this long: switching to the messenger and back must not cost a reconnect. */
const HIDDEN_DISCONNECT_MS = 20_000;

let socket: LiveSocket | null = null;
let loading: Promise<LiveSocket> | null = null;
let users = 0;
let state: LinkState = 'idle';
let giveUpTimer: ReturnType<typeof setTimeout> | undefined;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
const stateListeners = new Set<() => void>();

function setState(next: LinkState): void {
  if (state === next) return;
  state = next;
  stateListeners.forEach((listener) => listener());
}

export const linkState = {
  get: (): LinkState => state,
  subscribe(listener: () => void): () => void {
    stateListeners.add(listener);
    return () => stateListeners.delete(listener);
  },
};

function expectConnection(): void {
  clearTimeout(giveUpTimer);
  giveUpTimer = setTimeout(() => setState('polling'), GIVE_UP_AFTER_MS);
}

async function create(): Promise<LiveSocket> {
  const { open } = await import('./client');
  const created = open(
    {
      path: SOCKET_PATH,
      // The server speaks nothing else (no sticky sessions needed).
      transports: ['websocket'],
      autoConnect: false,
      reconnectionDelay: 500,
      reconnectionDelayMax: LONGEST_PAUSE_MS,
    },
    readToken,
  );
  let stayAwayMs = 0;
  created.on('connection:ending', ({ retryAfterSeconds }) => {
    if (retryAfterSeconds > 0) stayAwayMs = retryAfterSeconds * 1000 + Math.random() * RETURN_SPREAD_MS;
  });
  created.on('connect', () => {
    reportAnswer();
    clearTimeout(giveUpTimer);
    setState('live');
  });
  created.on('connect_error', () => {
    // Refused by the server rather than by the network: Socket.IO gives up then, we do not.
    if (!created.active)
      setTimeout(() => users > 0 && created.connect(), (1 + Math.random()) * RETURN_SPREAD_MS);
  });
  created.on('disconnect', (reason) => {
    if (users === 0 || reason === 'io client disconnect') return;
    setState('reconnecting');
    expectConnection();
    // The server closed it on purpose (roles changed, session over, too many messages): Socket.IO does not come back from that by
    // itself. With an expired token the next connection is a visitor's, and the first refused request leads to the sign-in.
    if (reason === 'io server disconnect')
      setTimeout(() => users > 0 && created.connect(), Math.max(RETURN_AFTER_MS, stayAwayMs));
    stayAwayMs = 0;
  });
  return created;
}

function onVisibility(): void {
  clearTimeout(hiddenTimer);
  if (document.hidden) {
    hiddenTimer = setTimeout(() => {
      clearTimeout(giveUpTimer);
      socket?.disconnect();
      setState('idle');
    }, HIDDEN_DISCONNECT_MS);
  } else if (users > 0 && socket && !socket.connected) {
    connect(socket);
  }
}

function connect(target: LiveSocket): void {
  setState(state === 'idle' ? 'connecting' : state);
  expectConnection();
  target.connect();
}

/**
 * The one connection of this tab. It opens with the first user and closes with the last.
 * @param ready called with the socket once its code is loaded; its result is called on release
 */
export function holdSocket(ready: (socket: LiveSocket) => () => void): () => void {
  users += 1;
  let cleanup: (() => void) | undefined;
  let released = false;
  if (users === 1) {
    setState('connecting');
    expectConnection();
    document.addEventListener('visibilitychange', onVisibility);
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
    () => setState('polling'),
  );
  return () => {
    released = true;
    cleanup?.();
    users -= 1;
    if (users > 0) return;
    clearTimeout(giveUpTimer);
    clearTimeout(hiddenTimer);
    document.removeEventListener('visibilitychange', onVisibility);
    socket?.disconnect();
    setState('idle');
  };
}

/** What the server says when it grants an event. */
export type Granted<E extends keyof ClientToServerEvents> = Extract<
  Parameters<Parameters<ClientToServerEvents[E]>[1]>[0],
  { ok: true }
>;

/** `emit` with its acknowledgement; null when unanswered for 8 s, or not connected. */
export async function ask<E extends keyof ClientToServerEvents>(
  target: LiveSocket,
  event: E,
  payload: Parameters<ClientToServerEvents[E]>[0],
): Promise<Granted<E> | Refusal | null> {
  if (!target.connected) return null;
  try {
    const send = target.timeout(8000).emitWithAck as (
      name: E,
      body: typeof payload,
    ) => Promise<Granted<E> | Refusal>;
    return await send.call(target.timeout(8000), event, payload);
  } catch {
    return null;
  }
}
