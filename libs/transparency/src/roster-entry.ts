import { sealDriftedRoster } from '@abato/contests';
import type { SqlRunner } from '@abato/database';
import { canonicalJson } from '@abato/platform';
import { minuteOf, type RosterEntry, type RosterLists } from './entry.js';

/** What `kind` of a row of the log is for an entry of a roster. */
const ROSTER = 'ROSTER';
/** A longer entry is split: a bundle gives an entry's length in two bytes. */
const MOST_BYTES = 60_000;
/** Of an entry of a part: fields, minute, and the numbers of the part. */
const FRAME_BYTES = 200;

/**
 * Rosters that a log has not, as its next leaves. To be read after the rows of a batch: the nominee of each of its votes then stands in one of
 * these, or in one that is logged. What was changed without being sealed is sealed now.
 * @param logged the last roster that is in the log
 * @param rows of the ledger that are appended after them
 */
export async function waitingRosters(
  sql: SqlRunner,
  contestId: string,
  logged: number,
  { rows, now }: { rows: readonly { kind: string; contestant_id: string }[]; now: Date },
): Promise<{ kind: string; roster_id: number; entry: RosterEntry }[]> {
  const ask = async <R extends object>(text: string, values: unknown[]) =>
    (await sql.query<R>(text, values)).rows;
  const voted = new Set(rows.filter(({ kind }) => kind === 'COUNT').map((row) => row.contestant_id));
  await sealDriftedRoster(ask, contestId, now, [...voted]);
  const waiting = await ask<{ id: number; in_force_at: Date; document: string }>(
    'SELECT id, in_force_at, document FROM contest_rosters WHERE contest_id = $1 AND id > $2 ORDER BY id',
    [contestId, logged],
  );
  return waiting.flatMap(({ id, in_force_at, document }) =>
    rosterEntriesOf(JSON.parse(document) as RosterLists, minuteOf(in_force_at)).map((entry) => ({
      kind: ROSTER,
      roster_id: id,
      entry,
    })),
  );
}

/** A roster as one entry, or as the parts of a long one: each category and nominee is in one of them, in the order of the lists. */
export function rosterEntriesOf({ categories, contestants }: RosterLists, minute: string): RosterEntry[] {
  const part = (lists: RosterLists): RosterEntry => ({ v: 2, kind: 'roster', minute, ...lists });
  const whole = part({ categories, contestants });
  if (bytesOf({ ...whole }) <= MOST_BYTES) return [whole];
  const parts: RosterLists[] = [];
  let room = 0;
  const add = (bytes: number): RosterLists => {
    room -= bytes;
    if (room < 0 || !parts.length) {
      parts.push({ categories: [], contestants: [] });
      room = MOST_BYTES - FRAME_BYTES - bytes;
    }
    return parts.at(-1) as RosterLists;
  };
  for (const category of categories) add(bytesOf(category) + 1).categories.push(category);
  for (const contestant of contestants) add(bytesOf(contestant) + 1).contestants.push(contestant);
  return parts.map((lists, nr) => ({ ...part(lists), part: nr + 1, parts: parts.length }));
}

const bytesOf = (value: Parameters<typeof canonicalJson>[0]): number =>
  Buffer.byteLength(canonicalJson(value));
