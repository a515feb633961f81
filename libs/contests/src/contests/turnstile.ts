import type { EntityManager } from 'typeorm';

/**
 * Wait for the votes of a contest that are under way, and let those that come later wait until this transaction ends (ADR 181). To be taken
 * before the rows: PostgreSQL lets more and more votes share a row while a change waits for it, and the change would time out.
 * Takes nothing for a contest that is not the owner's, so that strangers hold up no votes.
 * @param contest SQL of the contest's id, which may name `$1`
 * @param id of the contest, or of what belongs to it
 */
export async function takeTurn(
  manager: EntityManager,
  owner: string,
  id: string,
  contest = '$1::uuid',
): Promise<void> {
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('contest ' || id, 0)) FROM contests WHERE id = ${contest} AND user_id = $2`,
    [id, owner],
  );
}
