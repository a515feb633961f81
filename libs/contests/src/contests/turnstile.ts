import type { EntityManager } from 'typeorm';

/** As votes pass it (sql/cast-votes.sql of the voting library), but alone. `id` is the contest's. */
const CLOSE = `pg_advisory_xact_lock(hashtextextended('contest ' || id, 0))`;

/**
 * Close a contest's turnstile until this transaction ends: votes that are under way end first, votes that come later wait (ADR 181). To be called
 * before the rows are locked: PostgreSQL lets more and more votes share a row while a change waits for it, and the change would time out.
 * Closes nothing for a contest that is not the owner's, so that strangers hold up no votes.
 * @param id of the contest, or of what belongs to it
 * @param contest SQL of the contest's id, which may name `$1`
 */
export async function closeTurnstile(
  manager: EntityManager,
  owner: string,
  id: string,
  contest = '$1::uuid',
): Promise<void> {
  await manager.query(`SELECT ${CLOSE} FROM contests WHERE id = ${contest} AND user_id = $2`, [id, owner]);
}

/**
 * Close the turnstile, then lock the contest's row: what is decided about its state holds until this transaction ends. For changes of what belongs to a
 * contest; parameters as `closeTurnstile`.
 */
export async function closeAndLock(
  manager: EntityManager,
  owner: string,
  id: string,
  contest: string,
): Promise<void> {
  await closeTurnstile(manager, owner, id, contest);
  await manager.query(`SELECT FROM contests WHERE id = ${contest} AND user_id = $2 FOR NO KEY UPDATE`, [
    id,
    owner,
  ]);
}

/** Close the turnstiles of all contests of an owner that are not archived, in the order of their ids, in which votes pass them. */
export async function closeTurnstiles(manager: EntityManager, owner: string): Promise<void> {
  await manager.query(
    `SELECT ${CLOSE} FROM (SELECT id FROM contests WHERE user_id = $1 AND archived_at IS NULL ORDER BY id) asked`,
    [owner],
  );
}
