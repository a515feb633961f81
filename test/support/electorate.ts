import type { AddedElectors, CastVoteResult } from '@abato/contracts';
import { aContest, aVote, type BuiltContest, type BuiltUser, sql } from './builders.js';
import { ApiClient } from './http.js';

const visitor = new ApiClient();

/** Add voters to the list of an organiser's contest. */
export const addElectors = (owner: BuiltUser, contest: { id: string }, body: unknown) =>
  owner.api.post<AddedElectors>(`/contests/${contest.id}/electorate`, body);

/** A contest with two categories of two nominees, and ballot codes for it. */
export async function withCodes(
  owner: BuiltUser,
  codes: number,
  options = {},
): Promise<{ contest: BuiltContest; codes: string[] }> {
  const contest = await aContest().ownedBy(owner).electorate(options).withContestants(2, 2).save();
  return { contest, codes: (await addElectors(owner, contest, { codes })).data.newCodes };
}

/** A vote with a ballot code, without a phone number. */
export const castByCode = (
  contest: BuiltContest,
  ballotCode: string,
  fields: object = {},
  { client = visitor, headers = {} }: { client?: ApiClient; headers?: Record<string, string> } = {},
) =>
  client.post<CastVoteResult>(
    '/votes/cast',
    aVote(contest, { voterPhone: undefined, ballotCode, ...fields }),
    { headers },
  );

/** Rows of a contest's ledger, in the order in which they were written. */
export const ledgerOf = (contest: BuiltContest) =>
  sql<{ kind: string; contestant_id: string; votes: number }>`SELECT kind, contestant_id,
    votes FROM vote_ledger WHERE contest_id = ${contest.id} ORDER BY recorded_at, vote_id, kind`;

/** Votes of a contest that the ledger counts. */
export const votesOf = async (contest: BuiltContest): Promise<number> =>
  (await ledgerOf(contest)).reduce((sum, { votes }) => sum + votes, 0);
