import { io } from 'socket.io-client';
import type { ContestTally, PublicContestView } from '@abato/contracts';
import { type BuiltContest, sql } from './builders.js';
import type { ApiClient } from './http.js';
import { waitFor } from './wait-for.js';

/** Each acknowledged vote is in the ledger once, tallied, and on the public page, and no other is. */
export async function expectCountedOnce(
  api: ApiClient,
  contest: BuiltContest,
  acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
  const votes = acknowledged.size;
  const total = async () =>
    (await api.get<PublicContestView>(`/contests/${contest.id}/public`)).data.totalVotes;
  await waitFor(async () => (await total()) === votes, { what: `${votes} votes on the public page` });
  const books = await sql<{ rows: number; votes: number; tallied: number; waiting: number }>`SELECT count(*)
    AS rows, sum(votes)::bigint AS votes, (SELECT votes FROM contest_tallies
    WHERE contest_id = ${contest.id}) AS tallied, (SELECT count(*) FROM tally_outbox
    WHERE contest_id = ${contest.id}) AS waiting FROM vote_ledger WHERE contest_id = ${contest.id}`;
  expect(books[0]).toEqual({ rows: votes, votes, tallied: votes, waiting: 0 });
  const ids = await sql<{ vote_id: string }>`SELECT vote_id FROM vote_ledger
    WHERE contest_id = ${contest.id}`;
  expect(new Set(ids.map((row) => row.vote_id))).toEqual(new Set(acknowledged.values()));
}

/**
 * What a viewer of a contest is pushed: the largest total, and the one a page shows, which ignores older versions. It watches again after each
 * new connection, as a page does.
 */
export async function pushesOf(baseUrl: string, contestId: string) {
  const socket = io(baseUrl, { path: '/socket.io', transports: ['websocket'] });
  const seen = { total: 0, shown: 0, version: -1, connections: 0, close: () => socket.close() };
  socket.on('contest:tally', ({ version, totalVotes }: ContestTally) => {
    seen.total = Math.max(seen.total, totalVotes);
    if (version > seen.version) Object.assign(seen, { version, shown: totalVotes });
  });
  const watch = (): Promise<unknown> => {
    seen.connections++;
    return socket.emitWithAck('contest:watch', { contestId });
  };
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  expect(await watch()).toMatchObject({ ok: true });
  socket.on('connect', () => void watch());
  return seen;
}
