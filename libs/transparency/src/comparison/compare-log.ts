import { sqlFile, type SqlRunner } from '@abato/database';
import type { Secrets } from '@abato/platform';
import { openCheckpoint } from '../checkpoint.js';
import { BALLOT_CHANNEL, factsOf, type LedgerRow, type LogEntry } from '../entry.js';
import { openEntry } from '../hidden-entry.js';
import { readHidingKeys } from '../hiding-keys.js';
import { leafHash } from '../merkle.js';
import { TreeEdge } from '../tree-edge.js';

const ENTRIES_WITH_ROWS = sqlFile(import.meta.url, './entries-with-rows.sql');
const PAGE_AND_WAITING = sqlFile(import.meta.url, './page-and-waiting.sql');

/** Entries in memory at once. */
const RANGE = 5_000;
/** A batch waits at most 15 minutes for its turn; the rest is for a worker that starts or is slow. */
const LOGGED_WITHIN_MS = 20 * 60_000;
const EXAMPLES = 3;

type Row = Pick<LedgerRow, 'method' | 'contestant_id' | 'votes' | 'amount_pesewas' | 'channel'> & {
  leaf_index: number;
  entry: string;
  hash: Buffer;
  is_secret: boolean;
  /** Null for an entry of rules or of a key. */
  vote_id: string | null;
  /** Null when the ledger has no such row. */
  kind: LedgerRow['kind'] | null;
};

interface Counts {
  contestant_id: string;
  page: number;
  untallied: number;
  unlogged: number;
  overdue: number;
  examples: string[] | null;
}

/** Kinds of differences, each with its number and its first examples. */
class Differences {
  private readonly kinds = new Map<string, { number: number; examples: string[] }>();

  add(kind: string, examples: readonly string[], number = 1): void {
    const known = this.kinds.get(kind) ?? { number: 0, examples: [] };
    known.number += number;
    known.examples.push(...examples.slice(0, EXAMPLES - known.examples.length));
    this.kinds.set(kind, known);
  }

  inWords(): string[] {
    return [...this.kinds].map(
      ([kind, { number, examples }]) => `${number} ${kind}, for example ${examples.join(', ')}`,
    );
  }
}

/**
 * Compare a contest's public log with the ledger row by row, with the checkpoint that was signed, and with the counts of the public page
 * (ADR 111). Keeps a range of entries and one count per contestant in memory, however long the log is.
 * @param sql one snapshot (`Transactions.snapshot`): ledger, log and page must be of one moment
 * @param until stops early; what was found so far is then not all
 * @returns what differs, in words; empty when all agrees, and where the installation writes no logs
 */
export async function compareLog(
  sql: SqlRunner,
  contestId: string,
  { secrets, now, until }: { secrets: Secrets; now: Date; until?: AbortSignal },
): Promise<string[]> {
  const { rows } = await sql.query<{ exists: boolean }>('SELECT EXISTS (SELECT FROM log_checkpoints)');
  if (!rows[0]?.exists) return [];
  const found = new Differences();
  const logged = await compareEntries(sql, contestId, { secrets, found, until });
  if (until?.aborted) return [];
  await comparePage(sql, contestId, { logged, found, now });
  return found.inWords();
}

/** @returns the votes of the log's entries by contestant */
async function compareEntries(
  sql: SqlRunner,
  contestId: string,
  { secrets, found, until }: { secrets: Secrets; found: Differences; until: AbortSignal | undefined },
): Promise<Map<string, number>> {
  const keys = await readHidingKeys(sql, contestId, secrets);
  const votes = new Map<string, number>();
  const edge = new TreeEdge(0, []);
  let size = 0;
  for (;;) {
    const { rows } = await sql.query<Row>(ENTRIES_WITH_ROWS, [contestId, size, RANGE]);
    for (const row of rows) {
      // What follows a gap is compared as well; the root no longer fits.
      size = row.leaf_index + 1;
      edge.append(row.hash);
      if (!leafHash(Buffer.from(row.entry)).equals(row.hash))
        found.add('entries of the log that are not what was hashed', [String(row.leaf_index)]);
      compareEntry(row, keys, votes, found);
    }
    if (rows.length < RANGE || until?.aborted) break;
  }
  if (!until?.aborted) await compareCheckpoint(sql, contestId, { size, root: edge.root() }, found);
  return votes;
}

function compareEntry(
  row: Row,
  keys: ReadonlyMap<string, Buffer>,
  votes: Map<string, number>,
  found: Differences,
): void {
  if (!row.vote_id) return;
  const place = String(row.leaf_index);
  const facts = factsOfEntry(row.entry, keys);
  if (!facts) {
    found.add('entries of the log that no key of this installation opens', [place]);
    return;
  }
  votes.set(facts.contestant, (votes.get(facts.contestant) ?? 0) + facts.votes);
  if (!row.kind) {
    found.add('entries of the log that the ledger has no row for', [place]);
    return;
  }
  // Elections of earlier releases have entries with the ledger's channel.
  const isBallot = row.is_secret && facts.channel === BALLOT_CHANNEL;
  const booked = factsOf({ ...row, kind: row.kind, channel: isBallot ? BALLOT_CHANNEL : row.channel });
  const differing = (Object.keys(booked) as (keyof typeof booked)[]).filter(
    (name) => booked[name] !== facts[name],
  );
  if (differing.length)
    found.add('entries of the log that say otherwise than their row of the ledger', [
      `${place} (${differing.map((name) => `${name}: ledger ${booked[name]}, log ${facts[name]}`).join('; ')})`,
    ]);
}

/** @returns null when the entry cannot be read, or its key is not known */
function factsOfEntry(text: string, keys: ReadonlyMap<string, Buffer>): ReturnType<typeof factsOf> | null {
  try {
    const entry = JSON.parse(text) as Exclude<LogEntry, { kind: 'rules' | 'reveal' | 'roster' }>;
    // Version 1 calls the organiser's votes of free contests free.
    const kind = entry.v === 1 && entry.kind === 'free' && entry.channel === 'manual' ? 'manual' : entry.kind;
    if (!('hidden' in entry)) return { ...entry, kind };
    const key = keys.get(entry.hiddenBy);
    return key ? { ...openEntry(entry, key), kind, channel: entry.channel } : null;
  } catch {
    return null;
  }
}

async function compareCheckpoint(
  sql: SqlRunner,
  contestId: string,
  { size, root }: { size: number; root: Buffer },
  found: Differences,
): Promise<void> {
  const { rows } = await sql.query<{ note: string; verifier_key: string }>(
    'SELECT note, verifier_key FROM log_checkpoints WHERE contest_id = $1 ORDER BY id DESC LIMIT 1',
    [contestId],
  );
  if (!rows[0] && !size) return;
  try {
    const signed = openCheckpoint(rows[0]?.note ?? '', rows[0]?.verifier_key ?? '');
    if (signed.size === size && signed.root.equals(root)) return;
    found.add('log that is not what its checkpoint was signed for', [
      `${size} entries, ${signed.size} signed`,
    ]);
  } catch (error) {
    found.add('checkpoint that does not hold', [(error as Error).message]);
  }
}

async function comparePage(
  sql: SqlRunner,
  contestId: string,
  { logged, found, now }: { logged: ReadonlyMap<string, number>; found: Differences; now: Date },
): Promise<void> {
  const { rows } = await sql.query<Counts>(PAGE_AND_WAITING, [
    contestId,
    new Date(now.getTime() - LOGGED_WITHIN_MS),
  ]);
  const counted = new Map(rows.map((row) => [row.contestant_id, row]));
  for (const id of new Set([...counted.keys(), ...logged.keys()])) {
    const { page = 0, untallied = 0, unlogged = 0, overdue = 0, examples } = counted.get(id) ?? {};
    if (overdue) found.add('rows of the ledger that the log lacks', examples ?? [], overdue);
    // What is under way on one side is expected on the other.
    const [shown, inLog] = [page + untallied - unlogged, logged.get(id) ?? 0];
    if (shown !== inLog)
      found.add('contestants whose public count is not that of the log', [
        `${id} (page ${shown}, log ${inLog})`,
      ]);
  }
}
