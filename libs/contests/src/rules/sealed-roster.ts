import { type Canonical, canonicalJson } from '@abato/platform';
import { sqlFile } from '@abato/database';
import type { Ask } from './sealed-rules.js';

const READ_UNSEALED_ROSTER = sqlFile(import.meta.url, './read-unsealed-roster.sql');
const FIND_UNSEALED_NOMINEES = sqlFile(import.meta.url, './find-unsealed-nominees.sql');

/**
 * Seal who stands behind the ids of a contest: names of its categories, names, codes and categories of its nominees. Nothing is written for a draft,
 * nor when the newest roster says the same. For the transaction that changes them and holds the contest's lock.
 * @param at from when on they are in force
 * @param also nominees that are in it although they were taken off the list
 */
export async function sealRoster(
  ask: Ask,
  contestId: string,
  at: Date,
  also: readonly string[] = [],
): Promise<void> {
  const [unsealed] = await ask<{ roster: Canonical }>(READ_UNSEALED_ROSTER, [contestId, also]);
  if (!unsealed) return;
  await ask('INSERT INTO contest_rosters (contest_id, in_force_at, document) VALUES ($1, $2, $3)', [
    contestId,
    at,
    canonicalJson(unsealed.roster),
  ]);
}

/**
 * Seal what no roster says: of a contest that is older than rosters, or changed by SQL or by a process of the release before.
 * @param voted nominees of votes that are to be logged. One that was taken off the list and stands in no roster gets one of its own before the present one.
 */
export async function sealDriftedRoster(
  ask: Ask,
  contestId: string,
  at: Date,
  voted: readonly string[],
): Promise<void> {
  const missing = () => ask<{ id: string }>(FIND_UNSEALED_NOMINEES, [contestId, voted]);
  const drifted = () => ask(READ_UNSEALED_ROSTER, [contestId, []]);
  if (!(await missing()).length && !(await drifted()).length) return;
  // A change that is under way ends first, and seals what it changed.
  await ask('SELECT FROM contests WHERE id = $1 FOR NO KEY UPDATE', [contestId]);
  const late = await missing();
  if (late.length)
    await sealRoster(
      ask,
      contestId,
      at,
      late.map(({ id }) => id),
    );
  await sealRoster(ask, contestId, at);
}
