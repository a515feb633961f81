import { bytesOf, numbersOf } from './bytes.mjs';
import { demand, headOf, partsOf, readKey, signaturesOf } from './log.mjs';
import { isSigned } from './platform-node.mjs';

/** Cosignatures of witnesses, as C2SP `tlog-cosignature` describes them: https://c2sp.org/tlog-cosignature */

/** Type of a key that makes cosignatures with Ed25519. */
export const COSIGNATURE = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** @param {string} text of a note, up to the blank line @param {number} time seconds since 1970 */
export const messageOf = (text, time) => bytesOf(`cosignature/v1\ntime ${time}\n${text}`);

/** @param {string} line `name+id+key` of a witness */
export const readWitness = (line) => readKey(line, COSIGNATURE);

/**
 * A checkpoint that a witness has cosigned. Whether its log signed it too is not looked at: a witness cosigns nothing else.
 * @param {string} note
 * @param {ReturnType<typeof readWitness>} witness
 * @returns {Promise<{ size: number, root: Uint8Array, origin: string, at: Date }>}
 */
export async function openCosigned(note, witness) {
  const { text, lines } = partsOf(note);
  const signatures = signaturesOf(lines, witness);
  demand(signatures.length > 0, `the checkpoint is not cosigned by ${witness.name}`);
  const times = [];
  for (const bytes of signatures) {
    demand(
      bytes.length === TIME_BYTES + SIGNATURE_BYTES,
      `the cosignature of ${witness.name} has another length`,
    );
    const time = Number(numbersOf(bytes).getBigUint64(0));
    const message = messageOf(text, time);
    demand(
      time > 0 && (await isSigned(witness.publicKey, message, bytes.subarray(TIME_BYTES))),
      `the cosignature of ${witness.name} is wrong`,
    );
    times.push(time);
  }
  return { ...headOf(text), at: new Date(1000 * Math.max(...times)) };
}
