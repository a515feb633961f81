import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { NOTE_KEY_TYPES, type NoteKey, readNoteKey } from '@abato/platform';
import type { TreeHead } from './merkle.js';

/** Checkpoints as signed notes: https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note */

const ED25519 = NOTE_KEY_TYPES.ed25519;
const SEED_BYTES = 32;
/** What stands before the 32 bytes of a secret key in the form that Node.js reads (RFC 8410). */
const PRIVATE_KEY_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs the checkpoints of every contest of this installation. */
export class CheckpointSigner {
  private readonly key: KeyObject;
  private readonly publicKey: Buffer;

  /** @param seed 32 bytes in base64. @throws RangeError for another length */
  constructor(seed: string) {
    const bytes = Buffer.from(seed, 'base64');
    if (bytes.length !== SEED_BYTES) throw new RangeError('the seed must have 32 bytes');
    this.key = createPrivateKey({
      key: Buffer.concat([PRIVATE_KEY_HEAD, bytes]),
      format: 'der',
      type: 'pkcs8',
    });
    const { x = '' } = createPublicKey(this.key).export({ format: 'jwk' });
    this.publicKey = Buffer.from(x, 'base64url');
  }

  /** The key with which anyone checks a log's notes, as one line. */
  verifierKey(origin: string): string {
    const typed = Buffer.concat([Buffer.from([ED25519]), this.publicKey]);
    return `${origin}+${keyId(origin, this.publicKey).toString('hex')}+${typed.toString('base64')}`;
  }

  /** @param origin name of the log and of its key; without spaces and `+` */
  sign(origin: string, { size, root }: TreeHead): string {
    return this.signNote(origin, `${origin}\n${size}\n${root.toString('base64')}\n`);
  }

  /** @param text lines, of which the first is the origin and the second says what is signed: a number for a checkpoint */
  signNote(origin: string, text: string): string {
    const signature = Buffer.concat([keyId(origin, this.publicKey), sign(null, Buffer.from(text), this.key)]);
    return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
  }
}

/**
 * Read a note that this key has signed.
 * @throws Error when no signature is by the key, or when it does not hold
 */
export function openCheckpoint(note: string, verifierKey: string): TreeHead & { origin: string } {
  const key = readNoteKey(verifierKey, ED25519);
  if (!key) throw new Error('not a key');
  const end = note.lastIndexOf('\n\n') + 1;
  const text = note.slice(0, end);
  const signatures = [...note.slice(end).matchAll(/^— (\S+) (\S+)$/gm)]
    .filter(([, name]) => name === key.name)
    .map(([, , encoded = '']) => Buffer.from(encoded, 'base64'))
    .filter((signature) => signature.toString('hex', 0, 4) === key.id);
  const holds = (signature: Buffer) => isSigned(key, text, signature.subarray(4));
  if (!signatures.length || !signatures.every(holds)) throw new Error('the signature does not hold');
  const [origin = '', size = '', root = ''] = text.split('\n');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** Whether the key has signed this text. */
export function isSigned({ publicKey }: NoteKey, text: string, signature: Buffer): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

function keyId(name: string, publicKey: Buffer): Buffer {
  const hash = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([ED25519]));
  return hash.update(publicKey).digest().subarray(0, 4);
}
