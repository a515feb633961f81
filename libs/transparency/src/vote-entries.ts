import { randomBytes } from 'node:crypto';
import {
  entryOf,
  type LedgerRow,
  type Precedent,
  SALT_BYTES,
  type SealedRules,
  type VoteEntry,
} from './entry.js';

/** A row of waiting-rows.sql. */
export interface WaitingRow extends LedgerRow {
  step: number;
  salt: Buffer | null;
  is_erased: boolean;
  /** The entry of the vote and its index, for rows that take back or restore, when it is logged. */
  vote_entry: string | null;
  vote_index: number | null;
  /** Of the entry of a quarantine's step before, when it is logged. */
  before_index: number | null;
}

/**
 * The entries of a batch's rows, in their order. What a row takes back is in the log, or before it in the batch.
 * @param salts of `saltsFor`
 * @param first index of the first of these entries
 */
export function voteEntries(
  rows: readonly WaitingRow[],
  {
    salts,
    sealed,
    first,
  }: { salts: ReadonlyMap<string, Buffer>; sealed: readonly SealedRules[]; first: number },
): VoteEntry[] {
  const built = new Map<string, Precedent>();
  return rows.map((row, nr) => {
    // Of an erased voter nothing is left that opens a commitment: this salt is not kept.
    const salt = row.salt ?? salts.get(row.vote_id) ?? randomBytes(SALT_BYTES);
    const entry = entryOf(row, salt, sealed, precedentOf(row, built));
    built.set(placeOf(row), { index: first + nr, entry });
    return entry;
  });
}

const placeOf = ({ vote_id, kind, step }: Pick<WaitingRow, 'vote_id' | 'kind' | 'step'>): string =>
  `${vote_id} ${kind} ${step}`;

function precedentOf(row: WaitingRow, built: ReadonlyMap<string, Precedent>): Precedent | null {
  if (row.kind === 'COUNT') return null;
  const vote = built.get(placeOf({ ...row, kind: 'COUNT', step: 0 })) ?? loggedVote(row);
  if (!vote || row.votes <= 0) return vote;
  const index = built.get(placeOf({ ...row, step: row.step - 1 }))?.index ?? row.before_index;
  return index === null ? null : { ...vote, index };
}

const loggedVote = ({ vote_index: index, vote_entry: entry }: WaitingRow): Precedent | null =>
  index === null || entry === null ? null : { index, entry: JSON.parse(entry) as Precedent['entry'] };

/** New salts, for votes that are counted and have none. */
export function saltsFor(rows: readonly WaitingRow[]): Map<string, Buffer> {
  // A commitment that was fixed when the vote was cast has its row already, also when its salt was erased since.
  const isFixed = (row: WaitingRow): boolean => Boolean(row.salt ?? row.voter ?? row.ballot);
  const salted = rows.filter((row) => row.kind === 'COUNT' && !isFixed(row) && !row.is_erased);
  return new Map(salted.map((row) => [row.vote_id, randomBytes(SALT_BYTES)]));
}
