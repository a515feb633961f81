import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** `read_only_sql_transaction` */
const READ_ONLY = '25006';

/**
 * For a pool's `onConnect`: break a connection whose server refused a write because it is read only. An address that moves at a fail-over may
 * have led to a standby for a moment; the pool would go on using that connection, and each write on it would be refused as long as it
 * is in use. Reads that forbid writes for themselves (`BEGIN READ ONLY`) write nothing and lose nothing.
 */
export function leaveReadOnlyServer(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } };
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    // The driver has passed the refusal on to the statement: what fails besides are the next ones of this connection.
    if (code === READ_ONLY)
      connection.stream.destroy(Object.assign(new Error('the database is read only'), { code: READ_ONLY }));
  });
}
