import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { Server } from 'socket.io';
import { findFreePort } from '../../apps/local/src/ports.js';
import { ClientAddresses } from '../../apps/api/src/http/client-addresses.js';

/** A request as it came out of a proxy. */
interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Of the voter, as our API takes it when it trusts the proxy. */
  address: string;
}

/** What stands behind a proxy in these tests: it remembers what it is asked, and tells a socket which address it came from. */
export class Upstream {
  readonly seen: Seen[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end('answered');
  private readonly addresses: ClientAddresses;
  private readonly server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    this.seen.push({ method, url, headers: { ...headers }, address: this.addresses.of(request) });
    // A body that is too long is cut by the proxy, which then tells the client.
    request.on('error', () => undefined);
    request.resume().on('end', () => this.answer(request, response));
  });
  private readonly sockets = new Server(this.server, { serveClient: false });

  private constructor(
    readonly host: string,
    readonly port: number,
    trusted: readonly string[],
  ) {
    this.addresses = new ClientAddresses(trusted);
    this.sockets.on('connection', (socket) => socket.emit('address', this.addresses.of(socket.request)));
  }

  /** @param trusted TRUSTED_PROXIES */
  static async start(host: string, port: number, trusted: readonly string[]): Promise<Upstream> {
    const upstream = new Upstream(host, port, trusted);
    await once(upstream.server.listen(port, host), 'listening');
    return upstream;
  }

  get address(): string {
    return `${this.host}:${this.port}`;
  }

  times(url: string): number {
    return this.seen.filter((one) => one.url === url).length;
  }

  async stop(): Promise<void> {
    const closed = this.sockets.close();
    this.server.closeAllConnections();
    await closed;
  }
}

/** Two of them that differ in their address only, as containers of one name do. */
export async function startUpstreams(trusted: readonly string[] = ['127.0.0.1']): Promise<Upstream[]> {
  const port = await findFreePort();
  return Promise.all(['127.0.0.1', '127.0.0.2'].map((host) => Upstream.start(host, port, trusted)));
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One request on a connection of its own. @param options.localAddress where the client is */
export const ask = (
  url: string,
  { body, ...options }: RequestOptions & { body?: string | Buffer } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(url, { agent: false, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
