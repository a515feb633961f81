import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { isTracing, type Logger, openSpan, type OpenSpan } from '@abato/platform';

/**
 * Rate, errors and duration per route template (never per id), and the request id in every answer.
 * @returns the histogram, for answers that do not pass through the framework
 */
export function measureRequests(fastify: FastifyInstance, metrics: Registry, log: Logger): Histogram {
  const duration = new Histogram({
    name: 'abato_http_request_seconds',
    help: 'Duration of HTTP requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  // A series that appears with its first value shows no increase: the first refused votes would go unnoticed.
  for (const status of [201, 500, 503]) duration.zero({ route: '/api/votes/cast', method: 'POST', status });
  const traced = log.isLevelEnabled('trace');
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (!traced) return done();
    log.trace(
      { requestId: request.id, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });
  return duration;
}

/**
 * Every request that passes through the framework is a span, named by its route template. A trace begins here: what a client
 * claims about a trace of its own is not believed, or a client could order as many as it likes.
 */
export function traceRequests(fastify: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const span = openSpan(`${request.method} ${route}`, {
      kind: 'server',
      requestId: request.id,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'abato.request.id': request.id,
      },
    });
    if (!span) return done();
    spans.set(request, span);
    span.run(done);
  });
  // Reading the body leaves the span's context: the events of a kept connection belong to no request.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500);
    done();
  });
}
