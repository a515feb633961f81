import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server of a test on a free port of this machine. What it answers is the test's business. */
export class SmallServer {
  private readonly server;

  constructor(handle: RequestListener) {
    this.server = createServer(handle);
  }

  /** Answers requests whose bodies have been read. */
  static reading(
    answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
  ): SmallServer {
    return new SmallServer((request, response) => {
      void text(request).then((body) => answer(request, body, response));
    });
  }

  async open(): Promise<this> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return this;
  }

  /** Of the open server. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Also when connections are kept, or an answer is on its way. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/** As JSON. */
export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
