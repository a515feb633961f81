import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The Deployments of k8s/roles and what each is there for; a test compares this with the rendered manifests. */
export const ROLE_OF_BACKEND = { 'api-cast': 'cast', 'api-live': 'live', api: 'web' };

/** The rules by which a gateway tells the roles apart, as they are deployed. */
export function roleRules() {
  const file = new URL('../../k8s/roles/gateway.yaml', import.meta.url);
  return parse(readFileSync(file, 'utf8')).spec.rules;
}

/** Where a gateway sends a path: an exact match first, then an expression, then the longest prefix. */
function backendOf(rules, path) {
  let best = { rank: -1, name: undefined };
  for (const { matches = [], backendRefs = [] } of rules) {
    for (const match of matches) {
      const rank = rankOf(match.path, path);
      if (rank > best.rank) best = { rank, name: backendRefs[0]?.name };
    }
  }
  return best.name;
}

/** The role of the processes to which a gateway sends a request. */
export function roleFor(rules, url) {
  const [path] = url.split('?', 1);
  const backend = backendOf(rules, path);
  const role = ROLE_OF_BACKEND[backend];
  if (!role) throw new Error(`no role answers ${path}: the gateway sends it to ${backend}`);
  return role;
}

function rankOf({ type, value }, path) {
  if (type === 'Exact') return path === value ? 100_000 : -1;
  if (type === 'RegularExpression') return new RegExp(`^(?:${value})$`).test(path) ? 10_000 : -1;
  const folder = value.replace(/\/$/, '');
  return path === folder || path.startsWith(`${folder}/`) ? folder.length : -1;
}
