import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

/** Names the parts that do not work; empty when all do. */
export type ReadinessProbe = () => Promise<string[]>;

/** Further pages for operators; false for requests that are none of its business. */
export type OperatorPages = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The port for operators, never the public one: `/metrics`, `/health/live`, `/health/ready`.
 * @param pages what this process shows besides
 * @returns the listening server
 */
export async function startInternalServer(
  port: number,
  registry: Registry,
  probe: ReadinessProbe,
  pages: OperatorPages = () => false,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json'): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const handle = async (): Promise<void> => {
      if (request.url === '/metrics') return answer(200, await registry.metrics(), registry.contentType);
      if (request.url === '/health/live') return answer(200, '{"status":"ok"}');
      if (request.url === '/health/ready') {
        const failing = await probe();
        return answer(
          failing.length ? 503 : 200,
          JSON.stringify({ status: failing.length ? 'unavailable' : 'ok', failing }),
        );
      }
      if (!pages(request, response)) answer(404, '{"status":"not found"}');
    };
    handle().catch(() => answer(500, '{"status":"error"}'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return server;
}
