import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { type ClientToServerEvents, isUuid, type ServerToClientEvents } from '@abato/contracts';

/** The socket server with the events that both sides know. */
export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents>;
/** One connection. @template Data what the server remembers about it */
export type LiveSocket<Data = unknown> = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  Data
>;

/** The contest that a message names; null when it names none. */
export function contestIdOf(payload: unknown): string | null {
  const id = (payload as { contestId?: unknown } | null | undefined)?.contestId;
  return isUuid(id) ? id.toLowerCase() : null;
}
