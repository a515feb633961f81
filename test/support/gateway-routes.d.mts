type Role = 'cast' | 'live' | 'web';

interface GatewayRule {
  matches?: { path: { type: 'Exact' | 'PathPrefix' | 'RegularExpression'; value: string } }[];
  backendRefs?: { name: string }[];
}

export const ROLE_OF_BACKEND: Readonly<Record<string, Role>>;
export function roleRules(): GatewayRule[];
/** @param url path, with or without a query @throws Error when the rules send it to no process of a role */
export function roleFor(rules: readonly GatewayRule[], url: string): Role;
