import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type Environment, type Readiness } from '@abato/platform';
import { ownerOf, serves } from './areas.js';

/**
 * Answers 421 to what belongs to another role, before anything of the request is read. All routes are declared in every process, so that the
 * answer says what is wrong: a 404 would look like a missing contest. Call it before any route is added.
 * @param readiness told of routes that no role declares, for the report to operators
 */
export function refuseOtherRoles(
  fastify: FastifyInstance,
  role: Environment['ABATO_ROLE'],
  readiness: Readiness,
): void {
  const undeclared = new Set<string>();
  fastify.addHook('onRoute', ({ url }) => {
    if (ownerOf(url) === null) undeclared.add(url);
  });
  readiness.addHint(() =>
    undeclared.size ? `routes without a role (apps/api/src/roles): ${[...undeclared].join(', ')}` : null,
  );
  if (role === 'all') return;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const owner = ownerOf(routeOf(request));
    if (serves(role, owner)) return done();
    const message = `This process has the role ${role}; what was asked for belongs to ${owner}.`;
    done(new AppError('WRONG_ROLE', { message }));
  });
}

/** The route's pattern; for the page of every other path, and for no route at all, the path itself. */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  return url === undefined || url.endsWith('*') ? (request.url.split('?', 1)[0] ?? '/') : url;
}
