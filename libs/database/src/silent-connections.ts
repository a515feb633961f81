import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * For a pool's `onConnect`: break a connection on which the server stays silent for this long (ms) while a query is under way. A server
 * that vanished without a word, behind a switch that forgot the connection, is otherwise waited for until TCP gives up after a
 * quarter of an hour, and with it every vote that waits for the write before it. What is silent in one connection has usually
 * happened to all: those that have heard nothing for as long are broken too, so that the wait is not repeated for each of them.
 * @param afterMs longer than the server's `statement_timeout`: a server that is there has answered by then
 */
export function giveUpWhenSilent(afterMs: number): (client: pg.ClientBase) => void {
  const heardAt = new Map<Socket, number>();
  const giveUp = (silentSince: number): void => {
    for (const [stream, heard] of heardAt) {
      if (heard > silentSince) continue;
      stream.destroy(
        Object.assign(new Error(`the database was silent for ${afterMs} ms`), { code: 'ETIMEDOUT' }),
      );
    }
  };
  return (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    heardAt.set(stream, performance.now());
    stream.on('data', () => heardAt.set(stream, performance.now()));
    stream.on('close', () => heardAt.delete(stream));
    stream.setTimeout(afterMs);
    stream.on('timeout', () => {
      const isWaiting = !(client as unknown as { readyForQuery: boolean }).readyForQuery;
      // The timer starts again with what is written, so this one has heard nothing for at least as long.
      if (isWaiting) giveUp(performance.now() - afterMs);
    });
  };
}
