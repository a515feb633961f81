import type { SqlRunner } from '@abato/database';

/** Votes whose voters are erased: some, or all of a contest. */
export type ErasedVotes = { voteIds: readonly string[] } | { contestId: string };

/**
 * Delete what ties entries of the public logs to persons. For the transaction that erases these persons' data, before it changes anything
 * else: a batch of the log that is under way ends first, and the next one reads what this transaction leaves (ADR 111).
 */
export async function eraseSalts(sql: SqlRunner, votes: ErasedVotes): Promise<void> {
  if ('contestId' in votes) {
    await lockLogs(sql, [votes.contestId]);
    await forget(sql, 'contest_id = $1', votes.contestId);
    return;
  }
  const { rows } = await sql.query<{ contest_id: string }>(
    'SELECT DISTINCT contest_id FROM votes WHERE id = ANY($1) ORDER BY contest_id',
    [votes.voteIds],
  );
  await lockLogs(
    sql,
    rows.map((row) => row.contest_id),
  );
  await forget(sql, 'vote_id = ANY($1)', votes.voteIds);
}

/** A commitment that was fixed with its vote stays: a signed statement names it, and without the salt no number opens it. */
async function forget(sql: SqlRunner, which: string, value: unknown): Promise<void> {
  await sql.query(`DELETE FROM log_salts WHERE ${which} AND voter IS NULL AND ballot IS NULL`, [value]);
  await sql.query(`UPDATE log_salts SET salt = NULL WHERE ${which} AND salt IS NOT NULL`, [value]);
}

/** @param contestIds in their order, so that two erasers wait for each other and never in a circle */
async function lockLogs(sql: SqlRunner, contestIds: readonly string[]): Promise<void> {
  // The first batch of a log holds a row that this transaction cannot see: inserting the same one waits for the batch to end.
  await sql.query('INSERT INTO log_trees (contest_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [
    contestIds,
  ]);
  await sql.query('SELECT FROM log_trees WHERE contest_id = ANY($1) ORDER BY contest_id FOR UPDATE', [
    contestIds,
  ]);
}
