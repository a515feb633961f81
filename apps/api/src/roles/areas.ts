import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type Environment, type Readiness } from '@abato/platform';

/** What an API process can be there for; one with the role `all` is there for everything. */
type Role = Exclude<Environment['ABATO_ROLE'], 'all'>;
/** `common`: every process answers it. */
export type Owner = Role | 'common';

/**
 * Which role answers which routes, by the path as the router has it; the first that fits decides. The proxies in front follow the same
 * table (k8s/roles/gateway.yaml, compared by a test).
 */
const AREAS: readonly (readonly [Owner, RegExp])[] = [
  ['common', /^\/health\/(live|ready)$/],
  // What browsers ask before a request to another origin.
  ['common', /^\*$/],
  ['cast', /^\/api\/votes\/(appeal|cast|challenge|find)$/],
  ['cast', /^\/api\/voters\//],
  ['cast', /^\/api\/payments\/:provider\//],
  ['cast', /^\/api\/ussd\//],
  ['live', /^\/socket\.io(\/|$)/],
  ['live', /^\/api\/contests\/(public|:id\/public)$/],
  [
    'web',
    /^\/api\/(audit|auth|categories|contestants|contests|docs|hosts|payments|receipts|requests|sms|stage-remote|statistics|status|users|votes)(\/|-|$)/,
  ],
  // Pages, the files they are made of, pictures.
  ['web', /^\/(?!api(\/|$))/],
];

/** @returns null for a route that nothing above declares */
export function ownerOf(path: string): Owner | null {
  return AREAS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** Whether a process of a role answers what belongs to `owner`; a route that is not declared is answered by every process. */
export function serves(role: Environment['ABATO_ROLE'], owner: Owner | null): boolean {
  return role === 'all' || owner === null || owner === 'common' || owner === role;
}

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
