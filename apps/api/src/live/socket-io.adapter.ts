import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import { Counter, Gauge, type Registry } from 'prom-client';
import { firstValueFrom, type Observable } from 'rxjs';
import type { Server, ServerOptions, Socket } from 'socket.io';
import { type Ack, SOCKET_PATH } from '@abato/contracts';
import type { Origins } from '../http/origins.js';
import { guardOf } from './connection-guard.js';
import { AWAY } from './live-socket.js';
import { SOCKET_REFUSALS, type SocketRefusal, type SocketsPerAddress } from './sockets-per-address.js';

/** Socket.IO as measured: websocket only (no sticky sessions), no per-message compression (it costs a factor of 6.8). */
export class SocketIoAdapter extends IoAdapter {
  private server: Server | undefined;
  private countRefused: ((reason: SocketRefusal) => void) | undefined;

  constructor(
    app: INestApplicationContext,
    private readonly origins: Origins,
    private readonly metrics: Registry,
    private readonly perAddress: SocketsPerAddress,
  ) {
    super(app);
  }

  /** Send the live connections elsewhere, spread over `seconds`, before the server ends. */
  async drain(seconds: number): Promise<void> {
    if (this.server) await drainSockets(this.server, seconds);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server: Server = super.createIOServer(port, {
      ...options,
      path: SOCKET_PATH,
      transports: ['websocket'],
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: 10_000,
      pingInterval: 20_000,
      pingTimeout: 20_000,
      cors: { origin: [...this.origins.listed] },
      // CORS does not bind websockets: the origin is checked here. Programs that are no browser send none.
      allowRequest: (request, decide) => {
        if (!this.origins.allow(request.headers)) return decide('origin', false);
        const refusal = this.perAddress.refusal(request);
        if (refusal) this.countRefused?.(refusal);
        decide(refusal, refusal === null);
      },
    } as ServerOptions);
    this.countRefused ??= measureSockets(this.metrics, server, this.perAddress.most);
    this.server ??= server;
    server.engine.on('connection', (connection: Parameters<SocketsPerAddress['guard']>[0]) =>
      this.perAddress.guard(connection),
    );
    return server;
  }

  /**
   * The framework's own way keeps a chain of observables per viewer and event: half of the memory of a viewer. A listener does
   * the same here, because every handler answers once. Messages of a connection are handled one after the other.
   */
  override bindMessageHandlers(
    socket: Socket,
    handlers: MessageMappingProperties[],
    transform: (data: unknown) => Observable<unknown>,
  ): void {
    const guard = guardOf(socket);
    for (const { message, callback } of handlers) {
      socket.on(message as string, (...received: unknown[]) => {
        const last = received.at(-1);
        const ack = typeof last === 'function' ? (last as (answer: Ack) => void) : undefined;
        const payload = received[0] === ack ? undefined : received[0];
        guard.run(async () => {
          // A handler that failed is turned into no answer at all on the way; the client is owed one.
          const answer = await firstValueFrom(transform(callback(payload))).catch(() => AWAY);
          ack?.((answer as Ack | null | undefined) ?? AWAY);
        });
      });
    }
  }
}

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

/**
 * Live connections of this process: what watching costs, and what the API is scaled by. How many it takes is exported too, so that an alert
 * can compare the two whatever the setting is.
 * @param most SOCKETS_PER_PROCESS
 * @returns counts a connection that was refused
 */
function measureSockets(registry: Registry, server: Server, most: number): (reason: SocketRefusal) => void {
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
