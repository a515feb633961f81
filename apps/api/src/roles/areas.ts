import type { Environment } from '@abato/platform';

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
