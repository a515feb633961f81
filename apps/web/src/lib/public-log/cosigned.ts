import { NotInLog } from './check-receipt';
import type { Checkpoint } from './checkpoint';
import { areEqual, type Bytes, bytesOf, fromBase64, joinBytes, sha256 } from './hashes';
import type { ReadLog } from './merkle';

/** Cosignatures of witnesses, version 1: https://c2sp.org/tlog-cosignature */

const COSIGNATURE = 4;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** What a witness has cosigned. */
export interface Cosigned {
  witness: string;
  /** As the witness says; null where the cosignature has not the form. */
  at: Date | null;
  size: number;
  root: Bytes;
  cosignature: Checkpoint['signature'];
}

/** A witness of whom nothing can be told. WRONG: the site has a file of the witness that is not of this log, or is none. */
export interface Unread {
  witness: string;
  cosignature: 'WRONG' | 'UNREADABLE';
  at: null;
  size: null;
}

/**
 * What each witness that the site names has cosigned last, each judged by itself: one file that cannot be read says nothing of the others.
 * None for a witness that has cosigned nothing of this log.
 * @param origin of the log @throws what `read` throws for the list of witnesses
 */
export async function readCosigned(read: ReadLog, origin: string): Promise<(Cosigned | Unread)[]> {
  const text = new TextDecoder();
  const found = witnessIds(text.decode(await read('witnesses'))).map(async ({ id, key }) => {
    const because = (cosignature: Unread['cosignature']) => (error: unknown) => {
      if (error instanceof NotInLog) return null;
      return { witness: key.slice(0, key.indexOf('+')), cosignature, at: null, size: null };
    };
    const note = await read(`witnessed/${id}`).catch(because('UNREADABLE'));
    if (!(note instanceof Uint8Array)) return note;
    return openCosigned(text.decode(note), key, origin).catch(because('WRONG'));
  });
  return (await Promise.all(found)).filter((one) => one !== null);
}

/** Ids of the keys in the site's list of witnesses, which name the files of what they cosigned. */
export function witnessIds(keys: string): { id: string; key: string }[] {
  return keys
    .split('\n')
    .map((key) => ({ key, id: key.split('+')[1] ?? '' }))
    .filter(({ id }) => /^[0-9a-f]{8}$/.test(id));
}

/**
 * Read a checkpoint that a witness has cosigned, and check the cosignature.
 * @param key of the witness, `name+id+key` @param origin of the log
 * @throws Error when the texts have not their form, or belong to another log
 */
export async function openCosigned(note: string, key: string, origin: string): Promise<Cosigned> {
  const [, witness = '', , encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(key) ?? [];
  const typed = fromBase64(encoded);
  if (typed?.length !== 33 || typed[0] !== COSIGNATURE) throw new Error('not a key of a witness');
  const id = (await sha256(bytesOf(`${witness}\n`), joinBytes(typed))).slice(0, ID_BYTES);
  const end = note.lastIndexOf('\n\n') + 1;
  const text = note.slice(0, end);
  const [named, size = '', root = ''] = text.split('\n');
  const hash = fromBase64(root);
  if (named !== origin || !/^(0|[1-9]\d{0,14})$/.test(size) || hash?.length !== 32)
    throw new Error('not a checkpoint of this log');
  const made = note
    .slice(end + 1)
    .split('\n')
    .map((line) => /^— (\S+) (\S+)$/.exec(line))
    .filter((match) => match?.[1] === witness)
    .map((match) => fromBase64(match?.[2] ?? ''))
    .find((bytes) => bytes?.length === ID_BYTES + TIME_BYTES + SIGNATURE_BYTES);
  const found = { witness, size: Number(size), root: hash };
  if (!made || !areEqual(made.slice(0, ID_BYTES), id)) return { ...found, at: null, cosignature: 'WRONG' };
  const time = Number(new DataView(made.buffer).getBigUint64(ID_BYTES));
  const message = bytesOf(`cosignature/v1\ntime ${time}\n${text}`);
  const cosignature = await check(typed.slice(1), message, made.slice(ID_BYTES + TIME_BYTES));
  return { ...found, at: new Date(1000 * time), cosignature };
}

async function check(publicKey: Bytes, message: Bytes, signature: Bytes): Promise<Checkpoint['signature']> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch {
    return 'UNSUPPORTED';
  }
  return (await crypto.subtle.verify('Ed25519', key, signature, message)) ? 'HOLDS' : 'WRONG';
}
