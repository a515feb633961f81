type Value = string | number | boolean | null;
/** What has a canonical form. */
export type Canonical = Value | readonly Canonical[] | { readonly [field: string]: Canonical | undefined };

/**
 * JSON in canonical form (RFC 8785): sorted keys, and the numbers and strings of JSON.stringify, are all of it. Undefined values are left out.
 */
export function canonicalJson(value: Canonical): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Canonical | undefined): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([field, inside]) => [field, sorted(inside)]));
}
