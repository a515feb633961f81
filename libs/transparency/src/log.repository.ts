import { randomBytes } from 'node:crypto';
import { sealDriftedRules } from '@abato/contests';
import { sqlFile, type SqlRunner } from '@abato/database';
import type { Secrets } from '@abato/platform';
import type { CheckpointSigner } from './checkpoint.js';
import { BALLOT_CHANNEL, canonical, type LogEntry, rulesEntryOf, type SealedRules } from './entry.js';
import { hideEntry, revealEntryOf } from './hidden-entry.js';
import { readVisibility } from './hiding-keys.js';
import { BATCH_LEAST_ROWS, BATCH_LEAST_WAIT_MS, BATCH_MOST_WAIT_MS } from './log-batches.js';
import { leafHash } from './merkle.js';
import { waitingRosters } from './roster-entry.js';
import { type TileNode, TreeEdge } from './tree-edge.js';
import { saltsFor, voteEntries, type WaitingRow } from './vote-entries.js';

const WAITING_KEYS = sqlFile(import.meta.url, './sql/waiting-keys.sql');
const WAITING_ROWS = sqlFile(import.meta.url, './sql/waiting-rows.sql');
const TREE_EDGE = sqlFile(import.meta.url, './sql/tree-edge.sql');
const APPEND_BATCH = sqlFile(import.meta.url, './sql/append-batch.sql');
const LOGS_TO_EXTEND = sqlFile(import.meta.url, './sql/logs-to-extend.sql');

const ORDER_BYTES = 32;
/** Rows that are put in order at once: a bound on memory. A longer backlog is taken in several searches. */
const MOST_WAITING = 100_000;
/** What `kind` of a row of the log is for an entry that is of no ledger row. */
const RULES = 'RULES';
const REVEAL = 'REVEAL';

/** The ledger's key. */
export interface LedgerKey {
  vote_id: string;
  kind: string;
  step: number;
}

/** A row of the log to be: of a row of the ledger, of sealed rules, of a key, or of a roster. */
interface Leaf {
  vote_id: string | null;
  kind: string;
  step: number | null;
  rules_id: number | null;
  key_id: string | null;
  roster_id: number | null;
  entry: LogEntry;
}
const NO_ROW = { vote_id: null, step: null, rules_id: null, key_id: null, roster_id: null };
const keyOf = ({ vote_id, kind, step }: LedgerKey): LedgerKey => ({ vote_id, kind, step });

type LoggedRules = SealedRules & { id: number };

/** What signs a log's checkpoints, under which name, and what its keys are stored with. */
export interface LogIdentity {
  signer: CheckpointSigner;
  origin: string;
  secrets: Secrets;
}

/** @param all also those whose tally has not changed since the whole ledger was searched */
export async function logsToExtend(
  sql: SqlRunner,
  all: boolean,
  now: Date,
): Promise<{ id: string; version: number }[]> {
  return (await sql.query<{ id: string; version: number }>(LOGS_TO_EXTEND, [all, now])).rows;
}

/**
 * Write down that the whole ledger was searched, beginning when the tally had this version, and all of it is logged. Between the end and the final
 * results only that the log has everything up to the end: rows of after it wait for these, and no tally changes with them.
 */
export async function noteSearched(
  sql: SqlRunner,
  contestId: string,
  version: number,
  now: Date,
): Promise<void> {
  await sql.query(
    `UPDATE log_trees g SET searched_version = CASE WHEN e.at IS NULL THEN $2 ELSE g.searched_version END, logged_end = e.at
     FROM (SELECT (SELECT coalesce(ended_at, end_date) FROM contests
       WHERE id = $1 AND coalesce(ended_at, end_date) <= $3 AND results_final_at IS NULL) AS at) e
     WHERE g.contest_id = $1`,
    [contestId, version, now],
  );
}

/** Rows of a contest's ledger that its log has not. */
export interface WaitingForLog {
  /** Those that may be logged now, in the order of the log. */
  keys: LedgerKey[];
  /** Rows remain: their batch is not due, or there are too many. */
  remain: boolean;
  /** There are too many: these are the oldest. */
  isCut: boolean;
  /** Rows of the tally's outbox that may be tallied once `keys` are logged. */
  outbox: number[];
}

/** @param first look at votes from this id on only; null: search the whole ledger, also for batches */
export async function readWaiting(
  sql: SqlRunner,
  contestId: string,
  first: string | null,
  {
    now,
    mostWaitMs = BATCH_MOST_WAIT_MS,
    mostRows = MOST_WAITING,
  }: { now: Date; mostWaitMs?: number; mostRows?: number },
): Promise<WaitingForLog> {
  const { rows } = await sql.query<{
    waiting: number;
    vote_ids: string[];
    kinds: string[];
    steps: number[];
    outbox: number[];
  }>(WAITING_KEYS, [
    contestId,
    first,
    now,
    randomBytes(ORDER_BYTES),
    mostRows,
    BATCH_LEAST_WAIT_MS,
    BATCH_LEAST_ROWS,
    mostWaitMs,
  ]);
  const [row] = rows;
  if (!row) throw new Error(`the search of contest ${contestId} for rows to log returned nothing`);
  const { vote_ids: voteIds, kinds, steps, outbox } = row;
  const keys = voteIds.map((vote_id, nr) => ({ vote_id, kind: kinds[nr] ?? '', step: steps[nr] ?? 0 }));
  return { keys, remain: row.waiting > keys.length, isCut: keys.length === mostRows, outbox };
}

/** The batch of these rows of the tally's outbox is in the log: they may be tallied. */
export async function releaseCounts(sql: SqlRunner, outbox: readonly number[], now: Date): Promise<void> {
  if (!outbox.length) return;
  await sql.query('UPDATE tally_outbox SET released_at = $2 WHERE id = ANY($1::bigint[])', [outbox, now]);
}

/** Without a public log, votes of elections wait for no batch of it. */
export async function releaseAllCounts(sql: SqlRunner, now: Date): Promise<void> {
  await sql.query(
    `UPDATE tally_outbox o SET released_at = $1 FROM contests c
     WHERE c.id = o.contest_id AND ballots_are_secret(c) AND o.released_at IS NULL`,
    [now],
  );
}

/**
 * Append rules and rosters that were sealed, the key of hidden entries when results are shown, and rows of the ledger to a contest's log, and sign a
 * checkpoint. For one transaction: all of it or nothing.
 * @param keys rows to append, in this order; those that are in the log already are left out
 * @returns whether the log was free; false when another worker appends
 * @throws Error when the stored tree is not the one that was signed last
 */
export async function extendLog(
  sql: SqlRunner,
  contestId: string,
  { signer, origin, secrets }: LogIdentity,
  { keys, now }: { keys: readonly LedgerKey[]; now: Date },
): Promise<boolean> {
  await sql.query('INSERT INTO log_trees (contest_id) VALUES ($1) ON CONFLICT DO NOTHING', [contestId]);
  const tree = await sql.query<{ size: number; rules_logged: number; rosters_logged: number }>(
    'SELECT size, rules_logged, rosters_logged FROM log_trees WHERE contest_id = $1 FOR UPDATE SKIP LOCKED',
    [contestId],
  );
  if (!tree.rows[0]) return false;
  const { size, rosters_logged: rostersLogged } = tree.rows[0];
  const edge = await readEdge(sql, contestId, size);
  const isNew = !(await checkSigned(sql, contestId, size, edge.root()));
  const { rows } = await sql.query<WaitingRow>(WAITING_ROWS, [
    contestId,
    keys.map((key) => key.vote_id),
    keys.map((key) => key.kind),
    keys.map((key) => key.step),
    now,
    BALLOT_CHANNEL,
  ]);
  // After the rows: the rules and the roster that a row was cast under are seen now, and come before it.
  const sealed = await sealedRules(sql, contestId, now);
  const waiting = sealed.filter((rules) => rules.id > (tree.rows[0]?.rules_logged ?? 0));
  const rosters = await waitingRosters(sql, contestId, rostersLogged, { rows, now });
  const { isShown, hideWith, reveal } = await readVisibility(sql, contestId, secrets, {
    makeKey: rows.length > 0,
    now,
  });
  if (!rows.length && !waiting.length && !rosters.length && !reveal && !isNew) return true;
  const before: Leaf[] = [
    ...waiting.map((rules) => ({ ...NO_ROW, kind: RULES, rules_id: rules.id, entry: rulesEntryOf(rules) })),
    ...rosters.map((roster) => ({ ...NO_ROW, ...roster })),
    ...(reveal
      ? [{ ...NO_ROW, kind: REVEAL, key_id: reveal.id, entry: revealEntryOf(reveal.key, now) }]
      : []),
  ];
  const salts = saltsFor(rows);
  const votes = voteEntries(rows, { salts, sealed, first: size + before.length });
  const leaves: Leaf[] = [
    ...before,
    ...votes.map((vote, nr) => ({
      ...NO_ROW,
      ...keyOf(rows[nr] as WaitingRow),
      entry: hideWith ? hideEntry(vote, hideWith.key) : vote,
    })),
  ];
  const entries = leaves.map(({ entry }) => canonical(entry));
  const hashes = entries.map(leafHash);
  const nodes = hashes.flatMap((hash) => edge.append(hash));
  const head = { size: size + entries.length, root: edge.root() };
  await sql.query(APPEND_BATCH, [
    contestId,
    size,
    leaves.map((leaf) => leaf.vote_id),
    leaves.map((leaf) => leaf.kind),
    leaves.map((leaf) => leaf.step),
    entries.map(String),
    hashes,
    ...columnsOf(nodes),
    [...salts.keys()],
    [...salts.values()],
    head.root,
    signer.sign(origin, head),
    signer.verifierKey(origin),
    now,
    leaves.map((leaf) => leaf.rules_id),
    leaves.map((leaf) => leaf.key_id),
    isShown,
    leaves.map((leaf) => leaf.roster_id),
  ]);
  return true;
}

/**
 * The contest's sealed rules, in the order in which they came into force.
 * @param now what was changed without being sealed is sealed from this moment on
 */
async function sealedRules(sql: SqlRunner, contestId: string, now: Date): Promise<LoggedRules[]> {
  const ask = async <R extends object>(text: string, values: unknown[]) =>
    (await sql.query<R>(text, values)).rows;
  await sealDriftedRules(ask, contestId, now);
  const { rows } = await sql.query<LoggedRules>(
    `SELECT id, hash, in_force_at, document::json ->> 'verification' AS verification
     FROM contest_rules WHERE contest_id = $1 ORDER BY id`,
    [contestId],
  );
  return rows;
}

async function readEdge(sql: SqlRunner, contestId: string, size: number): Promise<TreeEdge> {
  const { rows } = await sql.query<{ level: number; hash: Buffer }>(TREE_EDGE, [contestId, size]);
  const levels: Buffer[][] = [];
  for (const { level, hash } of rows) {
    while (levels.length <= level) levels.push([]);
    levels[level]?.push(hash);
  }
  return new TreeEdge(size, levels);
}

/** @returns whether a checkpoint was signed before */
async function checkSigned(sql: SqlRunner, contestId: string, size: number, root: Buffer): Promise<boolean> {
  const { rows } = await sql.query<{ size: number; root: Buffer }>(
    'SELECT size, root FROM log_checkpoints WHERE contest_id = $1 ORDER BY id DESC LIMIT 1',
    [contestId],
  );
  const [last] = rows;
  if (last && (last.size !== size || !last.root.equals(root))) {
    throw new Error(`the log of contest ${contestId} is not the one that was signed: nothing more is signed`);
  }
  return Boolean(last);
}

function columnsOf(nodes: readonly TileNode[]): [number[], number[], Buffer[]] {
  return [nodes.map((node) => node.level), nodes.map((node) => node.index), nodes.map((node) => node.hash)];
}
