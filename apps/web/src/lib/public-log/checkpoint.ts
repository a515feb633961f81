import { bytesOf } from '@abato/verifier/bytes.mjs';
import { demand, headOf, partsOf, readKey, signaturesOf } from '@abato/verifier/log.mjs';
import { isSigned, Unsupported } from '@abato/verifier/platform-browser.mjs';

/** UNSUPPORTED: this browser has no Ed25519. */
export type Signature = 'HOLDS' | 'WRONG' | 'UNSUPPORTED';

export interface Checkpoint extends ReturnType<typeof headOf> {
  signature: Signature;
}

/**
 * Read a checkpoint and check its signature.
 * @param key `name+id+key`, one line
 * @throws Error when the texts have not the form of a checkpoint and of a key, or belong to different logs
 */
export async function openCheckpoint(note: string, key: string): Promise<Checkpoint> {
  const { text, signature } = await openNote(note, key);
  return { ...headOf(text), signature };
}

/** Read a signed note of a log, whose first line is the log's name. @throws as `openCheckpoint` */
export async function openNote(note: string, line: string): Promise<{ text: string; signature: Signature }> {
  const key = readKey(line);
  const { text, lines } = partsOf(note);
  demand(text.startsWith(`${key.name}\n`), 'the key is that of another log');
  const signature = await judged(key.publicKey, bytesOf(text), signaturesOf(lines, key));
  return { text, signature };
}

/** Whether all of these are signatures of the message, and there is one. */
export async function judged(
  publicKey: Uint8Array,
  message: Uint8Array,
  signatures: readonly Uint8Array[],
): Promise<Signature> {
  try {
    const checked = await Promise.all(signatures.map((one) => isSigned(publicKey, message, one)));
    return checked.length > 0 && checked.every(Boolean) ? 'HOLDS' : 'WRONG';
  } catch (error) {
    if (error instanceof Unsupported) return 'UNSUPPORTED';
    throw error;
  }
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
