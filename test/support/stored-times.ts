import { database } from './builders.js';

/**
 * Seconds since the first of these was written: a wait that began with it has become that much shorter, on however slow a machine.
 * @param table `votes` of contests or `payments` of votes
 * @param ids of the contests, or of the votes
 */
export async function secondsSinceFirst(
  table: 'votes' | 'payments',
  ids: readonly string[],
): Promise<number> {
  const owner = table === 'votes' ? 'contest_id' : 'vote_id';
  const { rows } = await database().query<{ seconds: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(created_at))::float AS seconds FROM ${table} WHERE ${owner} = ANY($1)`,
    [ids],
  );
  return Math.ceil(rows[0]?.seconds ?? 0);
}
