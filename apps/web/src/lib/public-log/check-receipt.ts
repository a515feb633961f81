import type { Receipt } from '@abato/contracts';
import { areEqual, bytesOf, fromBase64, toBase64 } from '@abato/verifier/bytes.mjs';
import { canonical } from '@abato/verifier/entry.mjs';
import { hmacBy, open } from '@abato/verifier/hidden.mjs';
import { leafHash } from '@abato/verifier/log.mjs';
import type { Roster } from '@abato/verifier/roster.mjs';
import { sha256 } from '@abato/verifier/sha256.mjs';
import { isLogOf, openCheckpoint, type Signature } from './checkpoint';
import type { Entry } from './entry';
import { rosterBefore } from './roster';
import { type ReadLog, TileTree } from './tiles';

/** What this device has found out about a receipt. */
export interface ReceiptCheck {
  /** Whether every entry of the vote, the key that opens it, and the list of names is under the root of the checkpoint. */
  included: boolean;
  /** Whether each later entry names the vote, or the reversal of it that it takes back; null where none says what it takes back. */
  isOwn: boolean | null;
  /** Of a vote without a number: whether its entry was made for the receipt's code; null without a salt. */
  isForCode: boolean | null;
  /** The list of names that was in the log before the vote, where the receipt has it. */
  roster: Roster | null;
  signature: Signature;
  /** Entries under the root. */
  size: number;
  /** Hashes beside the path from the entry to the root. */
  neighbours: number;
  /** What the vote's entries say, the count first; without what they count for while that is hidden. */
  entries: Entry[];
}

/**
 * Compute the root from the receipt's own entries and the published tiles, and check the checkpoint's signature; believes nothing that the
 * server says about either.
 * @throws whatever `read` throws
 */
export async function checkReceipt(
  receipt: Pick<Receipt, 'contestId' | 'index' | 'entry' | 'later' | 'reveals' | 'checkpoint' | 'key'> &
    Partial<Pick<Receipt, 'code' | 'roster' | 'salt'>>,
  read: ReadLog,
): Promise<ReceiptCheck> {
  const { index, entry, checkpoint: note, key } = receipt;
  if (index === null || !entry || !note || !key) throw new Error('the vote is not in the log yet');
  const checkpoint = await openCheckpoint(note, key);
  if (!isLogOf(checkpoint, receipt.contestId)) throw new Error('the checkpoint is of another log');
  const tree = new TileTree(checkpoint.size, read);
  const votes = [{ index, entry }, ...receipt.later];
  const roster = receipt.roster ?? [];
  const own = [...votes, ...receipt.reveals, ...roster];
  const roots = await Promise.all(
    own.map((one) => tree.rootWith(leafHash(bytesOf(canonical(one.entry))), one.index)),
  );
  return {
    included: roots.every((root) => areEqual(root, checkpoint.root)),
    isOwn: isOwn(votes),
    isForCode:
      entry.ballot && receipt.code && receipt.salt
        ? opensFor('ballot', receipt.code, receipt.salt, entry.ballot)
        : null,
    roster: rosterBefore(roster, index),
    signature: checkpoint.signature,
    size: checkpoint.size,
    neighbours: Math.ceil(tree.neighbours / own.length),
    entries: opened(
      votes.map((one) => one.entry),
      receipt.reveals.map((one) => one.entry),
    ),
  };
}

/** @param logged the count of a vote, then what was logged of it later */
function isOwn(logged: readonly { index: number; entry: Entry }[]): boolean | null {
  const [count, ...later] = logged;
  const linked = later.filter(({ entry }) => entry.of !== undefined);
  const places = {
    reversal: [count?.index],
    restore: later.filter(({ entry }) => entry.kind === 'reversal').map(({ index }) => index),
  } as Record<string, unknown[]>;
  return linked.length ? linked.every(({ entry }) => places[String(entry.kind)]?.includes(entry.of)) : null;
}

/**
 * Whether the salt shows that an entry was made for a phone number or, of a vote without one, for a receipt code (ADR 111).
 * @param subject and value as docs/log-format.md says: a number as `+233…`, a code as voters see it
 */
export function opensFor(
  subject: 'voter' | 'ballot',
  value: string,
  salt: string,
  commitment: unknown,
): boolean {
  return toBase64(sha256(fromBase64(salt), bytesOf(`${subject}:${value}`))) === commitment;
}

/** The entries with what they count for, where one of the revealed keys opens them. */
function opened(entries: readonly Entry[], reveals: readonly Entry[]): Entry[] {
  const keys = new Map(
    reveals.map(({ key }) => {
      const bytes = fromBase64(String(key));
      return [toBase64(sha256(bytes)), hmacBy(bytes)];
    }),
  );
  return entries.map((entry, nr) => {
    const mac = keys.get(String(entry.hiddenBy));
    return mac ? open(entry, mac, nr) : entry;
  });
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
