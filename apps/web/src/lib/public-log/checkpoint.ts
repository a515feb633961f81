import { areEqual, type Bytes, bytesOf, fromBase64, joinBytes, sha256, toHex } from './hashes';

/** Checkpoints as signed notes: https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note */

const ED25519 = 1;
export const KEY_ID_BYTES = 4;

export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
  /** UNSUPPORTED: this browser has no Ed25519. */
  signature: 'HOLDS' | 'WRONG' | 'UNSUPPORTED';
}

/**
 * Read a checkpoint and check its signature.
 * @param key `name+id+key`, one line
 * @throws Error when the texts have not the form of a checkpoint and of a key, or belong to different logs
 */
export async function openCheckpoint(note: string, key: string): Promise<Checkpoint> {
  const { lines, signature } = await openNote(note, key);
  return { ...headOf(lines), signature };
}

/** @throws Error for lines that are no tree's head */
export function headOf([origin = '', size = '', root = '']: readonly string[]): Omit<
  Checkpoint,
  'signature'
> {
  const hash = fromBase64(root);
  if (!/^(0|[1-9]\d{0,14})$/.test(size) || hash?.length !== 32) throw new Error('not a checkpoint');
  return { origin, size: Number(size), root: hash };
}

/** A note's text, and what stands below it under a name. @throws Error for what is no note */
export function partsOf(note: string, name: string): { text: string; signatures: Bytes[] } {
  const end = note.lastIndexOf('\n\n') + 1;
  if (!end) throw new Error('not a note');
  const signatures = note
    .slice(end + 1)
    .split('\n')
    .map((line) => /^— (\S+) (\S+)$/.exec(line))
    .filter((match) => match?.[1] === name)
    .map((match) => fromBase64(match?.[2] ?? ''));
  return {
    text: note.slice(0, end),
    signatures: signatures.filter((bytes): bytes is Bytes => bytes !== null),
  };
}

/**
 * Read a signed note of a log: its first line is the log's name.
 * @param key `name+id+key`, one line
 * @throws Error when the texts have not the form of a note and of a key, or belong to different logs
 */
export async function openNote(
  note: string,
  key: string,
): Promise<{ lines: string[]; signature: Checkpoint['signature'] }> {
  const { name, id, publicKey } = await readKey(key, ED25519);
  const { text, signatures } = partsOf(note, name);
  const lines = text.split('\n');
  if (name !== lines[0]) throw new Error('the key is that of another log');
  const own = signatures.filter((bytes) => areEqual(bytes.slice(0, KEY_ID_BYTES), id));
  return {
    lines,
    signature: await checkSignatures(
      publicKey,
      bytesOf(text),
      own.map((bytes) => bytes.slice(KEY_ID_BYTES)),
    ),
  };
}

/** Hosts without a name that a log could have. */
const NAMELESS = /^(localhost|[\d.]+|\[.*\])(:\d+)?$/;

/**
 * Whether a checkpoint is that of a contest on this site: under another name a new history could begin. In development page and log may
 * have no name, or several; there the contest alone is compared.
 * @param host of the page
 */
export function isLogOf(
  { origin }: Checkpoint,
  contestId: string,
  host = globalThis.location?.host,
): boolean {
  const path = `/log/${contestId}`;
  const named = origin.slice(0, -path.length);
  if (!origin.endsWith(path)) return false;
  return !host || NAMELESS.test(host) || NAMELESS.test(named) || named === host;
}

/** Whether all of these are signatures of the text, and there is one. */
export async function checkSignatures(
  publicKey: Bytes,
  text: Bytes,
  signatures: readonly Bytes[],
): Promise<Checkpoint['signature']> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch {
    return 'UNSUPPORTED';
  }
  const checked = await Promise.all(
    signatures.map((bytes) => crypto.subtle.verify('Ed25519', key, bytes, text)),
  );
  return checked.length > 0 && checked.every(Boolean) ? 'HOLDS' : 'WRONG';
}

/** @param type the first byte of the key @throws Error for a line that is no key of this type */
export async function readKey(
  line: string,
  type: number,
): Promise<{ name: string; id: Bytes; publicKey: Bytes }> {
  const [, name = '', hex = '', encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? [];
  const typed = fromBase64(encoded);
  if (typed?.length !== 33 || typed[0] !== type) throw new Error('not a key');
  const id = (await sha256(bytesOf(`${name}\n`), joinBytes(typed))).slice(0, KEY_ID_BYTES);
  if (toHex(id) !== hex) throw new Error('not a key');
  return { name, id, publicKey: typed.slice(1) };
}
