import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Logger } from './logger.js';
import { exportMetrics } from './metrics.js';

interface InternalPages {
  registry: Registry;
  log: Logger;
  /** Names the parts that do not work; empty when all do. */
  probe: () => Promise<string[]>;
  /** Further pages for operators; returns false for requests that it does not answer. */
  pages?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * The port for operators, never the public one: `/metrics`, `/health/live`, `/health/ready`.
 * @param at in containers the host is every interface, because probes and Prometheus come from outside
 * @returns the listening server
 */
export async function startInternalServer(
  at: { port: number; host: string },
  { registry, log, probe, pages = () => false }: InternalPages,
): Promise<Server> {
  const notRead = (metric: string, error: Error): void =>
    log.debug({ metric, reason: error.message }, 'metric not read');
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json'): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const handle = async (): Promise<void> => {
      if (request.url === '/metrics')
        return answer(200, await exportMetrics(registry, notRead), registry.contentType);
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
    server.listen(at, resolve);
  });
  return server;
}
