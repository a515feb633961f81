import type { Receipt } from '@abato/contracts';
import { type Checkpoint, isLogOf, openCheckpoint } from './checkpoint';
import { areEqual, bytesOf, fromBase64, sha256, toBase64 } from './hashes';
import { opened } from './hidden';
import { leafHash, type ReadLog, TileTree } from './merkle';

/** What this device has found out about a receipt. */
export interface ReceiptCheck {
  /** Whether every entry of the vote, and the key that opens it, is under the root of the checkpoint. */
  included: boolean;
  signature: Checkpoint['signature'];
  /** Entries under the root. */
  size: number;
  /** Hashes beside the path from the entry to the root. */
  neighbours: number;
  /** What the vote's entries say, the count first; without what they count for while that is hidden. */
  entries: Readonly<Record<string, unknown>>[];
}

/** Hashes cannot be computed here: the page came over plain http, or the browser is very old. */
export class CannotHash extends Error {}

/**
 * Compute the root from the receipt's own entries and the published tiles, and check the checkpoint's signature; believes nothing that the
 * server says about either.
 * @throws CannotHash, and whatever `read` throws
 */
export async function checkReceipt(
  receipt: Pick<Receipt, 'contestId' | 'index' | 'entry' | 'later' | 'reveals' | 'checkpoint' | 'key'>,
  read: ReadLog,
): Promise<ReceiptCheck> {
  const { index, entry, checkpoint: note, key } = receipt;
  if (index === null || !entry || !note || !key) throw new Error('the vote is not in the log yet');
  if (!globalThis.crypto?.subtle) throw new CannotHash();
  const checkpoint = await openCheckpoint(note, key);
  if (!isLogOf(checkpoint, receipt.contestId)) throw new Error('the checkpoint is of another log');
  const tree = new TileTree(checkpoint.size, read);
  const votes = [{ index, entry }, ...receipt.later];
  const own = [...votes, ...receipt.reveals];
  const roots = await Promise.all(
    own.map(async (one) => tree.rootWith(await leafHash(one.entry), one.index)),
  );
  return {
    included: roots.every((root) => areEqual(root, checkpoint.root)),
    signature: checkpoint.signature,
    size: checkpoint.size,
    neighbours: Math.ceil(tree.neighbours / own.length),
    entries: await opened(
      votes.map((one) => one.entry),
      receipt.reveals.map((one) => one.entry),
    ),
  };
}

/** Whether the salt shows that an entry was made for this phone number (ADR 113). @param phone as `+233…` */
export async function opensFor(phone: string, salt: string, voter: unknown): Promise<boolean> {
  const bytes = fromBase64(salt);
  return bytes !== null && toBase64(await sha256(bytes, bytesOf(`voter:${phone}`))) === voter;
}

/** The log has no such file, or not yet. */
export class NotInLog extends Error {}

/** Reads the public log of a contest from this site. @throws NotInLog, Error */
export function logReader(contestId: string): ReadLog {
  return async (path) => {
    const answer = await fetch(`/log/${encodeURIComponent(contestId)}/${path}`);
    if (answer.status === 404) throw new NotInLog(path);
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
}
