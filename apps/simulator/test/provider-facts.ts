import { readFileSync } from 'node:fs';

/**
 * What the provider's OpenAPI document and its samples say about the fields of answers (`provider-facts.json`): names, types, which are
 * always there. Where a sample contradicts the document, both are allowed. `name?` may be absent; `$or` names what an object may be
 * instead; `any` is a field of which only the name is known.
 */
type Facts = string | [Facts] | { [name: string]: Facts };

const FACTS = JSON.parse(
  readFileSync(new URL('provider-facts.json', import.meta.url), 'utf8'),
  (_, value: unknown) =>
    typeof value === 'object' && !Array.isArray(value) ? named(value as object) : value,
) as Record<string, Facts>;

/** `":string": "id name"` is short for `"id": "string", "name": "string"`; a list of such texts for one long text. */
function named(facts: object): Facts {
  const fields = Object.entries(facts).flatMap(([name, value]) => {
    if (!name.startsWith(':')) return [[name, value] as const];
    const names = [value].flat().join(' ').split(' ');
    return names.map((one) => [one, name.slice(1)] as const);
  });
  return Object.fromEntries(fields) as Facts;
}

/** The routes that have facts. */
export const ROUTES = Object.keys(FACTS).filter((name) => name.includes('/'));

/** The route of a path: `GET /dispute/:/evidence`; null when the provider has no such path. */
function routeOf(method: string, path: string): string | null {
  const parts = path.split('?')[0]?.split('/') ?? [];
  const isSame = (route: string): boolean => {
    const [verb, pattern = ''] = route.split(' ');
    const wanted = pattern.split('/');
    return (
      verb === method &&
      wanted.length === parts.length &&
      wanted.every((part, index) => part === ':' || part === parts[index])
    );
  };
  // A name is closer than a placeholder.
  return ROUTES.filter(isSame).sort((a, b) => a.split(':').length - b.split(':').length)[0] ?? null;
}

function factsOf(
  method: string,
  path: string,
  status: number,
  body: Record<string, unknown>,
): [string, Facts] | null {
  if (status >= 400) return ['error', FACTS['error'] as Facts];
  if (path.startsWith('/charge')) {
    const isWhole = (body.data as Record<string, unknown> | undefined)?.status === 'success';
    const name = isWhole ? 'charge' : 'charge step';
    return [name, FACTS[name] as Facts];
  }
  const route = routeOf(method, path);
  return route === null ? null : [route, FACTS[route] as Facts];
}

/** How an answer differs from what the provider's document and samples say; nothing when it does not. */
export function differencesFrom(
  method: string,
  path: string,
  status: number,
  body: Record<string, unknown>,
): { route: string; differences: string[] } {
  const found = factsOf(method, path, status, body);
  if (!found) return { route: `${method} ${path}`, differences: ['the provider has no such route'] };
  const differences: string[] = [];
  compare(body, found[1], '', differences);
  return { route: found[0], differences };
}

function compare(value: unknown, facts: Facts, path: string, differences: string[]): void {
  if (facts === 'any') return;
  const type = typeOf(value);
  if (typeof facts === 'string') {
    const allowed = facts.split('|');
    const fits = allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
    if (!fits) differences.push(`${path} is ${type}, not ${facts}`);
  } else if (Array.isArray(facts)) {
    if (!Array.isArray(value)) differences.push(`${path} is ${type}, not a list`);
    else
      for (const [index, item] of value.entries()) compare(item, facts[0], `${path}[${index}]`, differences);
  } else if (type === 'object') {
    compareFields(value as Record<string, unknown>, facts, path, differences);
  } else if (!(typeof facts['$or'] === 'string' && facts['$or'].split('|').includes(type))) {
    differences.push(`${path} is ${type}, not an object`);
  }
}

function compareFields(
  value: Record<string, unknown>,
  facts: Record<string, Facts>,
  path: string,
  differences: string[],
): void {
  for (const name of Object.keys(facts)) {
    if (name !== '$or' && !name.endsWith('?') && !(name in value))
      differences.push(`${path}.${name} is absent`);
  }
  for (const [name, field] of Object.entries(value)) {
    const known = facts[name] ?? facts[`${name}?`];
    if (known === undefined) differences.push(`${path}.${name} is unknown to the provider`);
    else compare(field, known, `${path}.${name}`, differences);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
