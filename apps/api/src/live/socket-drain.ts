import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'socket.io';

/** Connections are closed in steps of this length: fine enough that no other process notices a wave. */
const STEP_MS = 100;

/**
 * Send live connections elsewhere, spread out in time: a process that ends at once makes thousands of viewers come back in the
 * same second, all to its neighbours. Closing the transport (not the socket) is what makes a client reconnect by itself.
 * @param seconds 0 does nothing: the server's own end closes them
 * @param wait for so many milliseconds; tests pass their own
 */
export async function drainSockets(
  server: Server,
  seconds: number,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const steps = Math.round((seconds * 1000) / STEP_MS);
  for (let left = steps; left > 0 && server.engine.clientsCount > 0; left--) {
    const connections = [...server.sockets.sockets.values()];
    const share = Math.ceil(connections.length / left);
    for (const socket of connections.slice(0, share)) socket.conn.close();
    await wait(STEP_MS);
  }
}
