import { randomUUID } from 'node:crypto';
import type { CastVoteResult, IntakeFigures } from '@abato/contracts';
import { aVote, type BuiltContest, type BuiltUser, sql } from './builders.js';
import { ApiClient } from './http.js';

/**
 * Vote with more phones from one device than a family has.
 * @returns the votes that count and those that are held
 */
export async function manyPhonesOfOneDevice(
  contest: BuiltContest,
  phones: number,
  fields: Record<string, unknown> = {},
): Promise<{ counted: CastVoteResult[]; held: CastVoteResult[] }> {
  const deviceId = randomUUID();
  const counted: CastVoteResult[] = [];
  const held: CastVoteResult[] = [];
  for (let nr = 0; nr < phones; nr++) {
    const answer = await new ApiClient().post<CastVoteResult>(
      '/votes/cast',
      aVote(contest, { deviceId, ...fields }),
    );
    if (answer.status !== 201) throw new Error(`not taken: ${JSON.stringify(answer.body)}`);
    (answer.data.held ? held : counted).push(answer.data);
  }
  return { counted, held };
}

/** Transactions of a contest's free votes by what became of them. */
export async function intakeOf(owner: BuiltUser, contest: BuiltContest) {
  const { data } = await owner.api.get<IntakeFigures>(`/votes/contest/${contest.id}/intake`);
  return {
    received: data.received.transactions,
    counted: data.counted.transactions,
    held: data.held.transactions,
    rejected: data.rejected.transactions,
  };
}

/** How many casts of a contest the ledger counts. */
export async function countedCasts(contest: BuiltContest): Promise<number> {
  return sql.value<number>`SELECT count(*) AS n FROM vote_ledger WHERE contest_id = ${contest.id}`;
}
