import type { Entry } from './entry';
import { type Bytes, fromBase64, sha256, toBase64, toHex } from './hashes';

/**
 * Entries that were encrypted while results were hidden: 16 random bytes, then contestant's id, votes and pesewas (16, 8 and 8 bytes) under
 * HMAC-SHA-256 of those random bytes with the contest's key. The key is an entry of its own once results are shown.
 */

const KEY_BYTES = 32;
const NONCE_BYTES = 16;
const HIDDEN_BYTES = 48;
const ID_PARTS = [8, 12, 16, 20, 32];

export const isHidden = (entry: Entry): boolean => 'hidden' in entry;

/** A revealed key. `hash`: by which entries name it. */
export interface RevealedKey {
  hash: string;
  /** @throws Error for what it did not encrypt */
  open: (entry: Entry) => Promise<Entry>;
}

/** @param entry of the kind `reveal` @throws Error when it has no key */
export async function revealedKey(entry: Entry): Promise<RevealedKey> {
  const bytes = fromBase64(String(entry.key));
  if (bytes?.length !== KEY_BYTES) throw new Error('an entry has no key');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return {
    hash: toBase64(await sha256(bytes)),
    async open({ hidden, hiddenBy: _, ...rest }) {
      const all = fromBase64(String(hidden));
      if (all?.length !== HIDDEN_BYTES) throw new Error('a hidden entry has another length');
      const pad = new Uint8Array(await crypto.subtle.sign('HMAC', key, all.slice(0, NONCE_BYTES)));
      return { ...rest, ...factsOf(all.slice(NONCE_BYTES).map((byte, at) => byte ^ (pad[at] ?? 0))) };
    },
  };
}

function factsOf(bytes: Bytes): { contestant: string; votes: number; amount: number } {
  const digits = toHex(bytes.slice(0, NONCE_BYTES));
  const numbers = new DataView(bytes.buffer);
  return {
    contestant: ID_PARTS.map((end, nr) => digits.slice(ID_PARTS[nr - 1] ?? 0, end)).join('-'),
    votes: Number(numbers.getBigInt64(NONCE_BYTES)),
    amount: Number(numbers.getBigInt64(NONCE_BYTES + 8)),
  };
}

/** The entries of a receipt with what they count for, where one of the revealed keys opens them. */
export async function opened<E extends Entry>(
  entries: readonly E[],
  reveals: readonly Entry[],
): Promise<Entry[]> {
  const keys = await Promise.all(reveals.map(revealedKey));
  return Promise.all(
    entries.map((entry) => keys.find(({ hash }) => hash === entry.hiddenBy)?.open(entry) ?? entry),
  );
}
