import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import type { Registry } from 'prom-client';
import type { Environment } from './environment.js';
import type { Logger } from './logger.js';
import { exportMetrics } from './metrics.js';
import { PartError, Readiness, readinessAnswer } from './readiness.js';
import { assertUsable, type RedisClient } from './redis.js';
import { ENVIRONMENT, LOGGER, METRICS, REDIS } from './tokens.js';

/**
 * Idle connections are kept past the usual minute between two readings: a reader that uses one in the instant in which it is closed gets
 * no answer.
 */
const KEEP_ALIVE_MS = 72_000;

interface OperatorPages {
  /** False before the public port answers: this one is open earlier, and a load balancer takes its word. */
  isServing?: () => boolean;
  /** Further pages for operators; returns false for requests that it does not answer. */
  pages?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * The last step of a start: asks every part for the first time, and opens the port for operators, never the public one: `/metrics`,
 * `/health/live`, `/health/ready` and, for people, `/health/ready?verbose`.
 * @returns the listening server
 */
export async function openForOperators(
  app: INestApplicationContext,
  { isServing = () => true, pages = () => false }: OperatorPages,
): Promise<Server> {
  const env = app.get<Environment>(ENVIRONMENT);
  const log = app.get<Logger>(LOGGER);
  const registry = app.get<Registry>(METRICS);
  const readiness = app.get(Readiness);
  await assertUsable(app.get<RedisClient>(REDIS)).catch((error: Error) => {
    if (error instanceof PartError) throw error;
    log.warn({ reason: error.message }, 'redis not reachable yet');
  });
  await readiness.start();
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
    // In containers the host is every interface, because probes and Prometheus come from outside.
    server.listen({ port: env.METRICS_PORT, host: env.METRICS_HOST }, resolve);
  });
  return server;
}
