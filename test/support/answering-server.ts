import type { IncomingHttpHeaders } from 'node:http';
import { answerJson, SmallServer } from './small-server.js';

/** What a page asked for. */
export interface Asked {
  /** Below `/api`. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** Status and body; a success has only its data written. A text is sent as it is: what a proxy or a portal answers. */
type Answer = [status: number, body: object | string];

/**
 * A server for unit tests of the web client's calls. It answers each path as the test says and keeps what it was asked; `fetch` finds it
 * at the addresses without an origin that a page uses.
 */
export class AnsweringServer {
  asked: Asked[] = [];
  private answers = new Map<string, (asked: Asked) => Answer>();
  private readonly server = SmallServer.reading((request, sent, response) => {
    const body: unknown = sent ? JSON.parse(sent) : {};
    const path = (request.url ?? '').replace(/^\/api/, '');
    const asked = { path, headers: request.headers, body: body as Record<string, unknown> };
    this.asked.push(asked);
    const [status, answer] = (this.answers.get(path) ?? this.answers.get('*'))?.(asked) ?? [
      404,
      { code: 'NOT_FOUND', message: 'No' },
    ];
    if (typeof answer === 'string') {
      response.writeHead(status, { 'content-type': 'text/html' }).end(answer);
      return;
    }
    answerJson(
      response,
      status < 400 ? { success: true, data: answer } : { success: false, ...answer },
      status,
    );
  });
  private readonly fetch = globalThis.fetch;

  async start(): Promise<void> {
    await this.server.open();
    const origin = this.server.url;
    globalThis.fetch = (path, init) =>
      this.fetch(typeof path === 'string' ? new URL(path, origin) : path, init);
  }

  /** Nothing was asked, and nothing is answered but this. `*` answers every other path. */
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
    await this.server.close();
  }
}
