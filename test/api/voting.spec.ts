import { randomUUID } from 'node:crypto';
import type { CastVoteResult, PublicContestView } from '@abato/contracts';
import { findFreePort } from '../../apps/local/src/ports.js';
import { aContest, aVote, type BuiltContest, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { OwnProcess } from '../support/process.js';
import { expectRefusal } from '../support/refusal.js';
import { testRun } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const cast = (body: unknown, key?: string) =>
  api.post<CastVoteResult>('/votes/cast', body, key ? { headers: { 'idempotency-key': key } } : {});
const detail = async (id: string) => (await api.get<PublicContestView>(`/contests/${id}/public`)).data;
const counted = (id: string, votes: number) =>
  waitFor(async () => (await detail(id)).totalVotes === votes, { what: `${votes} votes on the public page` });
const rowsOf = async (contestId: string) => {
  const votes = await sql<{ n: number }>`SELECT count(*) AS n FROM votes WHERE contest_id = ${contestId}`;
  const ledger = await sql<{ n: number }>`SELECT count(*) AS n FROM vote_ledger
    WHERE contest_id = ${contestId}`;
  return { votes: votes[0]?.n, ledger: ledger[0]?.n };
};

it('a free vote is durable when answered, and soon on the public page', async () => {
  const contest = await aContest().save();
  expect(
    await cast(aVote(contest, { voteCount: 3, voterName: ' Kofi ', voterEmail: 'Kofi@Example.com' })),
  ).toMatchObject({ status: 201, data: { status: 'COMPLETED', voteCount: 3, amount: 0 } });
  expect(await rowsOf(contest.id)).toEqual({ votes: 1, ledger: 1 });
  await counted(contest.id, 3);
  const view = await detail(contest.id);
  expect(view.categories[0]?.contestants[0]).toMatchObject({
    id: contest.contestant.id,
    voteCount: 3,
    rank: 1,
    percentage: 100,
    _count: { votes: 3 },
  });
});

it('a free vote counts once however often the same key arrives, also at once', async () => {
  const contest = await aContest().save();
  const [vote, key] = [aVote(contest), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => cast(vote, key)));
  expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  expect(await rowsOf(contest.id)).toEqual({ votes: 1, ledger: 1 });
});

it('a free vote refuses a key that was used for another vote, and one that is no UUID', async () => {
  const contest = await aContest().save();
  const key = randomUUID();
  await cast(aVote(contest), key);
  await expectRefusal(cast(aVote(contest, { voteCount: 2 }), key), 409, 'IDEMPOTENCY_KEY_REUSED');
  await expectRefusal(cast(aVote(contest), 'not-a-uuid'), 400, 'IDEMPOTENCY_KEY_INVALID');
  expect(await rowsOf(contest.id)).toEqual({ votes: 1, ledger: 1 });
});

it('a free vote gives the first answer to a repeated request after the contest has ended', async () => {
  const contest = await aContest().save();
  const [vote, key] = [aVote(contest), randomUUID()];
  const first = await cast(vote, key);
  await sql`UPDATE contests SET status = 'ENDED', ended_at = now() WHERE id = ${contest.id}`;
  expect(await cast(vote, key)).toMatchObject({ status: 201, data: { id: first.data.id } });
  await waitFor(async () => (await cast(aVote(contest))).code === 'CONTEST_ENDED');
});

it('a free vote counts every one of many simultaneous votes for one contestant exactly', async () => {
  const contest = await aContest().withContestants(3).save();
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => cast(aVote(contest, { voteCount: 2 }))),
  );
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  await counted(contest.id, 800);
  const tally = await sql<{
    transactions: number;
    unique_phones: number;
  }>`SELECT transactions, unique_phones FROM contest_tallies WHERE contest_id = ${contest.id}`;
  expect(tally[0]).toEqual({ transactions: 400, unique_phones: 400 });
});

it.each([
  ['the contest is paused', () => aContest().paused(), 409, 'CONTEST_PAUSED'],
  ['the contest has ended', () => aContest().ended(), 409, 'CONTEST_ENDED'],
  ['the contest has not started', () => aContest().startingIn(60_000), 409, 'CONTEST_NOT_STARTED'],
  ['the end date has passed though nobody ended it yet', () => aContest().endingIn(-1), 409, 'CONTEST_ENDED'],
  ['the contest is a draft', () => aContest().draft(), 404, 'CONTEST_NOT_FOUND'],
  ['the host is inactive', () => aContest().ofInactiveHost(), 409, 'CONTEST_NOT_ACTIVE'],
])('a vote is refused, and nothing is written, when %s', async (_, builder, status, code) => {
  const contest = await builder().save();
  expect(await cast(aVote(contest))).toMatchObject({ status, code });
  expect(await rowsOf(contest.id)).toEqual({ votes: 0, ledger: 0 });
});

it.each([
  ['no votes', { voteCount: 0 }, 'Vote count must be at least 1'],
  ['too many votes', { voteCount: 100_001 }, 'Vote count must be at most 100,000'],
  ['no phone', { voterPhone: ' ' }, 'Phone is required'],
  [
    'a foreign phone',
    { voterPhone: '+2348012345678' },
    'Enter a valid phone number, for example 024 123 4567',
  ],
  ['no category', { categoryId: '' }, 'Category ID is missing. Please try again.'],
  ['a broken e-mail address', { voterEmail: 'kofi' }, 'Invalid email format'],
])('a vote is refused, and nothing is written, when it has %s', async (_, change, message) => {
  const contest = await aContest().save();
  await expectRefusal(cast(aVote(contest, change)), 400, 'VALIDATION_FAILED', message);
  expect(await rowsOf(contest.id)).toEqual({ votes: 0, ledger: 0 });
});

it('a vote is refused, and nothing is written, when the contestant is of another category, another contest or nobody', async () => {
  const [contest, other] = [await aContest().withContestants(1, 1).save(), await aContest().save()];
  const wrongCategory = await cast(aVote(contest, { categoryId: contest.categories[1]?.id }));
  expect([wrongCategory.status, wrongCategory.code]).toEqual([400, 'VALIDATION_FAILED']);
  const foreign = await cast(
    aVote(contest, { contestantId: other.contestant.id, categoryId: other.contestant.categoryId }),
  );
  expect([foreign.status, foreign.code]).toEqual([400, 'WRONG_NESTING']);
  expect(foreign.errors).toEqual([
    { field: 'contestantId', message: 'The contestant is not in this contest' },
  ]);
  await expectRefusal(cast(aVote(contest, { contestantId: randomUUID() })), 404, 'CONTESTANT_NOT_FOUND');
  await expectRefusal(cast(aVote(contest, { contestId: randomUUID() })), 404, 'CONTEST_NOT_FOUND');
});

it('a vote is refused, and nothing is written, when a paid total is below GHS 0.10 or above GHS 10,000', async () => {
  const cheap = await aContest().paid('0.05').save();
  const dear = await aContest().paid('1.00').save();
  const small = await cast(aVote(cheap));
  expect([small.status, small.code]).toEqual([400, 'AMOUNT_TOO_SMALL']);
  expect(small.errors).toEqual([{ field: 'voteCount', message: small.message }]);
  const large = await cast(aVote(dear, { voteCount: 10_001 }));
  expect([large.status, large.code]).toEqual([400, 'AMOUNT_TOO_LARGE']);
  expect(large.errors).toEqual([{ field: 'voteCount', message: large.message }]);
  expect((await cast(aVote(dear, { voteCount: 10_000 }))).status).toBe(201);
});

describe('a process that still has an older contest', () => {
  let own: OwnProcess;
  let older: ApiClient;
  beforeAll(async () => {
    const port = await findFreePort(2);
    own = OwnProcess.startWithClock(testRun().buildDir, 'api', { port, metricsPort: port + 1 });
    await own.ready();
    // No contest that it keeps grows old.
    await own.stopClock();
    older = new ApiClient(`http://127.0.0.1:${port}`);
  });
  afterAll(() => own?.stop());

  const castThere = (contest: BuiltContest) => older.post<CastVoteResult>('/votes/cast', aVote(contest));

  it('counts no vote after an end that only the database knows of', async () => {
    const contest = await aContest().save();
    expect((await castThere(contest)).status).toBe(201);
    // Straight in the table: no message tells the API. Its own check still sees an open contest; the statement does not.
    await sql`UPDATE contests SET status = 'PAUSED' WHERE id = ${contest.id}`;
    expect(await castThere(contest)).toMatchObject({ status: 409, code: 'CONTEST_PAUSED' });
    expect(await rowsOf(contest.id)).toEqual({ votes: 1, ledger: 1 });
  });

  it('sells no vote at a price that has changed', async () => {
    const contest = await aContest().paid('1.00').save();
    await castThere(contest);
    await sql`UPDATE contests SET vote_price_pesewas = 200 WHERE id = ${contest.id}`;
    expect(await castThere(contest)).toMatchObject({ status: 409, code: 'CONTEST_CHANGED' });
    expect(await castThere(contest)).toMatchObject({ status: 201, data: { amount: 2 } });
  });
});

it('the ledger cannot be changed or emptied, not even by its owner', async () => {
  const contest = await aContest().save();
  await cast(aVote(contest));
  for (const statement of [
    `UPDATE vote_ledger SET votes = 100 WHERE contest_id = '${contest.id}'`,
    `DELETE FROM vote_ledger WHERE contest_id = '${contest.id}'`,
    'TRUNCATE vote_ledger',
  ]) {
    await expect(database().query(statement)).rejects.toThrow(/append-only/);
  }
});

it('the ledger gives the processes’ role no right to change it', async () => {
  const rights = await sql<{ privilege_type: string }>`SELECT privilege_type
      FROM information_schema.role_table_grants WHERE grantee = 'abato_app' AND table_name = 'vote_ledger'
      ORDER BY 1`;
  expect(rights.map((row) => row.privilege_type)).toEqual(['INSERT', 'SELECT']);
});

it('public pages list open, paused and ended contests, not drafts, with counts only where results are shown', async () => {
  const shown = await aContest().save();
  const hidden = await aContest().resultsHidden().save();
  const draft = await aContest().draft().save();
  await cast(aVote(shown));
  await cast(aVote(hidden));
  await counted(shown.id, 1);
  // The page is kept in memory; the builder's rows came past the API, so nothing told it to look again.
  const listed = ({ title }: BuiltContest) =>
    api.get<{ id: string; _count: { votes: number | null } }[]>(
      `/contests/public?search=${encodeURIComponent(title)}`,
    );
  const list = await waitFor(async () => {
    const answer = await listed(shown);
    return answer.data[0]?._count.votes === 1 && answer;
  });
  expect(list.pagination?.total).toBe(1);
  expect((await listed(hidden)).data).toMatchObject([{ id: hidden.id, _count: { votes: null } }]);
  expect((await listed(draft)).data).toEqual([]);
  expect(JSON.stringify(list.body)).not.toContain('"user"');
  expect((await api.get(`/contests/${draft.id}/public`)).status).toBe(404);
  expect((await api.get('/contests/not-an-id/public')).status).toBe(404);
});

it('public pages answer 304 until something changes', async () => {
  const contest = await aContest().save();
  const first = await api.get(`/contests/${contest.id}/public`);
  const tag = first.headers.get('etag') as string;
  const same = await api.get(`/contests/${contest.id}/public`, { headers: { 'if-none-match': tag } });
  expect([same.status, same.body]).toEqual([304, '']);
  await cast(aVote(contest));
  await waitFor(
    async () =>
      (await api.get(`/contests/${contest.id}/public`, { headers: { 'if-none-match': tag } })).status === 200,
  );
});

it.each(['page=0', 'page=x', 'pageSize=1001', 'pageSize=-1', 'page=1.5', 'page=1&page=2'])(
  'public pages refuse ?%s',
  async (query) => {
    await expectRefusal(api.get(`/contests/public?${query}`), 400, 'VALIDATION_FAILED');
  },
);
