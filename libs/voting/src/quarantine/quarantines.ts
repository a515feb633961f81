import type { QuarantineSelection, QuarantineView } from '@abato/contracts';
import { QUARANTINE_UNDO_HOURS } from '@abato/contracts';
import { sqlStatements, type SqlRunner } from '@abato/database';
import { newId, type Secrets, smallestIdAt } from '@abato/platform';

const [CHOOSE, TAKE_OUT, LOCK_TAKEN_OUT, PUT_BACK, COUNTS, LIST] = sqlStatements(
  import.meta.url,
  './quarantine.sql',
  'choose-votes',
  'take-out',
  'lock-taken-out',
  'put-back',
  'counts',
  'list',
);
/** A vote's id is made this long before the vote is written, at most. */
const ID_AGE_MS = 600_000;
const HOUR_MS = 3_600_000;

export interface ChosenVote {
  id: string;
  contestant_id: string;
  votes: number;
  voter_phone: string | null;
  network: string | null;
}

export interface NomineeCount {
  contestant_id: string;
  category_id: string;
  name: string;
  order: number;
  votes: number;
  /** Votes of the contest in quarantine on one person's word, and in quarantine at all. */
  alone: number;
  quarantined: number;
}

interface Sums {
  casts: number;
  votes: number;
}

export interface QuarantineRow {
  id: string;
  contest_id: string;
  from_at: Date;
  to_at: Date;
  contestant_id: string | null;
  token_younger_minutes: number | null;
  network: string | null;
  channel: 'web' | 'light' | 'ussd' | null;
  reason: string;
  asked_by: string;
  asked_by_name: string;
  asked_at: Date;
  casts: number;
  votes: number;
  applied_at: Date | null;
  decision: 'CONFIRMED' | 'REJECTED' | null;
  decided_by: string | null;
  decided_by_name: string;
  undone_at: Date | null;
  total: number;
}

/**
 * The votes that a selection names (see quarantine.sql).
 * @param lock for the transaction that takes them out
 */
export async function chooseVotes(
  sql: SqlRunner,
  contestId: string,
  of: QuarantineSelection,
  { most, lock }: { most: number; lock: boolean },
): Promise<ChosenVote[]> {
  const [from, to] = [new Date(of.from), new Date(of.to)];
  const { rows } = await sql.query<ChosenVote>(
    lock ? `${CHOOSE} FOR UPDATE OF v FOR KEY SHARE OF p` : CHOOSE,
    [
      contestId,
      from,
      to,
      of.contestantId ?? null,
      of.tokenYoungerThanMinutes ?? null,
      of.networkGroup === undefined ? null : Buffer.from(of.networkGroup, 'hex'),
      of.channel ?? null,
      smallestIdAt(Math.max(0, from.getTime() - ID_AGE_MS)),
      smallestIdAt(to.getTime()),
      most,
    ],
  );
  return rows;
}

/** Of visible nominees. */
export async function readCounts(sql: SqlRunner, contestId: string): Promise<NomineeCount[]> {
  return (await sql.query<NomineeCount>(COUNTS, [contestId])).rows;
}

/** @returns the new quarantine, which waits */
export async function insertQuarantine(
  sql: SqlRunner,
  contestId: string,
  of: QuarantineSelection & { reason: string },
  { casts, votes, askedBy, now }: Sums & { askedBy: string; now: Date },
): Promise<string> {
  const id = newId();
  await sql.query(
    `INSERT INTO quarantines (id, contest_id, from_at, to_at, contestant_id, token_younger_minutes, network_digest, channel, reason, asked_by,
       asked_at, casts, votes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      contestId,
      new Date(of.from),
      new Date(of.to),
      of.contestantId ?? null,
      of.tokenYoungerThanMinutes ?? null,
      of.networkGroup ? Buffer.from(of.networkGroup, 'hex') : null,
      of.channel ?? null,
      of.reason,
      askedBy,
      now,
      casts,
      votes,
    ],
  );
  return id;
}

/** Take locked votes out of the count. @returns what was taken */
export async function takeOut(
  sql: SqlRunner,
  quarantineId: string,
  votes: readonly ChosenVote[],
  now: Date,
): Promise<Sums> {
  const ids = votes.map(({ id }) => id);
  const { rows } = await sql.query<Sums>(TAKE_OUT, [quarantineId, now, ids]);
  const [{ casts, votes: taken } = { casts: 0, votes: 0 }] = rows;
  if (casts !== ids.length) throw new Error('a vote was not taken out although it was locked');
  await sql.query('UPDATE quarantines SET applied_at = $2, casts = $3, votes = $4 WHERE id = $1', [
    quarantineId,
    now,
    casts,
    taken,
  ]);
  return { casts, votes: taken };
}

/** Put the votes of an applied quarantine back into the count. */
export async function putBack(
  sql: SqlRunner,
  { id, contest_id }: Pick<QuarantineRow, 'id' | 'contest_id'>,
  { secrets, actorUserId, now }: { secrets: Pick<Secrets, 'voterDigest'>; actorUserId: string; now: Date },
): Promise<Sums> {
  const { rows } = await sql.query<{ id: string; voter_phone: string | null; voter_email: string | null }>(
    LOCK_TAKEN_OUT,
    [id],
  );
  const digest = (kind: 'phone' | 'email', value: string | null): Buffer | null =>
    value === null ? null : secrets.voterDigest(contest_id, kind, value);
  const restored = await sql.query<Sums>(PUT_BACK, [
    now,
    rows.map((vote) => vote.id),
    rows.map((vote) => digest('phone', vote.voter_phone)),
    rows.map((vote) => digest('email', vote.voter_email)),
  ]);
  await sql.query('UPDATE quarantines SET undone_at = $2, undone_by = $3 WHERE id = $1', [
    id,
    now,
    actorUserId,
  ]);
  return restored.rows[0] ?? { casts: 0, votes: 0 };
}

/** A quarantine under its lock; null for one of another contest. */
export async function lockQuarantine(
  sql: SqlRunner,
  contestId: string,
  id: string,
): Promise<QuarantineRow | null> {
  await sql.query('SELECT FROM quarantines WHERE id = $1 AND contest_id = $2 FOR UPDATE', [id, contestId]);
  return (await listQuarantines(sql, contestId, { id, skip: 0, most: 1 }))[0] ?? null;
}

export async function listQuarantines(
  sql: SqlRunner,
  contestId: string,
  { id, skip, most }: { id: string | null; skip: number; most: number },
): Promise<QuarantineRow[]> {
  return (await sql.query<QuarantineRow>(LIST, [contestId, id, skip, most])).rows;
}

export function stateOf({ decision, applied_at, undone_at }: QuarantineRow): QuarantineView['state'] {
  if (undone_at) return 'UNDONE';
  if (applied_at) return 'APPLIED';
  return decision === 'REJECTED' ? 'REJECTED' : 'WAITING';
}

/** @param isOpen whether the contest has not ended */
export function isUndoable(row: QuarantineRow, isOpen: boolean, now: Date): boolean {
  const { applied_at: appliedAt } = row;
  return (
    isOpen &&
    stateOf(row) === 'APPLIED' &&
    appliedAt !== null &&
    now.getTime() < appliedAt.getTime() + QUARANTINE_UNDO_HOURS * HOUR_MS
  );
}

/** The selection of a quarantine that was asked for. */
export function selectionOf(row: QuarantineRow): QuarantineSelection {
  return {
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    ...(row.contestant_id && { contestantId: row.contestant_id }),
    ...(row.token_younger_minutes !== null && { tokenYoungerThanMinutes: row.token_younger_minutes }),
    ...(row.network && { networkGroup: row.network }),
    ...(row.channel && { channel: row.channel }),
  };
}

export function quarantineViewOf(row: QuarantineRow, isOpen: boolean, now: Date): QuarantineView {
  return {
    id: row.id,
    contestId: row.contest_id,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    contestantId: row.contestant_id,
    tokenYoungerThanMinutes: row.token_younger_minutes,
    networkGroup: row.network,
    channel: row.channel,
    reason: row.reason,
    state: stateOf(row),
    casts: row.casts,
    votes: row.votes,
    askedBy: { id: row.asked_by, name: row.asked_by_name },
    askedAt: row.asked_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name },
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoable: isUndoable(row, isOpen, now),
  };
}
