import { numbersOf } from '@abato/verifier/bytes.mjs';
import { messageOf, readWitness } from '@abato/verifier/cosignature.mjs';
import { demand, headOf, partsOf, signaturesOf } from '@abato/verifier/log.mjs';
import { NotInLog } from './check-receipt';
import { judged, type Signature } from './checkpoint';
import type { ReadLog } from './tiles';

/** Cosignatures of witnesses, version 1: https://c2sp.org/tlog-cosignature */

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** What a witness has cosigned. */
export interface Cosigned {
  witness: string;
  /** As the witness says; null where the cosignature has not the form. */
  at: Date | null;
  size: number;
  root: Uint8Array;
  cosignature: Signature;
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
  const witness = readWitness(key);
  const { text, lines } = partsOf(note);
  const { origin: named, ...head } = headOf(text);
  demand(named === origin, 'not a checkpoint of this log');
  const found = { witness: witness.name, ...head };
  const made = signaturesOf(lines, witness).find(({ length }) => length === TIME_BYTES + SIGNATURE_BYTES);
  if (!made) return { ...found, at: null, cosignature: 'WRONG' };
  const time = Number(numbersOf(made).getBigUint64(0));
  const cosignature = await judged(witness.publicKey, messageOf(text, time), [made.subarray(TIME_BYTES)]);
  return { ...found, at: new Date(1000 * time), cosignature };
}
