import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import type { CastVoteResult, ContestTally, PublicContestView } from '@abato/contracts';
import { aVote, type BuiltContest, database } from './builders.js';
import type { ApiClient } from './http.js';
import { waitFor } from './wait-for.js';

/** Voters who keep voting, repeating a request of unknown outcome under its key, until they are told to stop. */
export function voters(api: ApiClient, contest: BuiltContest, count: number) {
  const acknowledged = new Map<string, string>();
  const closed = new AbortController();
  const one = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      const [vote, key] = [aVote(contest), randomUUID()];
      for (let attempt = 0; attempt < 300; attempt++) {
        const answer = await api
          .post<CastVoteResult>('/votes/cast', vote, {
            headers: { 'idempotency-key': key },
            timeoutMs: 10_000,
          })
          .catch(() => null);
        if (answer?.status === 201) {
          acknowledged.set(key, answer.data.id);
          break;
        }
        // Refused or unknown: the very same request again, a little later, as a phone would.
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const done = Promise.all(Array.from({ length: count }, one));
  return {
    acknowledged,
    /** So many more votes are acknowledged. */
    async more(votes: number, what: string): Promise<void> {
      const before = acknowledged.size;
      await waitFor(() => acknowledged.size > before + votes, { what });
    },
    async stop(): Promise<void> {
      closed.abort();
      await done;
    },
  };
}

/** Each acknowledged vote is in the ledger once, folded, and on the public page, and no other is. */
export async function expectCountedOnce(
  api: ApiClient,
  contest: BuiltContest,
  acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
  const votes = acknowledged.size;
  const total = async () =>
    (await api.get<PublicContestView>(`/contests/${contest.id}/public`)).data.totalVotes;
  await waitFor(async () => (await total()) === votes, { what: `${votes} votes on the public page` });
  const books = await database().query<{ rows: number; votes: number; folded: number; waiting: number }>(
    `SELECT count(*) AS rows, sum(votes)::bigint AS votes,
     (SELECT votes FROM contest_tallies WHERE contest_id = $1) AS folded,
     (SELECT count(*) FROM tally_outbox WHERE contest_id = $1) AS waiting
   FROM vote_ledger WHERE contest_id = $1`,
    [contest.id],
  );
  expect(books.rows[0]).toEqual({ rows: votes, votes, folded: votes, waiting: 0 });
  const ids = await database().query<{ vote_id: string }>(
    'SELECT vote_id FROM vote_ledger WHERE contest_id = $1',
    [contest.id],
  );
  expect(new Set(ids.rows.map((row) => row.vote_id))).toEqual(new Set(acknowledged.values()));
}

/** What a viewer of a contest is pushed: the largest total, and the one a page shows, which ignores older versions. */
export async function pushesOf(baseUrl: string, contestId: string) {
  const socket = io(baseUrl, { path: '/socket.io', transports: ['websocket'] });
  const seen = { total: 0, shown: 0, version: -1, close: () => socket.close() };
  socket.on('contest:tally', ({ version, totalVotes }: ContestTally) => {
    seen.total = Math.max(seen.total, totalVotes);
    if (version > seen.version) Object.assign(seen, { version, shown: totalVotes });
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  expect(await socket.emitWithAck('contest:watch', { contestId })).toMatchObject({ ok: true });
  return seen;
}
