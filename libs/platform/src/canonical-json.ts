type Value = string | number | boolean | null;

/**
 * A flat object in canonical form (RFC 8785): sorted keys, and the numbers and strings of JSON.stringify, are all of it. Undefined values are
 * left out.
 */
export function canonicalJson(flat: Readonly<Record<string, Value | undefined>>): string {
  const sorted = Object.entries(flat).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}
