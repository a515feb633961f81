import type { Socket } from 'node:net';
import type pg from 'pg';

interface Watched {
  /** When it last heard from its server (ms), monotonic. */
  heardAt: number;
  /** How long a query under way is waited for in silence (ms): as told, or less while its server is in doubt. */
  patienceMs: number;
}

/** The connections of this process's pools, by their server's address. */
const watched = new Map<string, Map<Socket, Watched>>();

function connectionsTo(server: string): Map<Socket, Watched> {
  const known = watched.get(server) ?? new Map<Socket, Watched>();
  watched.set(server, known);
  return known;
}

/**
 * For a pool's `onConnect`: break a connection on which the server stays silent for this long (ms) while a query is under way. A server
 * that vanished without a word, behind a switch that forgot the connection, is otherwise waited for until TCP gives up after a
 * quarter of an hour, and with it every vote that waits for the write before it. What is silent in one connection has usually
 * happened to all: those to the same server that have heard nothing for as long are broken too, of all pools, so that the wait is not repeated
 * for each of them, and votes do not wait for a contest that is read with the patience of lists.
 * @param afterMs longer than the server's `statement_timeout`: a server that is there has answered by then
 */
export function giveUpWhenSilent(afterMs: number): (client: pg.ClientBase) => void {
  return (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const connections = connectionsTo(`${stream.remoteAddress} ${stream.remotePort}`);
    const own: Watched = { heardAt: performance.now(), patienceMs: afterMs };
    connections.set(stream, own);
    stream.on('data', () => {
      own.heardAt = performance.now();
      if (own.patienceMs !== afterMs) wait(stream, own, afterMs);
    });
    stream.on('close', () => connections.delete(stream));
    wait(stream, own, afterMs);
    stream.on('timeout', () => {
      const isWaiting = !(client as unknown as { readyForQuery: boolean }).readyForQuery;
      // The timer starts again with what is written, so this one has heard nothing for at least as long.
      if (isWaiting) giveUp(connections, own.patienceMs);
    });
  };
}

/**
 * Wait no longer than this (ms) on each connection of this process's pools, until it says a word again. For who has just seen, on a connection of
 * its own, that the server does not answer. Nothing is broken that waits for no query, and another doubt does not start the time anew.
 */
export function doubtSilence(withinMs: number): void {
  for (const connections of watched.values()) {
    for (const [stream, one] of connections) if (one.patienceMs > withinMs) wait(stream, one, withinMs);
  }
}

function wait(stream: Socket, one: Watched, patienceMs: number): void {
  one.patienceMs = patienceMs;
  stream.setTimeout(patienceMs);
}

function giveUp(connections: ReadonlyMap<Socket, Watched>, afterMs: number): void {
  const silentSince = performance.now() - afterMs;
  for (const [stream, { heardAt }] of connections) {
    if (heardAt > silentSince) continue;
    const error = new Error(`the database was silent for ${afterMs} ms`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }
}
