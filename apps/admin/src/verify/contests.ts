import { isUuid } from '@abato/contracts';
import type { SqlRunner } from '@abato/database';
import { type Given, Refusal } from '../command.js';

/** For commands that look at one contest or at all. */
export const CONTEST_OPTION = {
  contest: { type: 'string', value: 'id', meaning: 'this contest only; all without it' },
} as const;

/**
 * Contests that have a row of their own, or a tally without one.
 * @returns ids in their order
 * @throws Refusal when the option names no contest
 */
export async function contestsFrom(given: Given, sql: SqlRunner): Promise<string[]> {
  const contest = given.options['contest'];
  if (contest !== undefined && !isUuid(contest)) throw new Refusal('--contest must be the id of a contest');
  const { rows } = await sql.query<{ id: string }>(
    `SELECT contest_id AS id FROM contest_tallies WHERE $1::uuid IS NULL OR contest_id = $1
     UNION SELECT id FROM contests WHERE $1::uuid IS NULL OR id = $1 ORDER BY 1`,
    [contest ?? null],
  );
  if (contest && !rows.length) throw new Refusal(`there is no contest ${contest}`);
  return rows.map(({ id }) => id);
}
