import { createHash } from 'node:crypto';

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

/** Types of keys of signed notes (https://c2sp.org/signed-note): one that signs checkpoints, and one of a witness. */
export const NOTE_KEY_TYPES = { ed25519: 1, cosignature: 4 } as const;
const KEY_BYTES = 32;
const NOTE_KEY = /^([^+,\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/;

/** A key that checks signatures of notes. */
export interface NoteKey {
  name: string;
  /** Eight hexadecimal digits. */
  id: string;
  publicKey: Buffer;
  /** `name+id+key`, as it was given. */
  line: string;
}

/** @returns null for a text that is no such key, also for one of another type or whose id is that of another key */
export function readNoteKey(line: string, type: number): NoteKey | null {
  const [, name = '', id = '', encoded = ''] = NOTE_KEY.exec(line) ?? [];
  const typed = Buffer.from(encoded, 'base64');
  if (typed.length !== KEY_BYTES + 1 || typed[0] !== type) return null;
  const expected = createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, id.length);
  return expected === id ? { name, id, publicKey: typed.subarray(1), line } : null;
}
