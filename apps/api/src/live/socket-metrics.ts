import { Gauge, type Registry } from 'prom-client';
import type { Server } from 'socket.io';

/** Live connections of this process: what watching costs, and what the API is scaled by. */
export function measureSockets(registry: Registry, server: Server): void {
  new Gauge({
    name: 'abato_sockets',
    help: 'Live connections of this process',
    registers: [registry],
    collect() {
      this.set(server.engine?.clientsCount ?? 0);
    },
  });
}
