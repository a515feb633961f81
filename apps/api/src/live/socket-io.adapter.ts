import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import type { Registry } from 'prom-client';
import { firstValueFrom, type Observable } from 'rxjs';
import type { Server, ServerOptions, Socket } from 'socket.io';
import { type Ack, SOCKET_PATH } from '@abato/contracts';
import type { Origins } from '../http/origins.js';
import { guardOf } from './connection-guard.js';
import { AWAY } from './live-socket.js';
import { drainSockets } from './socket-drain.js';
import { measureSockets } from './socket-metrics.js';
import type { SocketRefusal, SocketsPerAddress } from './sockets-per-address.js';

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
