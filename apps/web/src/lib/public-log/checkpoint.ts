import { areEqual, type Bytes, bytesOf, fromBase64, joinBytes, sha256 } from './hashes';

/** Checkpoints as signed notes: https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note */

const ED25519 = new Uint8Array([1]);
const KEY_ID_BYTES = 4;

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
  const [origin = '', size = '', root = ''] = lines;
  const hash = fromBase64(root);
  if (!/^(0|[1-9]\d{0,14})$/.test(size) || hash?.length !== 32) throw new Error('not a checkpoint');
  return { origin, size: Number(size), root: hash, signature };
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
  const end = note.lastIndexOf('\n\n') + 1;
  const text = note.slice(0, end);
  const lines = text.split('\n');
  const [origin] = lines;
  if (!end) throw new Error('not a note');
  const { name, id, publicKey } = await readKey(key);
  if (name !== origin) throw new Error('the key is that of another log');
  const signatures = note
    .slice(end + 1)
    .split('\n')
    .map((line) => /^— (\S+) (\S+)$/.exec(line))
    .filter((match) => match?.[1] === name)
    .map((match) => fromBase64(match?.[2] ?? ''))
    .filter((bytes): bytes is Bytes => bytes !== null && areEqual(bytes.slice(0, KEY_ID_BYTES), id));
  return { lines, signature: await checkSignatures(bytesOf(text), signatures, publicKey) };
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

async function checkSignatures(
  text: Bytes,
  signatures: readonly Bytes[],
  publicKey: Bytes,
): Promise<Checkpoint['signature']> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch {
    return 'UNSUPPORTED';
  }
  const checked = await Promise.all(
    signatures.map((bytes) => crypto.subtle.verify('Ed25519', key, bytes.slice(KEY_ID_BYTES), text)),
  );
  return checked.length > 0 && checked.every(Boolean) ? 'HOLDS' : 'WRONG';
}

async function readKey(line: string): Promise<{ name: string; id: Bytes; publicKey: Bytes }> {
  const [, name = '', hex = '', encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? [];
  const typed = fromBase64(encoded);
  if (typed?.length !== 33 || typed[0] !== ED25519[0]) throw new Error('not a key');
  const id = (await sha256(bytesOf(`${name}\n`), joinBytes(typed))).slice(0, KEY_ID_BYTES);
  if ([...id].map((byte) => byte.toString(16).padStart(2, '0')).join('') !== hex)
    throw new Error('not a key');
  return { name, id, publicKey: typed.slice(1) };
}
