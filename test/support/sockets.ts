import { io, type Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '@abato/contracts';
import { testState } from './state.js';
import { within } from './wait-for.js';

export type LiveClient = Socket<ServerToClientEvents, ClientToServerEvents>;

const open: LiveClient[] = [];
globalThis.afterEach?.(() => open.splice(0).forEach((client) => client.close()));

/**
 * A connected client of the test, closed after it.
 * @param auth what the handshake says: the token of a user, the kind of frames
 * @throws Error when the server refuses the connection
 */
export async function connectSocket(
  auth: { token?: string | undefined; frames?: string | undefined } = {},
  baseUrl = testState().baseUrl,
  extraHeaders: Record<string, string> = {},
): Promise<LiveClient> {
  const options = { transports: ['websocket'], reconnection: false, forceNew: true };
  const client: LiveClient = io(baseUrl, { ...options, auth, extraHeaders });
  open.push(client);
  const connected = new Promise<void>((resolve, reject) => {
    client.once('connect', resolve);
    client.once('connect_error', reject);
  });
  await within('the connection of a socket', connected);
  return client;
}

/** The first message of this name that fits. Call it before what causes the message. */
export function nextMessage<T>(
  client: LiveClient,
  event: string,
  fits: (message: T) => boolean = () => true,
): Promise<T> {
  const message = new Promise<T>((resolve) =>
    (client as Socket).on(event, (told: T) => {
      if (fits(told)) resolve(told);
    }),
  );
  return within(`a fitting message ${event}`, message);
}
