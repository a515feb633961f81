import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, openSpan, type OpenSpan } from '@abato/platform';

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
