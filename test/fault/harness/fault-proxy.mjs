import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A TCP connection that can go bad in the ways that cables, switches and address translators do. It stands between one process and
 * one server. What can be wrong (`mode`):
 * - `latency`: each chunk arrives later, in order
 * - `refuse`: new connections are closed at once, old ones work
 * - `half-open`: nothing more passes in either direction and nobody is told; new connections are taken and never served
 * - `drop-up`, `drop-down`: what goes to (comes from) the server vanishes
 * Connections that lost bytes stay dead when all is well again, as they do behind a router that forgot them: who waits on one must
 * notice by itself.
 */
export class FaultProxy {
  connections = new Set();
  mode = 'pass';
  latencyMs = 0;
  /** Told of each chunk on its way to the server; returning true passes it on and cuts the connection before the answer. */
  cutWhen = null;

  /** @param targets () => ports on this machine, best first; the first that takes the connection serves it */
  constructor(targets) {
    this.targets = targets;
    this.server = createServer({ allowHalfOpen: false }, (socket) => this.#accept(socket));
  }

  async listen(port = 0) {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get port() {
    return this.server.address().port;
  }

  /** @param mode see the class; @param options.latencyMs for `latency` */
  break(mode, { latencyMs = 0 } = {}) {
    this.mode = mode;
    this.latencyMs = latencyMs;
    if (mode === 'half-open' || mode.startsWith('drop'))
      for (const each of this.connections) each.dead = true;
  }

  /** New connections work again; those that lost something do not. */
  heal() {
    this.mode = 'pass';
    this.latencyMs = 0;
    this.cutWhen = null;
  }

  /** Cut every connection with a reset. */
  reset() {
    for (const { client, server } of this.connections) {
      client.resetAndDestroy();
      server?.resetAndDestroy();
    }
  }

  async close() {
    this.server.close();
    for (const { client, server } of this.connections) {
      client.destroy();
      server?.destroy();
    }
  }

  #accept(client) {
    const connection = {
      client,
      server: null,
      dead: this.mode === 'half-open' || this.mode.startsWith('drop'),
    };
    client.setNoDelay(true);
    client.on('error', () => {});
    if (this.mode === 'refuse') return client.resetAndDestroy();
    this.connections.add(connection);
    client.on('close', () => {
      this.connections.delete(connection);
      connection.server?.destroySoon();
    });
    // Until it is connected the client's bytes wait in its socket.
    client.pause();
    if (this.mode === 'half-open') return;
    this.#connect(connection, [...this.targets()]);
  }

  #connect(connection, ports) {
    const port = ports.shift();
    if (port === undefined) return connection.client.resetAndDestroy();
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    server.once('connect', () => {
      server.off('error', next);
      server.on('error', () => {});
      connection.server = server;
      if (connection.client.destroyed) return server.destroy();
      // A server that ends, ends its client too, unless word of it can no longer get through.
      server.on('close', () => connection.dead || connection.client.destroySoon());
      this.#carry(connection, connection.client, server, 'up');
      this.#carry(connection, server, connection.client, 'down');
    });
    const next = () => this.#connect(connection, ports);
    server.once('error', next);
  }

  #carry(connection, from, to, direction) {
    let last = Promise.resolve();
    from.on('data', (chunk) => {
      if (connection.dead && this.#swallows(connection, direction)) return;
      const cut = direction === 'up' && this.cutWhen?.(chunk);
      const write = () => {
        if (to.destroyed) return;
        const more = to.write(chunk);
        if (cut) connection.client.resetAndDestroy();
        else if (!more) {
          from.pause();
          to.once('drain', () => from.resume());
        }
      };
      if (this.latencyMs)
        last = last.then(() => new Promise((done) => setTimeout(done, this.latencyMs))).then(write);
      else if (this.mode === 'latency') last = last.then(write);
      else write();
    });
    from.resume();
  }

  /** A dropped direction stays dropped for a connection that lived through it; the other one keeps flowing while the fault lasts. */
  #swallows(connection, direction) {
    if (this.mode === 'drop-up') return direction === 'up';
    if (this.mode === 'drop-down') return direction === 'down';
    return true;
  }
}
