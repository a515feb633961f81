/** A key of a setting that holds one or several. */
export interface NamedKey {
  /** Null for a setting that holds one key without a name. */
  id: string | null;
  value: string;
}

const NAMED = /^([A-Za-z0-9_-]{1,16}):(.+)$/s;

/**
 * The keys of a setting, the current one first: `id:value,id:value`, or one value without an id. It is a list only when every part has an
 * id, so that a single value with commas in it stays what it is.
 * @throws Error when two keys have the same id
 */
export function readKeyList(setting: string): [NamedKey, ...NamedKey[]] {
  const named = setting.split(',').map((part) => NAMED.exec(part.trim()));
  if (!named.every((match) => match !== null)) return [{ id: null, value: setting }];
  const [first, ...others] = named.map(([, id = '', value = '']) => ({ id, value }));
  const ids = new Set(named.map(([, id]) => id));
  if (!first || ids.size < named.length) throw new Error('two keys have the same id');
  return [first, ...others];
}

/** A random secret has many different bytes; one that was typed with a held key does not. */
const LEAST_DISTINCT_BYTES = 8;

export function isMonotonous(secret: Uint8Array): boolean {
  return new Set(secret).size < LEAST_DISTINCT_BYTES;
}
