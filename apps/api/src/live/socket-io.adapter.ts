import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import type { Registry } from 'prom-client';
import { firstValueFrom, type Observable } from 'rxjs';
import type { Server, ServerOptions, Socket } from 'socket.io';
import { type Ack, ERROR_MESSAGES, SOCKET_PATH } from '@abato/contracts';
import { drainSockets } from './socket-drain.js';
import { measureSockets } from './socket-metrics.js';
import type { SocketsPerAddress } from './sockets-per-address.js';

const FAILED: Ack = { ok: false, message: ERROR_MESSAGES.UNAVAILABLE };

/** Socket.IO as measured: websocket only (no sticky sessions), no per-message compression (it costs a factor of 6.8). */
export class SocketIoAdapter extends IoAdapter {
  private server: Server | undefined;

  constructor(
    app: INestApplicationContext,
    private readonly allowedOrigins: readonly string[],
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
      cors: { origin: [...this.allowedOrigins] },
      // CORS does not bind websockets: the origin is checked here. Programs that are no browser send none.
      allowRequest: (request, decide) => {
        const { origin } = request.headers;
        if (origin !== undefined && !this.allowedOrigins.includes(origin)) decide('origin', false);
        else if (!this.perAddress.hasRoom(request)) decide('too many connections', false);
        else decide(null, true);
      },
    } as ServerOptions);
    if (!this.server) measureSockets(this.metrics, server);
    this.server ??= server;
    server.engine.on('connection', (connection: Parameters<SocketsPerAddress['count']>[0]) =>
      this.perAddress.count(connection),
    );
    return server;
  }

  /**
   * The framework's own way keeps a chain of observables per viewer and event: half of the memory of a viewer. A listener does
   * the same here, because every handler answers once.
   */
  override bindMessageHandlers(
    socket: Socket,
    handlers: MessageMappingProperties[],
    transform: (data: unknown) => Observable<unknown>,
  ): void {
    for (const { message, callback } of handlers) {
      socket.on(message as string, (...received: unknown[]) => {
        const last = received.at(-1);
        const ack = typeof last === 'function' ? (last as (answer: Ack) => void) : undefined;
        const payload = received[0] === ack ? undefined : received[0];
        firstValueFrom(transform(callback(payload))).then(
          // A handler that failed is turned into no answer at all on the way; the client is owed one.
          (answer) => ack?.((answer as Ack | null | undefined) ?? FAILED),
          () => ack?.(FAILED),
        );
      });
    }
  }
}
