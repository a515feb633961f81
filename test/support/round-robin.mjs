import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

/** Headers about one connection only (RFC 9110, section 7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * Headers without those of the connection they came over. A process keeps idle connections for another time than this proxy does: a client that
 * was told of a longer one would send a request over a connection that is just being closed.
 */
function endToEnd(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name)));
}

/**
 * The smallest proxy that shows what several processes behind a load balancer do: every request and every websocket goes to the
 * next process in turn, nothing is sticky.
 */
export class RoundRobin {
  #targets = [];
  #agent = new Agent({ keepAlive: true });
  #sockets = new Set();
  #server = createServer((incoming, outgoing) => {
    const passedOn = request(this.#next(incoming), (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(passedOn);
  });

  constructor() {
    // Longer than any test waits: a request that meets the end of an idle connection is lost, and on a busy machine one does.
    this.#server.keepAliveTimeout = 600_000;
    this.#server.on('upgrade', (incoming, socket, head) => this.#upgrade(incoming, socket, head));
  }

  /** @returns {Promise<number>} the port it listens on */
  async listen(port = 0) {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.#server.address().port;
  }

  /** From now on a process takes part. */
  add(port) {
    this.#targets.push(port);
  }

  /** From now on it gets nothing new; what it has it keeps. */
  remove(port) {
    this.#targets = this.#targets.filter((target) => target !== port);
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** @returns {number | undefined} the port of the process whose turn it is; it goes to the end of the row */
  portFor(_incoming) {
    const port = this.#targets.shift();
    if (port !== undefined) this.#targets.push(port);
    return port;
  }

  #next(incoming) {
    const { method, url, headers, socket } = incoming;
    return {
      host: '127.0.0.1',
      port: this.portFor(incoming) ?? 1,
      method,
      path: url,
      headers: { ...endToEnd(headers), 'x-forwarded-for': socket.remoteAddress ?? '' },
      agent: this.#agent,
    };
  }

  #upgrade(incoming, client, head) {
    // An upgrade is asked for in headers of the connection: here they are passed on.
    const { headers, ...next } = this.#next(incoming);
    const { connection, upgrade } = incoming.headers;
    const passedOn = request({ ...next, headers: { ...headers, connection, upgrade }, agent: false });
    this.#hold(client);
    client.on('close', () => passedOn.destroy());
    passedOn.on('error', () => client.destroy());
    passedOn.on('response', (refusal) => {
      client.end(`HTTP/1.1 ${refusal.statusCode} ${refusal.statusMessage}\r\nconnection: close\r\n\r\n`);
    });
    passedOn.on('upgrade', (answer, server, first) => {
      const lines = [`HTTP/1.1 101 ${answer.statusMessage}`];
      for (let i = 0; i < answer.rawHeaders.length; i += 2)
        lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
      client.write(`${lines.join('\r\n')}\r\n\r\n`);
      this.#hold(server);
      if (first.length) client.write(first);
      if (head.length) server.write(head);
      server.pipe(client).pipe(server);
      server.on('close', () => client.destroy());
      client.on('close', () => server.destroy());
    });
    passedOn.end();
  }

  #hold(socket) {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
