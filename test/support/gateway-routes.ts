import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface GatewayRule {
  matches?: { path: { type: 'Exact' | 'PathPrefix' | 'RegularExpression'; value: string } }[];
  backendRefs?: { name: string }[];
}

/** The rules by which a gateway tells the roles apart, as they are deployed. */
export function roleRules(): GatewayRule[] {
  const file = join(dirname(fileURLToPath(import.meta.url)), '../../k8s/roles/gateway.yaml');
  return (parse(readFileSync(file, 'utf8')) as { spec: { rules: GatewayRule[] } }).spec.rules;
}

/** Where a gateway sends a path: an exact match first, then an expression, then the longest prefix. */
export function backendOf(rules: readonly GatewayRule[], path: string): string | undefined {
  let best = { rank: -1, name: undefined as string | undefined };
  for (const { matches = [], backendRefs = [] } of rules) {
    for (const match of matches) {
      const rank = rankOf(match.path, path);
      if (rank > best.rank) best = { rank, name: backendRefs[0]?.name };
    }
  }
  return best.name;
}

function rankOf({ type, value }: NonNullable<GatewayRule['matches']>[number]['path'], path: string): number {
  if (type === 'Exact') return path === value ? 100_000 : -1;
  if (type === 'RegularExpression') return new RegExp(`^(?:${value})$`).test(path) ? 10_000 : -1;
  const folder = value.replace(/\/$/, '');
  return path === folder || path.startsWith(`${folder}/`) ? folder.length : -1;
}
