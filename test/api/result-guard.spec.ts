import type { ContestRulesView, ResultCorrectionView, ResultVersions, ResultView } from '@abato/contracts';
import { mayChangeResult } from '@abato/contests';
import { runAdmin } from '../support/admin.js';
import { aContest, aUser, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { apiRoutes } from '../support/open-api.js';
import { enterByHand, publicContest, publicTotal } from '../support/payments.js';
import { aPicture } from '../support/pictures.js';
import { verifyWithTotals, wholeLogOf } from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';
import { RESULT_ATTEMPTS, type ResultWorld } from './result-writes.js';

const [owner, admin, photo] = await Promise.all([
  aUser().save(),
  aUser().superAdmin().save(),
  aPicture({ width: 20, height: 20 }),
]);
const byHand = async (contest: BuiltContest, fields: object) =>
  (await enterByHand(owner, contest, { ...fields }, 'Paper')).data.id;

/** What readers see of a result, and what the ledger says beneath it. */
async function resultOf({ free, paid }: Pick<ResultWorld, 'free' | 'paid'>): Promise<unknown> {
  const ids = [free.id, paid.id];
  const ledger = await sql`SELECT contestant_id, sum(votes)::int AS votes FROM vote_ledger
    WHERE contest_id = ANY(${ids}) GROUP BY 1 ORDER BY 1`;
  const shown = await Promise.all(
    [free, paid].map(async (contest) => {
      const { title, startDate, endDate, votePrice, showResults, categories } = await publicContest(contest);
      const people = categories.map(({ id, name, order, contestants }) => ({
        id,
        name,
        order,
        contestants: contestants.map((person) => ({
          id: person.id,
          name: person.name,
          photo: person.photo,
          order: person.order,
          rank: person.rank,
        })),
      }));
      return { title, startDate, endDate, votePrice, showResults, people };
    }),
  );
  return { ledger: ledger, shown };
}

async function openWorld(): Promise<ResultWorld> {
  const [free, paid] = await Promise.all([
    aContest().ownedBy(owner).withContestants(2, 1).save(),
    aContest().ownedBy(owner).paid('100.00').withContestants(2).save(),
  ]);
  const vote = await byHand(free, { voteCount: 3 });
  const cash = await byHand(paid, { voteCount: 200 });
  await byHand(paid, { voteCount: 2 });
  const { held } = await manyPhonesOfOneDevice(free, 6);
  expect(held).toHaveLength(1);
  await waitFor(async () => (await publicTotal(free.id)) === 8 && (await publicTotal(paid.id)) === 2);
  return { owner, admin, free, paid, vote, cash, photo };
}

const END = {
  'ended by its date': async (contest: BuiltContest) => {
    await sql`UPDATE contests SET end_date = now() WHERE id = ${contest.id}`;
    await waitFor(async () => (await publicContest(contest)).status === 'ENDED', { what: 'the end' });
  },
  'ended by hand before its end date': async ({ id }: BuiltContest) => {
    expect((await owner.api.put(`/contests/${id}`, { status: 'ENDED' })).status).toBe(200);
  },
  final: async (contest: BuiltContest) => {
    await END['ended by hand before its end date'](contest);
    await sql`UPDATE contests SET results_final_at = now() WHERE id = ${contest.id}`;
  },
};

it('every write route says what it may do to the result of a contest that has ended', () => {
  const routes = apiRoutes()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => !RESULT_ATTEMPTS[route])).toEqual([]);
  expect(Object.keys(RESULT_ATTEMPTS).filter((route) => !routes.includes(route))).toEqual([]);
});

it.each(Object.keys(END) as (keyof typeof END)[])(
  'no write changes ranks, names or visibility of a contest that is %s, and the guard refuses what would',
  async (state) => {
    const world = await openWorld();
    for (const contest of [world.free, world.paid]) await END[state](contest);
    const before = await resultOf(world);
    const phase = state === 'final' ? 'FINAL' : 'PROVISIONAL';
    for (const [route, attempts] of Object.entries(RESULT_ATTEMPTS)) {
      if (typeof attempts === 'string') continue;
      for (const [nr, { write, call }] of attempts.entries()) {
        const { status, code } = await call(world);
        const name = `${route}, attempt ${nr + 1}`;
        if (write && write !== 'correction' && !mayChangeResult(phase, write))
          expect([name, status, code]).toEqual([name, 409, 'RESULT_CLOSED']);
        else expect([name, status < 500]).toEqual([name, true]);
        if (write && mayChangeResult(phase, write)) expect([name, status < 300]).toEqual([name, true]);
        expect([name, await resultOf(world)]).toEqual([name, before]);
      }
    }
  },
);

/** The list of a contest as it is now, and as its newest roster says it. */
async function listsOf({ id }: BuiltContest): Promise<{ now: unknown; sealed: unknown; rosters: number }> {
  const rows = await sql<{ now: unknown; sealed: unknown; rosters: number }>`SELECT (SELECT
    jsonb_build_object( 'categories', (SELECT jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name)
    ORDER BY k.id) FROM categories k WHERE k.contest_id = ${id}
    AND k.archived_at IS NULL), 'contestants', (SELECT jsonb_agg(jsonb_build_object('categoryId',
    category_id, 'code', code, 'id', id, 'name', name) ORDER BY id) FROM contestants
    WHERE contest_id = ${id} AND archived_at IS NULL))) AS now, (SELECT document::jsonb FROM contest_rosters
    WHERE contest_id = ${id} ORDER BY id DESC LIMIT 1) AS sealed, (SELECT count(*)::int FROM contest_rosters
    WHERE contest_id = ${id}) AS rosters`;
  return rows[0] ?? { now: null, sealed: null, rosters: 0 };
}

it('every write that changes the list of an open contest seals it as it is then', async () => {
  const world = await openWorld();
  const { id } = world.free;
  // The first roster of a contest that was made by SQL.
  await waitFor(async () => (await listsOf(world.free)).rosters === 1, { what: 'the first roster' });
  const ending: (string | null)[] = ['change-rules', 'hide-results', 'delete-contest', 'pause-or-resume'];
  const routes = Object.entries(RESULT_ATTEMPTS).filter(([route]) => route !== 'PUT /api/contests/{id}');
  const removesLast = ([route]: [string, unknown]) =>
    (route.startsWith('DELETE') ? '2' : '1') + (route.includes('/contestants') ? '1' : '2');
  const sealing = new Set<string>();
  for (const [route, attempts] of routes.toSorted((a, b) => removesLast(a).localeCompare(removesLast(b)))) {
    if (typeof attempts === 'string') continue;
    for (const { call } of attempts.filter(({ write }) => !ending.includes(write))) {
      const before = await listsOf(world.free);
      await call(world);
      const { now, sealed, rosters } = await listsOf(world.free);
      expect([route, sealed]).toEqual([route, now]);
      if (rosters > before.rosters) sealing.add(route);
    }
  }
  expect([...sealing].sort()).toEqual([
    'DELETE /api/categories/{id}',
    'DELETE /api/contestants/{id}',
    'POST /api/categories',
    'POST /api/contestants',
    'POST /api/contestants/list',
    'PUT /api/categories/{id}',
    'PUT /api/contestants/{id}',
  ]);
  expect(await sql`SELECT FROM contests WHERE id = ${id} AND archived_at IS NULL`).toHaveLength(1);
});

describe('a correction of a final result', () => {
  const REASON = 'The paper ballots of one table were entered twice.';
  let contest: BuiltContest;
  let people: { id: string; name: string }[];
  const path = () => `/contests/${contest.id}/result-corrections`;
  const ask = (changes: object[], by = owner) =>
    by.api.post<ResultCorrectionView>(path(), { changes, reason: REASON });
  const decide = (by: BuiltUser, id: string, what: 'confirm' | 'reject') =>
    by.api.post<ResultCorrectionView>(
      `${path()}/${id}/${what}`,
      what === 'reject' ? { reason: 'It is right' } : undefined,
    );
  const versions = async () =>
    (await new ApiClient().get<ResultVersions>(`/contests/${contest.id}/results`)).data.versions;
  const result = (version: number) =>
    new ApiClient().get<ResultView>(`/contests/${contest.id}/results/${version}`);
  const places = ({ categories }: Pick<ResultView, 'categories'>) =>
    categories[0]?.contestants.map(({ name, votes, rank }) => [name, votes, rank]);
  const nameOf = (nr: number) => people[nr]?.name ?? '';

  beforeEach(async () => {
    contest = await aContest().ownedBy(owner).draft().withContestants(2).save();
    expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' })).status).toBe(200);
    people = contest.categories[0]?.contestants ?? [];
    await byHand(contest, { contestantId: people[0]?.id, voteCount: 8 });
    await byHand(contest, { contestantId: people[1]?.id, voteCount: 5 });
    await waitFor(async () => (await publicTotal(contest.id)) === 13);
    await END.final(contest);
  });

  it('is carried out by a second person: ranks, names and log change, the result that was stays readable, the reason is public', async () => {
    const changes = [
      { contestantId: people[0]?.id, votes: -4 },
      { contestantId: people[1]?.id, votes: 1, name: 'Efua Corrected' },
    ];
    const asked = await ask(changes);
    expect([asked.status, asked.data.state, (await ask(changes)).code]).toEqual([201, 'WAITING', 'CONFLICT']);
    const { id } = asked.data;
    expect(await versions()).toMatchObject([{ version: 1, current: true, reason: null }]);
    const waiting = await admin.api.get<ResultCorrectionView[]>('/contests/admin/result-corrections');
    expect(waiting.data.find((one) => one.id === id)).toMatchObject({ contest: { title: contest.title } });

    const stranger = await aUser().save();
    const refused = await Promise.all([owner, stranger].map((by) => decide(by, id, 'confirm')));
    expect(refused.map(({ status }) => status)).toEqual([403, 404]);
    const twice = await Promise.all([decide(admin, id, 'confirm'), decide(admin, id, 'confirm')]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);

    const after = [
      ['Efua Corrected', 6, 1],
      [nameOf(0), 4, 2],
    ];
    expect(places((await result(2)).data)).toEqual(after);
    expect(places((await result(1)).data)).toEqual([
      [nameOf(0), 8, 1],
      [nameOf(1), 5, 2],
    ]);
    expect((await result(3)).status).toBe(404);
    expect(await versions()).toMatchObject([
      { version: 1, current: false },
      {
        version: 2,
        current: true,
        reason: REASON,
        changes: [{ votes: -4 }, { votes: 1, name: 'Efua Corrected', formerName: nameOf(1) }],
      },
    ]);
    await waitFor(async () => (await publicTotal(contest.id)) === 10, { what: 'the corrected total' });
    const shown = await publicContest(contest);
    expect(
      shown.categories[0]?.contestants.map(({ name, voteCount, rank }) => [name, voteCount, rank]),
    ).toEqual(after);
    expect(shown.amendment).toMatchObject({ reason: REASON, corrections: 1 });
    const { data: rules } = await new ApiClient().get<ContestRulesView>(`/contests/${contest.id}/rules`);
    expect(rules.amendments.at(-1)).toMatchObject({
      reason: REASON,
      rules: { resultCorrections: `2: ${people[0]?.id} -4, ${people[1]?.id} +1 "Efua Corrected"` },
    });
    await waitFor(async () => (await verifyWithTotals(contest)).out.includes('10 votes, root '), {
      what: 'the corrected log',
    });
    expect((await verifyWithTotals(contest)).code).toBe(0);
    const rosters = (await wholeLogOf(contest)).filter(({ kind }) => kind === 'roster');
    const named = (roster: unknown) =>
      (roster as { contestants: { id: string; name: string }[] }).contestants.find(
        ({ id }) => id === people[1]?.id,
      );
    expect(rosters.map((roster) => named(roster)?.name)).toEqual([nameOf(1), 'Efua Corrected']);
    expect(await runAdmin(['verify-tallies', '--contest', contest.id])).toMatchObject({ code: 0 });
    const audit = await sql<{ action: string; actor: string }>`SELECT action, actor_user_id AS actor
      FROM audit_log WHERE subject_id = ${contest.id} AND action LIKE 'contest.correction%' ORDER BY id`;
    expect(audit).toEqual([
      { action: 'contest.correction-ask', actor: owner.id },
      { action: 'contest.correction-confirm', actor: admin.id },
    ]);
  });

  it('changes nothing when it is withdrawn, rejected, of another contest, or takes more than there is', async () => {
    const first = people[0]?.id;
    const other = await aContest().ownedBy(owner).save();
    const wrong = [
      [],
      [{ contestantId: first }],
      [{ contestantId: first, votes: -9 }],
      [{ contestantId: first, votes: 1.5 }],
      [{ contestantId: first, name: nameOf(0) }],
      [{ contestantId: other.contestant.id, votes: 1 }],
      [
        { contestantId: first, votes: 1 },
        { contestantId: first, votes: 1 },
      ],
    ];
    for (const changes of wrong) expect([changes, (await ask(changes)).status]).toEqual([changes, 400]);
    expect((await ask([{ contestantId: first, votes: 1 }], admin)).status).toBe(403);
    for (const [by, state] of [
      [owner, 'WITHDRAWN'],
      [admin, 'REJECTED'],
    ] as const) {
      const { data } = await ask([{ contestantId: first, votes: 1 }]);
      expect((await decide(by, data.id, 'reject')).data).toMatchObject({
        state,
        decisionReason: 'It is right',
      });
      expect((await decide(admin, data.id, 'confirm')).code).toBe('CONFLICT');
    }
    expect(await versions()).toMatchObject([{ version: 1, current: true }]);
    expect(places((await result(1)).data)).toEqual([
      [nameOf(0), 8, 1],
      [nameOf(1), 5, 2],
    ]);
  });
});
