import { SECOND_PERSON_ABOVE_PESEWAS } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import type { Environment } from '@abato/platform';
import type { VoteRow } from '@abato/voting';
import { dayOf, lockDaySums } from '../decisions/day-sums.js';

const ENTERED_ALONE = sqlFile(import.meta.url, './entered-alone.sql');
/** So many free votes may be entered alone in every contest, however few votes it has. */
const FREE_VOTES_ALONE = 50;

/**
 * Whether an entry by hand waits for a second person (ADR 77): when the cash that was entered alone in this contest today is above
 * GHS 10,000 with it, or the free votes that were entered alone are above their share of the contest's votes. Entries in the
 * same contest follow one after the other until the transaction ends.
 * @returns null when the entry's key was used meanwhile
 */
export async function waitsForSecondPerson(
  sql: SqlRunner,
  row: VoteRow,
  now: Date,
  env: Pick<Environment, 'MANUAL_VOTES_SECOND_PERSON_ABOVE'>,
): Promise<boolean | null> {
  await lockDaySums(sql, row.contestId);
  const { rows } = await sql.query<{ pesewas: number; votes: number; counted: number; known: boolean }>(
    ENTERED_ALONE,
    [row.contestId, dayOf(now), row.key],
  );
  const { pesewas = 0, votes = 0, counted = 0, known = false } = rows[0] ?? {};
  if (known) return null;
  if (row.price > 0) return pesewas + row.amount > SECOND_PERSON_ABOVE_PESEWAS;
  const share = Math.floor((counted * env.MANUAL_VOTES_SECOND_PERSON_ABOVE) / 100);
  return votes + row.votes > Math.max(FREE_VOTES_ALONE, share);
}
