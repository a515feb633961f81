import { createPublicKey, verify } from 'node:crypto';
import { NOTE_KEY_TYPES, type NoteKey, readNoteKey } from '@abato/platform';

/** Cosignatures of witnesses, version 1: https://c2sp.org/tlog-cosignature */

const LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** A line of a note that says which key made it. */
export interface CosignatureLine {
  name: string;
  /** Eight hexadecimal digits. */
  id: string;
  /** Seconds since 1970. */
  time: number;
  signature: Buffer;
}

/** @returns null for a text that is no cosignature with Ed25519 */
export function readCosignature(line: string): CosignatureLine | null {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) return null;
  const time = Number(bytes.readBigUInt64BE(ID_BYTES));
  if (!Number.isSafeInteger(time) || time <= 0) return null;
  return {
    name,
    id: bytes.toString('hex', 0, ID_BYTES),
    time,
    signature: bytes.subarray(ID_BYTES + TIME_BYTES),
  };
}

/** Whether the witness made the cosignature for this checkpoint. @param note with the log's own signature */
export function isCosigned(note: string, { time, signature }: CosignatureLine, witness: NoteKey): boolean {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: witness.publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key, signature);
}

/** Keys of `LOG_WITNESSES`. */
export function knownWitnesses(setting: string): NoteKey[] {
  return setting
    .split(',')
    .map((line) => readNoteKey(line.trim(), NOTE_KEY_TYPES.cosignature))
    .filter((key) => key !== null);
}
