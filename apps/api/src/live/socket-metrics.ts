import { Counter, Gauge, type Registry } from 'prom-client';
import type { Server } from 'socket.io';
import { SOCKET_REFUSALS, type SocketRefusal } from './sockets-per-address.js';

/**
 * Live connections of this process: what watching costs, and what the API is scaled by. How many it takes is exported too, so that an alert
 * can compare the two whatever the setting is.
 * @param most SOCKETS_PER_PROCESS
 * @returns counts a connection that was refused
 */
export function measureSockets(
  registry: Registry,
  server: Server,
  most: number,
): (reason: SocketRefusal) => void {
  new Gauge({
    name: 'abato_sockets',
    help: 'Live connections of this process',
    registers: [registry],
    collect() {
      this.set(server.engine?.clientsCount ?? 0);
    },
  });
  new Gauge({
    name: 'abato_sockets_limit',
    help: 'Live connections that this process takes (SOCKETS_PER_PROCESS)',
    registers: [registry],
  }).set(most);
  const refused = new Counter({
    name: 'abato_sockets_refused_total',
    help: 'Live connections that were not taken',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of SOCKET_REFUSALS) refused.inc({ reason }, 0);
  return (reason) => refused.inc({ reason });
}
