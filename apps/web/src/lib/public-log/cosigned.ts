import { NotInLog } from './check-receipt';
import { type Checkpoint, checkSignatures, headOf, KEY_ID_BYTES, partsOf, readKey } from './checkpoint';
import { areEqual, type Bytes, bytesOf } from './hashes';
import type { ReadLog } from './merkle';

/** Cosignatures of witnesses, version 1: https://c2sp.org/tlog-cosignature */

const COSIGNATURE = 4;
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
  const { name: witness, id, publicKey } = await readKey(key, COSIGNATURE);
  const { text, signatures } = partsOf(note, witness);
  const { origin: named, ...head } = headOf(text.split('\n'));
  if (named !== origin) throw new Error('not a checkpoint of this log');
  const found = { witness, ...head };
  const made = signatures.find((bytes) => bytes.length === KEY_ID_BYTES + TIME_BYTES + SIGNATURE_BYTES);
  if (!made || !areEqual(made.slice(0, KEY_ID_BYTES), id))
    return { ...found, at: null, cosignature: 'WRONG' };
  const time = Number(new DataView(made.buffer).getBigUint64(KEY_ID_BYTES));
  const message = bytesOf(`cosignature/v1\ntime ${time}\n${text}`);
  const cosignature = await checkSignatures(publicKey, message, [made.slice(KEY_ID_BYTES + TIME_BYTES)]);
  return { ...found, at: new Date(1000 * time), cosignature };
}
