import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Logger } from './logger.js';
import { exportMetrics } from './metrics.js';
import { type Readiness, readinessAnswer } from './readiness.js';

/**
 * Idle connections are kept past the usual minute between two readings: a reader that uses one in the instant in which it is closed gets
 * no answer.
 */
const KEEP_ALIVE_MS = 72_000;

interface InternalPages {
  registry: Registry;
  log: Logger;
  readiness: Readiness;
  /** False before the public port answers: this one is open earlier, and a load balancer takes its word. */
  isServing?: () => boolean;
  /** Further pages for operators; returns false for requests that it does not answer. */
  pages?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * The port for operators, never the public one: `/metrics`, `/health/live`, `/health/ready` and, for people,
 * `/health/ready?verbose`.
 * @param at in containers the host is every interface, because probes and Prometheus come from outside
 * @returns the listening server
 */
export async function startInternalServer(
  at: { port: number; host: string },
  { registry, log, readiness, isServing = () => true, pages = () => false }: InternalPages,
): Promise<Server> {
  const notRead = (metric: string, error: Error): void =>
    log.debug({ metric, reason: error.message }, 'metric not read');
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const answer = (status: number, body: string, type = 'application/json'): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const handle = async (): Promise<void> => {
      if (request.url === '/metrics')
        return answer(200, await exportMetrics(registry, notRead), registry.contentType);
      if (request.url === '/health/live') return answer(200, '{"status":"ok"}');
      const [path, query] = (request.url ?? '').split('?', 2);
      if (path === '/health/ready') {
        const verbose = new URLSearchParams(query).has('verbose');
        const { status, body } = readinessAnswer(readiness, {
          isServing: isServing(),
          verbose: verbose ? 'internal' : undefined,
        });
        return answer(status, JSON.stringify(body, null, verbose ? 2 : undefined));
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
