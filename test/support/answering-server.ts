import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What a page asked for. */
export interface Asked {
  /** Below `/api`. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** Status and body; a success has only its data written. */
type Answer = [status: number, body: object];

/**
 * A server for unit tests of the web client's calls. It answers each path as the test says and keeps what it was asked; `fetch` finds it
 * at the addresses without an origin that a page uses.
 */
export class AnsweringServer {
  asked: Asked[] = [];
  private answers = new Map<string, (asked: Asked) => Answer>();
  private readonly server = createServer((request, response) => {
    void json(request).then((body) => {
      const path = (request.url ?? '').replace(/^\/api/, '');
      const asked = { path, headers: request.headers, body: body as Record<string, unknown> };
      this.asked.push(asked);
      const [status, answer] = this.answers.get(path)?.(asked) ?? [404, { code: 'NOT_FOUND', message: 'No' }];
      const whole = status < 400 ? { success: true, data: answer } : { success: false, ...answer };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    });
  });
  private readonly fetch = globalThis.fetch;

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    const origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    globalThis.fetch = (path, init) =>
      this.fetch(typeof path === 'string' ? new URL(path, origin) : path, init);
  }

  /** Nothing was asked, and nothing is answered but this. */
  begin(answers: Record<string, Answer | ((asked: Asked) => Answer)>): void {
    this.asked = [];
    this.answers = new Map(
      Object.entries(answers).map(([path, answer]) => [
        path,
        typeof answer === 'function' ? answer : () => answer,
      ]),
    );
  }

  async stop(): Promise<void> {
    globalThis.fetch = this.fetch;
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
