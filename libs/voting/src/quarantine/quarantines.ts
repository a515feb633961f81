import { QUARANTINE_UNDO_HOURS, type QuarantineSelection, type QuarantineView } from '@abato/contracts';
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

type Shown = 'id' | 'contestId' | 'contestantId' | 'tokenYoungerThanMinutes' | 'networkGroup' | 'channel';
export interface QuarantineRow extends Pick<QuarantineView, Shown | 'reason' | 'casts' | 'votes'> {
  from: Date;
  to: Date;
  decision: 'CONFIRMED' | 'REJECTED' | null;
  askedBy: string;
  askedByName: string;
  askedAt: Date;
  appliedAt: Date | null;
  decidedBy: string | null;
  decidedByName: string;
  undoneAt: Date | null;
  total: number;
}

/** A selection as parameters: from, to, contestant, age of the token, network, channel. */
function parametersOf(of: QuarantineSelection): unknown[] {
  const network = of.networkGroup === undefined ? null : Buffer.from(of.networkGroup, 'hex');
  const { contestantId = null, tokenYoungerThanMinutes = null, channel = null } = of;
  return [new Date(of.from), new Date(of.to), contestantId, tokenYoungerThanMinutes, network, channel];
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
  const statement = lock ? `${CHOOSE} FOR UPDATE OF v FOR KEY SHARE OF p` : CHOOSE;
  const { rows } = await sql.query<ChosenVote>(statement, [
    contestId,
    ...parametersOf(of),
    smallestIdAt(Math.max(0, Date.parse(of.from) - ID_AGE_MS)),
    smallestIdAt(Date.parse(of.to)),
    most,
  ]);
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
    [id, contestId, ...parametersOf(of), of.reason, askedBy, now, casts, votes],
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
  { id, contestId }: Pick<QuarantineRow, 'id' | 'contestId'>,
  { secrets, actorUserId, now }: { secrets: Pick<Secrets, 'voterDigest'>; actorUserId: string; now: Date },
): Promise<Sums> {
  const { rows } = await sql.query<{ id: string; voter_phone: string | null; voter_email: string | null }>(
    LOCK_TAKEN_OUT,
    [id],
  );
  const digest = (kind: 'phone' | 'email', value: string | null): Buffer | null =>
    value === null ? null : secrets.voterDigest(contestId, kind, value);
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

export function stateOf({ decision, appliedAt, undoneAt }: QuarantineRow): QuarantineView['state'] {
  if (undoneAt) return 'UNDONE';
  if (appliedAt) return 'APPLIED';
  return decision === 'REJECTED' ? 'REJECTED' : 'WAITING';
}

/** @param isOpen whether the contest has not ended */
export function isUndoable(row: QuarantineRow, isOpen: boolean, now: Date): boolean {
  if (!isOpen || stateOf(row) !== 'APPLIED' || !row.appliedAt) return false;
  return now.getTime() < row.appliedAt.getTime() + QUARANTINE_UNDO_HOURS * HOUR_MS;
}

/** The selection of a quarantine that was asked for. */
export function selectionOf(row: QuarantineRow): QuarantineSelection {
  return {
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    ...(row.contestantId && { contestantId: row.contestantId }),
    ...(row.tokenYoungerThanMinutes !== null && { tokenYoungerThanMinutes: row.tokenYoungerThanMinutes }),
    ...(row.networkGroup && { networkGroup: row.networkGroup }),
    ...(row.channel && { channel: row.channel }),
  };
}

export function quarantineViewOf(row: QuarantineRow, isOpen: boolean, now: Date): QuarantineView {
  const { decision: _decision, total: _total, askedByName, decidedByName, ...shown } = row;
  return {
    ...shown,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    state: stateOf(row),
    askedBy: { id: row.askedBy, name: askedByName },
    askedAt: row.askedAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy === null ? null : { id: row.decidedBy, name: decidedByName },
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoable: isUndoable(row, isOpen, now),
  };
}
