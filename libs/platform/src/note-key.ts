import { createHash } from 'node:crypto';

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
