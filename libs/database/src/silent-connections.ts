import type { Socket } from 'node:net';
import type pg from 'pg';

/** When each connection of this process last heard from its server (ms), by the server's address. */
const heard = new Map<string, Map<Socket, number>>();

function connectionsTo(server: string): Map<Socket, number> {
  const known = heard.get(server) ?? new Map<Socket, number>();
  heard.set(server, known);
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
    connections.set(stream, performance.now());
    stream.on('data', () => connections.set(stream, performance.now()));
    stream.on('close', () => connections.delete(stream));
    stream.setTimeout(afterMs);
    stream.on('timeout', () => {
      const isWaiting = !(client as unknown as { readyForQuery: boolean }).readyForQuery;
      // The timer starts again with what is written, so this one has heard nothing for at least as long.
      if (isWaiting) giveUp(connections, afterMs);
    });
  };
}

/**
 * Break every connection of this process's pools that has heard nothing for this long (ms). For who has just seen, on a connection of its own, that
 * the server does not answer: a statement that only takes long is no reason.
 */
export function giveUpSilent(afterMs: number): void {
  for (const connections of heard.values()) giveUp(connections, afterMs);
}

function giveUp(connections: ReadonlyMap<Socket, number>, afterMs: number): void {
  const silentSince = performance.now() - afterMs;
  for (const [stream, at] of connections) {
    if (at > silentSince) continue;
    const error = new Error(`the database was silent for ${afterMs} ms`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }
}
