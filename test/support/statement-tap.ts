import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between one process and PostgreSQL: shows what is asked, and can hold it back. */
export class StatementTap {
  private readonly sockets = new Set<Socket>();
  private readonly held: (() => void)[] = [];
  private listeners: ((bytes: string) => void)[] = [];
  private holds: ((bytes: string) => boolean) | undefined;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param databaseUrl where the statements go */
  static async start(databaseUrl: string): Promise<StatementTap> {
    const target = new URL(databaseUrl);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const tap = new StatementTap(server, url.href);
    server.on('connection', (client) => tap.join(client, connect(Number(target.port), target.hostname)));
    return tap;
  }

  /** Called with the bytes of every request to the database, also of those that are held back. */
  onRequest(listener: (bytes: string) => void): void {
    this.listeners.push(listener);
  }

  /** Keep requests from the database until `release`. */
  hold(which: (bytes: string) => boolean): void {
    this.holds = which;
  }

  release(): void {
    this.holds = undefined;
    for (const pass of this.held.splice(0)) pass();
  }

  async close(): Promise<void> {
    this.listeners = [];
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket, database: Socket): void {
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    database.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      for (const listener of this.listeners) listener(text);
      if (this.holds?.(text)) this.held.push(() => database.write(bytes));
      else database.write(bytes);
    });
  }
}
