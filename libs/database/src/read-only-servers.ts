import type { EventEmitter } from 'node:events';
import type pg from 'pg';

/** `read_only_sql_transaction` */
const READ_ONLY = '25006';

/**
 * For a pool's `onConnect`: end a connection whose server refused a write because it is read only. An address that moves at a fail-over may
 * have led to a standby for a moment; the pool would go on using that connection, and each write on it would be refused as long as it
 * is in use. Reads that forbid writes for themselves (`BEGIN READ ONLY`) write nothing and lose nothing.
 */
export function leaveReadOnlyServer(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    // The driver has passed the refusal on; a pool takes back no client that is ending.
    if (code === READ_ONLY) void (client as pg.Client).end();
  });
}
