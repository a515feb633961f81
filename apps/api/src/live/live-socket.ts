import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import {
  type ClientToServerEvents,
  ERROR_MESSAGES,
  isUuid,
  type Refusal,
  type ServerToClientEvents,
} from '@abato/contracts';

/** The socket server with the events that both sides know. */
export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents>;
/** One connection. @template Data what the server remembers about it */
export type LiveSocket<Data = unknown> = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  Data
>;

/** Something that is needed for an answer is away. */
export const AWAY: Refusal = { ok: false, message: ERROR_MESSAGES.UNAVAILABLE, again: true };

/** The contest that a message names; null when it names none. */
export function contestIdOf(payload: unknown): string | null {
  const id = (payload as { contestId?: unknown } | null | undefined)?.contestId;
  return isUuid(id) ? id.toLowerCase() : null;
}
