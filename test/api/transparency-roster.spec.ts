import { randomUUID } from 'node:crypto';
import { Transactions } from '@abato/database';
import { Secrets } from '@abato/platform';
import { CheckpointSigner, extendLog } from '@abato/testing/transparency';
import type { CastVoteResult, Receipt } from '@abato/contracts';
import { aContest, aVote, type BuiltContest, database, sql, withOwner } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { apiDocument, mistakesOf } from '../support/open-api.js';
import {
  behindTheGuards,
  castFree,
  logOf,
  TEST_WITNESS,
  verifyWithTotals,
  waitForLog,
  wholeLogOf,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

/** Who stands behind an id is an entry of the log. */

interface Roster {
  kind: string;
  minute: string;
  categories: { id: string; name: string }[];
  contestants: { categoryId: string; code: string; id: string; name: string }[];
  part?: number;
  parts?: number;
}

const rostersOf = async (contest: BuiltContest): Promise<Roster[]> =>
  (await wholeLogOf(contest)).filter(({ kind }) => kind === 'roster') as unknown as Roster[];
const kindsOf = async (contest: BuiltContest) => (await wholeLogOf(contest)).map(({ kind }) => kind);
const namesIn = (roster: Roster | undefined) => roster?.contestants.map(({ name }) => name).sort();

const waitForRosters = async (contest: BuiltContest, count: number): Promise<Roster[]> =>
  waitFor(
    async () => {
      const rosters = await rostersOf(contest);
      return rosters.length === count && rosters;
    },
    { what: `${count} rosters in the log` },
  );

it('the roster of a contest is logged at its activation before the first vote, and again when names are exchanged, a list comes in or a nominee with votes leaves', async () => {
  const { owner, contest } = await withOwner(aContest().draft().withContestants(2));
  const [first, second] = contest.categories[0]?.contestants ?? [];
  if (!first || !second) throw new Error('no nominees');
  const rename = (id: string, name: string) => owner.api.put(`/contestants/${id}`, { name });
  expect((await rename(first.id, 'Ama')).status).toBe(200);
  expect((await rename(second.id, 'Efua')).status).toBe(200);
  expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' })).status).toBe(200);
  const code = (await new ApiClient().post<CastVoteResult>('/votes/cast', aVote(contest))).data.receiptCode;
  await waitForLog(contest, 2, 1);
  expect(await kindsOf(contest)).toEqual(['rules', 'roster', 'free']);
  const [sealed] = await rostersOf(contest);
  const rows = await sql<{ id: string; code: string }>`SELECT id, code FROM contestants
      WHERE contest_id = ${contest.id} ORDER BY id`;
  const categoryId = contest.contestant.categoryId;
  expect(sealed).toEqual({
    v: 2,
    kind: 'roster',
    minute: expect.stringMatching(/Z$/),
    categories: [{ id: categoryId, name: 'Category 1' }],
    contestants: rows.map((row) => ({ categoryId, ...row, name: row.id === first.id ? 'Ama' : 'Efua' })),
  });

  for (const [id, name] of [
    [first.id, 'Efua'],
    [second.id, 'Ama'],
  ] as const)
    expect((await rename(id, name)).status).toBe(200);
  // What is not in a roster writes none.
  expect((await owner.api.put(`/contestants/${first.id}`, { bio: 'Sings', order: 9 })).status).toBe(200);
  await waitForRosters(contest, 3);
  const list = ['Kofi', 'Yaw', 'Esi'];
  const added = await owner.api.post('/contestants/list', { categoryId, list: list.join('\n') });
  expect(added.status).toBe(201);
  await waitForRosters(contest, 4);
  expect((await owner.api.delete(`/contestants/${first.id}`)).status).toBe(200);
  const rosters = await waitForRosters(contest, 5);
  expect(rosters.map(namesIn)).toEqual([
    ['Ama', 'Efua'],
    ['Efua', 'Efua'],
    ['Ama', 'Efua'],
    ['Ama', 'Efua', 'Esi', 'Kofi', 'Yaw'],
    ['Ama', 'Esi', 'Kofi', 'Yaw'],
  ]);
  await waitForLog(contest, 2, 0);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
  // A receipt tells whom its vote was cast for by the names of that time.
  const { data } = await new ApiClient().get<Receipt>(`/receipts/${code}`);
  expect([data.index, data.entry?.contestant]).toEqual([2, first.id]);
  expect(data.roster).toEqual([{ index: 1, entry: sealed }]);
});

it('the roster of a contest that is older than rosters gets one before its next vote, and a nominee with votes who has left it before one of her own', async () => {
  const contest = await aContest().draft().withContestants(3).resultsHidden().save();
  const [, gone] = contest.categories[0]?.contestants ?? [];
  // As processes of the release before do it: nothing is sealed.
  await new Transactions(database()).run(async ({ sql }) => {
    await sql.query(`UPDATE contests SET status = 'ACTIVE' WHERE id = $1`, [contest.id]);
    await sql.query(
      `INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
         VALUES (gen_random_uuid(), 'COUNT', $1, $2, $3, 1, 0, 'FREE', 'web', now() - interval '1 hour')`,
      [contest.id, contest.contestant.categoryId, gone?.id],
    );
    await sql.query('UPDATE contestants SET archived_at = now() WHERE id = $1', [gone?.id]);
  });
  const rosters = await waitForRosters(contest, 2);
  expect(rosters.map((roster) => roster.contestants.length)).toEqual([3, 2]);
  await waitFor(async () => (await kindsOf(contest)).length === 3, { what: 'the vote' });
  expect(await kindsOf(contest)).toEqual(['roster', 'roster', 'free']);
  // Names are no results.
  expect((await wholeLogOf(contest))[2]).toHaveProperty('hidden');
  await sql`UPDATE categories SET name = 'By SQL' WHERE contest_id = ${contest.id}`;
  await castFree(contest);
  await waitFor(async () => (await kindsOf(contest)).length === 5, { what: 'the second vote' });
  expect(await kindsOf(contest)).toEqual(['roster', 'roster', 'free', 'roster', 'free']);
  expect((await rostersOf(contest)).at(-1)?.categories[0]?.name).toBe('By SQL');
});

it('the roster of a contest of 1,000 nominees is logged in parts, once, when several workers append', async () => {
  const contest = await aContest().draft().withContestants(1).save();
  const name = '"Ɛkua\u0001" '.repeat(10);
  await sql`INSERT INTO contestants (id, category_id, contest_id, name, bio, "order", created_at, updated_at)
       SELECT gen_random_uuid(), ${contest.contestant.categoryId}, ${contest.id}, ${name} || n, '', n, now(),
       now() FROM generate_series(1, 999) AS n`;
  const append = () =>
    new Transactions(database()).run(({ sql }) =>
      extendLog(
        sql,
        contest.id,
        {
          signer: new CheckpointSigner(Buffer.alloc(32, 11).toString('base64')),
          origin: `vote.example/log/${contest.id}`,
          secrets: new Secrets(Buffer.alloc(32, 7).toString('base64')),
        },
        { keys: [], now: new Date() },
      ),
    );
  await sql`UPDATE contests SET status = 'ACTIVE' WHERE id = ${contest.id}`;
  await Promise.all([append(), append(), append()]);
  await waitFor(async () => (await rostersOf(contest)).length, { what: 'the roster' });
  const parts = await rostersOf(contest);
  const whole = await wholeLogOf(contest);
  expect(whole.map(({ part, parts: of }) => [part, of])).toEqual(
    parts.map((_, nr) => [nr + 1, parts.length]),
  );
  const bytes = whole.map((entry) => Buffer.byteLength(JSON.stringify(entry)));
  expect([parts.length > 3, bytes.every((size) => size <= 60_000)]).toEqual([true, true]);
  const people = parts.flatMap(({ contestants }) => contestants);
  expect(people).toHaveLength(1000);
  expect(people.map(({ id }) => id)).toEqual(people.map(({ id }) => id).toSorted());
  expect(people.filter((one) => one.name.startsWith(name))).toHaveLength(999);
  expect(parts.flatMap(({ categories }) => categories)).toHaveLength(1);
  await castFree(contest);
  await waitForLog(contest, 1, 1);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
});

it('the roster of a contest cannot be changed or removed by the owner of the tables', async () => {
  for (const statement of [
    `UPDATE contest_rosters SET document = ''`,
    'DELETE FROM contest_rosters',
    'TRUNCATE contest_rosters',
  ])
    await expect(database().query(statement)).rejects.toThrow('append-only');
});

it('a worker of the release before appends no vote to a log that has a roster, and one of this release goes on', async () => {
  const contest = await aContest().save();
  const [vote] = await Promise.all([
    new ApiClient().post<CastVoteResult>('/votes/cast', aVote(contest)),
    waitForRosters(contest, 1),
  ]);
  await waitForLog(contest, 1, 1);
  /** One statement for entries and size, as workers append. */
  const append = (to: string) =>
    new Transactions(database()).run(({ sql }) =>
      sql.query(
        `WITH leaves AS (
           INSERT INTO log_entries (contest_id, leaf_index, vote_id, kind, step, entry, hash)
           SELECT $1::uuid, t.size, gen_random_uuid(), e.kind, e.step, replace(e.entry, '"v":2', '"v":1'), e.hash
           FROM log_entries e, log_trees t WHERE e.vote_id = $2 AND t.contest_id = $1::uuid)
         UPDATE log_trees SET size = size + 1 WHERE contest_id = $1::uuid`,
        [to, vote.data.id],
      ),
    );
  await expect(append(contest.id)).rejects.toThrow('the log has a roster');
  const older = randomUUID();
  try {
    await sql`INSERT INTO log_trees (contest_id) VALUES (${older})`;
    await append(older);
  } finally {
    await behindTheGuards(
      ['DELETE FROM log_entries WHERE contest_id = $1', [older]],
      ['DELETE FROM log_trees WHERE contest_id = $1', [older]],
    );
  }
  await castFree(contest);
  await waitForLog(contest, 2, 2);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
});

it('the document of the API describes what each file of a public log is, and how a log that there is not is refused', async () => {
  const contest = await aContest().save();
  await castFree(contest);
  await waitForLog(contest, 1, 1);
  const described = Object.keys(apiDocument().paths).filter((path) => path.startsWith('/log/'));
  expect(described).toHaveLength(7);
  const draft = await aContest().draft().save();
  for (const path of described) {
    const asked = path
      .replace('{witness}', TEST_WITNESS.id)
      .replace('{L}', '0')
      .replace('{N}', '000.p/2')
      .replace('/log/{contestId}', '');
    const mistakes = async (of: BuiltContest, status: number) => {
      const answer = await fetch(`${logOf(of)}${asked}`);
      const body: unknown = answer.ok ? await answer.text() : await answer.json();
      expect([path, answer.status]).toEqual([path, status]);
      return mistakesOf('GET', path, { status, headers: answer.headers, body });
    };
    // The witness of the tests has cosigned nothing of this contest.
    const isFound = !path.includes('{witness}');
    expect([path, await mistakes(contest, isFound ? 200 : 404)]).toEqual([path, []]);
    expect([path, await mistakes(draft, 404)]).toEqual([path, []]);
  }
});
