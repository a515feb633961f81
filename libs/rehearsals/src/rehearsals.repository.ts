import { type EntityManager, MoreThanOrEqual, type Repository } from 'typeorm';
import type {
  Page,
  RehearsalResult,
  RehearsalShape,
  RehearsalState,
  RehearsalView,
  StartRehearsalInput,
} from '@abato/contracts';
import { readPage, sqlFile, type SqlRunner } from '@abato/database';
import { Rehearsal } from './rehearsal.entity.js';

const LIST = sqlFile(import.meta.url, './list-rehearsals.sql');

/** A worker says every second that it runs a rehearsal. One that was not heard for so long is dead. */
const DEAD_AFTER_MS = 30_000;
/** A rehearsal that no worker takes within this time is not made any more: the person who waited for it has gone. */
const TAKEN_WITHIN_MS = 5 * 60_000;

/** How many categories and contestants a load has. */
export interface ContestSize {
  categories: number;
  contestants: number;
}

export type Progress = NonNullable<RehearsalView['progress']>;

/** What a worker makes. */
export interface ClaimedRehearsal extends ContestSize {
  id: string;
  requested_by: string;
  is_super_admins: boolean;
  load_contest_id: string;
  votes_per_second: number;
  viewers: number;
  minutes: number;
  shape: RehearsalShape;
}

/** How a rehearsal ended. */
export interface Ending {
  state: Exclude<RehearsalState, 'WAITING' | 'RUNNING'>;
  result?: RehearsalResult;
  reason?: string;
}

/** @param ownerId whose contest it must be; null: anybody's. @returns null when there is no such contest */
export async function sizeOfContest(
  sql: SqlRunner,
  contestId: string,
  ownerId: string | null,
): Promise<ContestSize | null> {
  const { rows } = await sql.query<ContestSize>(
    `SELECT count(DISTINCT p.category_id)::int AS categories, count(p.id)::int AS contestants
     FROM contests c LEFT JOIN contestants p ON p.contest_id = c.id AND p.archived_at IS NULL
     WHERE c.id = $1 AND c.archived_at IS NULL AND NOT c.is_rehearsal AND ($2::uuid IS NULL OR c.user_id = $2)
     GROUP BY c.id`,
    [contestId, ownerId],
  );
  return rows[0] ?? null;
}

/** Contests of any organiser that take votes now, or as soon as their pause ends, or begin to do so before `until`. */
export async function countContestsNear(sql: SqlRunner, now: Date, until: Date): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM contests c JOIN hosts h ON h.id = c.host_id AND h.is_active
     WHERE c.status IN ('ACTIVE', 'PAUSED') AND c.archived_at IS NULL AND NOT c.is_rehearsal AND c.start_date <= $2 AND c.end_date > $1`,
    [now, until],
  );
  return rows[0]?.count ?? 0;
}

export async function isBusy(rehearsals: Repository<Rehearsal>, now: Date): Promise<boolean> {
  return rehearsals.existsBy([
    { state: 'WAITING', createdAt: MoreThanOrEqual(before(now, TAKEN_WITHIN_MS)) },
    { state: 'RUNNING', heardAt: MoreThanOrEqual(before(now, DEAD_AFTER_MS)) },
  ]);
}

/** @returns false when another one waits or runs */
export async function insertRehearsal(
  manager: EntityManager,
  of: { id: string; loadContestId: string; requestedBy: string; size: ContestSize; now: Date },
  { contestId, votesPerSecond, viewers, minutes, shape }: StartRehearsalInput,
): Promise<boolean> {
  const { id, loadContestId, requestedBy, size, now } = of;
  const { raw } = await manager
    .createQueryBuilder()
    .insert()
    .into(Rehearsal)
    .values({
      ...{ id, requestedBy, contestId: contestId ?? null, loadContestId, state: 'WAITING', createdAt: now },
      ...{ votesPerSecond, viewers, minutes, shape, ...size },
    })
    .orIgnore()
    .returning('id')
    .updateEntity(false)
    .execute();
  return (raw as unknown[]).length === 1;
}

/** Take a rehearsal that waits. @returns null when another worker took it, it was stopped, or has waited too long */
export async function claimRehearsal(
  sql: SqlRunner,
  id: string,
  now: Date,
): Promise<ClaimedRehearsal | null> {
  const { rows } = await sql.query<ClaimedRehearsal>(
    `UPDATE rehearsals SET state = 'RUNNING', started_at = $2, heard_at = $2 WHERE id = $1 AND state = 'WAITING' AND created_at >= $3
     RETURNING id, requested_by, (SELECT role = 'SUPER_ADMIN' FROM users WHERE users.id = requested_by) AS is_super_admins,
       load_contest_id, votes_per_second, viewers, minutes, shape, categories, contestants`,
    [id, now, before(now, TAKEN_WITHIN_MS)],
  );
  return rows[0] ?? null;
}

/** Say that it runs, and how far it is. @returns what to do: end early when a person wants it, at once when it was taken for dead */
export async function keepAlive(
  sql: SqlRunner,
  id: string,
  progress: Progress | null,
  now: Date,
): Promise<'go on' | 'stop' | 'abort'> {
  const { rows } = await sql.query<{ stop: boolean }>(
    `UPDATE rehearsals SET heard_at = $2, progress = coalesce($3, progress) WHERE id = $1 AND state = 'RUNNING'
     RETURNING stop_requested_at IS NOT NULL AS stop`,
    [id, now, progress && JSON.stringify(progress)],
  );
  if (!rows[0]) return 'abort';
  return rows[0].stop ? 'stop' : 'go on';
}

/** Write down how a rehearsal of this worker ended. One that was taken for dead meanwhile stays so. */
export async function endRehearsal(sql: SqlRunner, id: string, ending: Ending, now: Date): Promise<void> {
  await sql.query(
    `UPDATE rehearsals SET state = $2, result = $3, reason = $4, finished_at = $5 WHERE id = $1 AND state = 'RUNNING'`,
    [id, ending.state, ending.result ? JSON.stringify(ending.result) : null, ending.reason ?? null, now],
  );
}

/**
 * End what no worker makes any more.
 * @returns contests to archive: of all that ended, so that one whose archiving failed, or that was made after the end, is archived too
 */
export async function endDead(sql: SqlRunner, now: Date): Promise<string[]> {
  await sql.query(
    `UPDATE rehearsals SET state = 'INTERRUPTED', finished_at = $1,
       reason = CASE state WHEN 'RUNNING' THEN 'The worker that ran it has ended.' ELSE 'No worker took it.' END
     WHERE state = 'RUNNING' AND heard_at < $2 OR state = 'WAITING' AND created_at < $3`,
    [now, before(now, DEAD_AFTER_MS), before(now, TAKEN_WITHIN_MS)],
  );
  const { rows } = await sql.query<{ id: string }>(
    `SELECT c.id FROM rehearsals r JOIN contests c ON c.id = r.load_contest_id AND c.is_rehearsal AND c.archived_at IS NULL
     WHERE r.state NOT IN ('WAITING', 'RUNNING')`,
  );
  return rows.map(({ id }) => id);
}

/** @returns contests to archive that no row names: those of the command, where it was killed. They have ended by themselves. */
export async function findForgotten(sql: SqlRunner, now: Date): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT c.id FROM contests c WHERE c.is_rehearsal AND c.archived_at IS NULL AND c.end_date <= $1
       AND NOT EXISTS (SELECT FROM rehearsals r WHERE r.load_contest_id = c.id)`,
    [now],
  );
  return rows.map(({ id }) => id);
}

export async function findWaiting(sql: SqlRunner): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(`SELECT id FROM rehearsals WHERE state = 'WAITING'`);
  return rows.map(({ id }) => id);
}

/** One that waits ends at once, one that runs as soon as its worker reads it. @returns false when it has ended before */
export async function requestStop(manager: EntityManager, id: string, now: Date): Promise<boolean> {
  const [, stopped] = await manager.query<[unknown[], number]>(
    `UPDATE rehearsals SET stop_requested_at = coalesce(stop_requested_at, $2),
       state = CASE state WHEN 'WAITING' THEN 'STOPPED' ELSE state END, finished_at = CASE state WHEN 'WAITING' THEN $2::timestamptz END
     WHERE id = $1 AND state IN ('WAITING', 'RUNNING')`,
    [id, now],
  );
  return stopped === 1;
}

interface ListedRow {
  id: string;
  state: RehearsalState;
  contest_id: string | null;
  title: string | null;
  requested_by: string;
  name: string;
  votes_per_second: number;
  viewers: number;
  minutes: number;
  shape: RehearsalShape;
  contestants: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  is_stopping: boolean;
  progress: Progress | null;
  result: RehearsalResult | null;
  reason: string | null;
  total: number;
}

export interface RehearsalFilter {
  /** null: those of all users. */
  ownerId: string | null;
  id?: string;
  contestId?: string;
  state?: RehearsalState;
}

export async function listRehearsals(
  sql: SqlRunner,
  filter: RehearsalFilter,
  page: Pick<Page, 'skip' | 'pageSize'>,
  now: Date,
): Promise<{ items: RehearsalView[]; total: number }> {
  const { rows, total } = await readPage(page, async (skip, take) => {
    const answer = await sql.query<ListedRow>(LIST, [
      ...[filter.ownerId, filter.id ?? null, filter.contestId ?? null, filter.state ?? null],
      ...[before(now, DEAD_AFTER_MS), skip, take, before(now, TAKEN_WITHIN_MS)],
    ]);
    return answer.rows;
  });
  return { items: rows.map(viewOf), total };
}

function viewOf(row: ListedRow): RehearsalView {
  return {
    id: row.id,
    state: row.state,
    contest: row.contest_id === null ? null : { id: row.contest_id, title: row.title ?? '' },
    requestedBy: { id: row.requested_by, name: row.name },
    votesPerSecond: row.votes_per_second,
    viewers: row.viewers,
    minutes: row.minutes,
    shape: row.shape,
    contestants: row.contestants,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    isStopping: row.is_stopping,
    progress: row.progress,
    result: row.result,
    reason: row.reason,
  };
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
