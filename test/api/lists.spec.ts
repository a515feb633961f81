import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import type {
  CategoryView,
  HostView,
  PublicContestSummary,
  PublicFigures,
  StatusView,
} from '@abato/contracts';
import { dataSourceOptions } from '@abato/testing/database';
import { PublicFiguresReader } from '@abato/voting';
import { aContest, aUser, aVote, type BuiltContest, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { apiDocument } from '../support/open-api.js';
import { seedOf } from '../support/seed.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const SEED = seedOf('lists');

const owner = await aUser().save();
const contest = await aContest()
  .ownedBy(owner)
  .withContestants(...Array<number>(23).fill(0))
  .save();

it('paging shows every item once, in one order, whatever the page size', async () => {
  const path = `/categories/contest/${contest.id}`;
  const all = (await owner.api.get<CategoryView[]>(path)).data.map((item) => item.id);
  expect(all).toHaveLength(23);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (pageSize) => {
      const pages = Math.ceil(23 / pageSize);
      const seen: string[] = [];
      for (let page = 1; page <= pages; page++) {
        const answer = await owner.api.get<CategoryView[]>(`${path}?page=${page}&pageSize=${pageSize}`);
        expect(answer.pagination).toEqual({ page, pageSize, total: 23, totalPages: pages });
        seen.push(...answer.data.map((item) => item.id));
      }
      expect(seen).toEqual(all);
      const beyond = await owner.api.get<CategoryView[]>(`${path}?page=${pages + 1}&pageSize=${pageSize}`);
      expect([beyond.status, beyond.data]).toEqual([200, []]);
    }),
    { numRuns: 12, seed: SEED },
  );
});

it('paging gives every list that a super admin reads the same total on its first page and beyond its last one', async () => {
  const admin = await aUser().superAdmin().save();
  // Cash is booked in the journal at once.
  const paid = await aContest().ownedBy(owner).paid('2.00').save();
  const cash = await owner.api.post('/votes/manual', aVote(paid, { reason: 'Cash at the desk' }));
  expect(cash.status).toBe(201);
  const paged = Object.entries(apiDocument().paths).flatMap(([path, { get }]) => {
    const body = get?.responses['200']?.content?.['application/json']?.schema;
    const isPaged = JSON.stringify(body ?? {}).includes('Pagination');
    return isPaged && !path.includes('{') ? [path.replace(/^\/api/, '')] : [];
  });
  expect(paged.length).toBeGreaterThan(10);
  expect((await admin.api.get('/payments/journal')).pagination?.total).toBeGreaterThan(0);
  const totalOf = async (path: string, page: number) => {
    const { status, pagination } = await admin.api.get(`${path}?pageSize=1&page=${page}`);
    return [path, status, pagination?.total];
  };
  for (const path of paged) {
    // Other files add to the lists meanwhile, and a first page is kept for a second: two readings of one moment are the same.
    await waitFor(async () => isDeepStrictEqual(await totalOf(path, 1), await totalOf(path, 99_999)), {
      what: `one total of ${path}`,
    });
    expect((await totalOf(path, 1))[1]).toBe(200);
  }
});

it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'pageSize=0', 'pageSize=1001', 'page=99999999999'])(
  'paging refuses %s',
  async (query) => {
    expect(await owner.api.get(`/hosts?${query}`)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  },
);

describe('the search', () => {
  const NAMES = [
    '100% Ghana',
    'under_score',
    'back\\slash',
    'Ɔdɔ Awards',
    'quote\'s "x"',
    'PLAIN',
    'a%b_c\\d',
  ];

  beforeAll(async () => {
    for (const name of NAMES)
      await owner.api.post('/hosts', { name, email: 'a@b.example', phone: '0241234567', description: '-' });
  });

  it('finds exactly the names that contain the text, wildcards taken literally', async () => {
    const piece = fc
      .constantFrom(...NAMES)
      .chain((name) =>
        fc
          .tuple(fc.nat(name.length - 1), fc.integer({ min: 1, max: 6 }))
          .map(([from, length]) => name.slice(from, from + length).trim()),
      );
    const random = fc.string({ unit: fc.constantFrom('%', '_', '\\', 'a', 'A', ' ', "'"), maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(piece, random), async (text) => {
        const answer = await owner.api.get<HostView[]>(
          `/hosts?pageSize=100&search=${encodeURIComponent(`  ${text} `)}`,
        );
        const found = answer.data.map((host) => host.name).filter((name) => NAMES.includes(name));
        const wanted = NAMES.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
        expect(found.sort()).toEqual(wanted.sort());
      }),
      { numRuns: 60, seed: SEED },
    );
  });
});

it('a super admin’s lists hold own things only, and all things under admin/all', async () => {
  const admin = await aUser().superAdmin().save();
  const [foreign, own] = [await aContest().save(), await aContest().ownedBy(admin).save()];
  const idsOf = ({ id, hostId, contestant }: BuiltContest) => ({
    hosts: hostId,
    contests: id,
    categories: contestant.categoryId,
    contestants: contestant.id,
  });
  for (const noun of ['hosts', 'contests', 'categories', 'contestants'] as const) {
    const [mine, theirs] = [idsOf(own)[noun], idsOf(foreign)[noun]];
    const list = await admin.api.get<{ id: string }[]>(`/${noun}?pageSize=1000`);
    expect(list.data.map(({ id }) => id)).toContain(mine);
    expect(list.data.map(({ id }) => id)).not.toContain(theirs);
    const total = (await admin.api.get(`/${noun}/admin/all`)).pagination?.total ?? 0;
    const lastPages = await Promise.all(
      Array.from({ length: Math.ceil(total / 1000) }, (_, page) =>
        admin.api.get<{ id: string }[]>(`/${noun}/admin/all?pageSize=1000&page=${page + 1}`),
      ),
    );
    const all = lastPages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(all).toEqual(expect.arrayContaining([mine, theirs]));
  }
});

it('a category in a list carries its contestants in their order, as the contest’s own categories do', async () => {
  const user = await aUser().save();
  const built = await aContest().ownedBy(user).withContestants(3, 0).save();
  const expected = built.categories.map(({ id, contestants }) => [id, contestants.map((one) => one.id)]);
  const shape = (categories: CategoryView[] = []) =>
    categories.map(({ id, contestants, _count }) => {
      expect(_count.contestants).toBe(contestants?.length);
      return [id, contestants?.map((one) => one.id)];
    });
  expect(shape((await user.api.get<CategoryView[]>('/categories')).data)).toEqual(expected);
  expect(shape((await user.api.get<CategoryView[]>(`/categories/contest/${built.id}`)).data)).toEqual(
    expected,
  );
  const contest = await user.api.get<{ categories: CategoryView[] }>(`/contests/${built.id}`);
  expect(shape(contest.data.categories)).toEqual(expected);
});

it('the own contests are filtered by status, host and text', async () => {
  const user = await aUser().save();
  const [draft, active] = [
    await aContest().ownedBy(user).draft().save(),
    await aContest().ownedBy(user).save(),
  ];
  const ids = async (query: string): Promise<string[]> =>
    (await user.api.get<{ id: string }[]>(`/contests?${query}`)).data.map((item) => item.id);
  expect(await ids('')).toEqual([active.id, draft.id]);
  expect(await ids('status=DRAFT')).toEqual([draft.id]);
  expect(await ids(`hostId=${active.hostId}`)).toEqual([active.id]);
  expect(await ids(`search=${encodeURIComponent(draft.title.toUpperCase())}`)).toEqual([draft.id]);
  expect(await ids(`hostId=${active.hostId}&status=DRAFT`)).toEqual([]);
  expect((await user.api.get('/contests?hostId=mine')).status).toBe(400);
  expect(await ids('search=%20%20&status=')).toEqual([active.id, draft.id]);
});

it('a change of a contest that decides about votes is recorded with its value before and after; votes stay as they were', async () => {
  const user = await aUser().save();
  const paid = await aContest().ownedBy(user).paid('1.00').save();
  const vote = await user.api.post<{ id: string; amount: number }>('/votes/cast', {
    contestId: paid.id,
    categoryId: paid.contestant.categoryId,
    contestantId: paid.contestant.id,
    voteCount: 3,
    voterPhone: '0241234567',
  });
  await user.api.put(`/contests/${paid.id}`, { votePrice: 2.5, showResults: false, title: 'Renamed' });
  expect(
    await sql`SELECT detail FROM audit_log WHERE subject_id = ${paid.id} AND action = 'contest.change'`,
  ).toEqual([{ detail: { votePrice: { from: 1, to: 2.5 }, showResults: { from: true, to: false } } }]);
  const stored = await sql`SELECT price_pesewas, amount_pesewas FROM votes WHERE id = ${vote.data.id}`;
  expect(stored).toEqual([{ price_pesewas: 100, amount_pesewas: 300 }]);
});

it('a change of a contest follows the table of states', async () => {
  const user = await aUser().save();
  const put = async (builder: ReturnType<typeof aContest>, status: string): Promise<number> => {
    const { id } = await builder.ownedBy(user).save();
    return (await user.api.put(`/contests/${id}`, { status })).status;
  };
  expect(await put(aContest().draft(), 'ACTIVE')).toBe(200);
  expect(await put(aContest().draft().endingIn(-1_000), 'ACTIVE')).toBe(409);
  expect(await put(aContest().draft(), 'ENDED')).toBe(409);
  expect(await put(aContest().draft(), 'PAUSED')).toBe(409);
  expect(await put(aContest().active(), 'ACTIVE')).toBe(200);
  expect(await put(aContest().active(), 'PAUSED')).toBe(409);
  expect(await put(aContest().active(), 'DRAFT')).toBe(409);
  expect(await put(aContest().paused(), 'ACTIVE')).toBe(409);
  expect(await put(aContest().paused(), 'ENDED')).toBe(200);
  expect(await put(aContest().ended(), 'ACTIVE')).toBe(409);
  expect(await put(aContest().active(), 'NOTHING')).toBe(400);
});

it('a change of a contest moves no date, price or title of a contest that has ended', async () => {
  const user = await aUser().save();
  const contest = await aContest().ownedBy(user).ended().paid('1.00').save();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  for (const change of [
    { endDate: later },
    { startDate: '2020-01-01T00:00:00Z' },
    { votePrice: 2 },
    { title: 'Other' },
  ]) {
    const refused = await user.api.put(`/contests/${contest.id}`, change);
    expect([change, refused.status, refused.code]).toEqual([change, 409, 'RESULT_CLOSED']);
  }
  expect(
    (await user.api.put(`/contests/${contest.id}`, { title: contest.title, description: 'More' })).status,
  ).toBe(200);
});

it('a change of a contest a contest without votes is really deleted, one with votes only from sight', async () => {
  const user = await aUser().save();
  const [empty, voted] = [await aContest().ownedBy(user).save(), await aContest().ownedBy(user).save()];
  await user.api.post('/votes/cast', {
    contestId: voted.id,
    categoryId: voted.contestant.categoryId,
    contestantId: voted.contestant.id,
    voteCount: 1,
    voterPhone: '0241234567',
  });
  for (const { id } of [empty, voted]) expect((await user.api.delete(`/contests/${id}`)).status).toBe(200);
  const left = await sql`SELECT id, archived_by FROM contests WHERE id = ANY(${[empty.id, voted.id]})`;
  expect(left).toEqual([{ id: voted.id, archived_by: user.id }]);
});

it('a change of a contest nor are a category and a contestant with votes: gone for every reader, kept in the books', async () => {
  const user = await aUser().save();
  const contest = await aContest().ownedBy(user).withContestants(2, 1, 1).save();
  const [first, second, empty] = contest.categories;
  const voted = [first?.contestants[0]?.id, second?.contestants[0]?.id];
  for (const [index, contestantId] of voted.entries()) {
    const categoryId = contest.categories[index]?.id;
    const vote = await user.api.post('/votes/cast', aVote(contest, { categoryId, contestantId }));
    expect(vote.status).toBe(201);
  }
  const deleted = [
    `/contestants/${voted[0]}`,
    `/contestants/${first?.contestants[1]?.id}`,
    `/categories/${second?.id}`,
    `/categories/${empty?.id}`,
  ];
  for (const path of deleted) {
    expect((await user.api.delete(path)).status).toBe(200);
    expect((await user.api.get(path)).status).toBe(404);
  }
  const kept = await sql<{ id: string }>`SELECT id FROM contestants WHERE contest_id = ${contest.id}
       AND archived_by = ${user.id}
       UNION ALL SELECT id FROM categories WHERE contest_id = ${contest.id} AND archived_by = ${user.id}`;
  expect(kept.map((row) => row.id)).toEqual([voted[0], second?.id]);
  const rows = await sql`SELECT id FROM contestants WHERE contest_id = ${contest.id} UNION ALL SELECT id
      FROM categories WHERE contest_id = ${contest.id}`;
  // Both of the first category's contestants are gone for readers; of what nobody voted for nothing is left.
  expect(rows.length).toBe(4);
  expect(await sql`SELECT 1 FROM vote_ledger WHERE contest_id = ${contest.id}`).toHaveLength(2);
});

describe('the public list', () => {
  const find = async (query: string) => {
    const answer = await new ApiClient().get<PublicContestSummary[]>(`/contests/public?${query}`);
    return { ...answer, ids: answer.data?.map(({ id }) => id) };
  };
  const contests = {} as Record<'active' | 'paused' | 'ended' | 'draft', BuiltContest>;
  const name = `Odwira ${Date.now()}`;
  const byName = `search=${encodeURIComponent(name.toUpperCase())}`;

  beforeAll(async () => {
    const owner = await aUser().save();
    for (const state of ['active', 'paused', 'ended', 'draft'] as const)
      contests[state] = await aContest().titled(`${name} ${state}`).ownedBy(owner)[state]().save();
  });

  it('finds contests by their title and their host, and never drafts', async () => {
    const { active, paused, ended, draft } = contests;
    const found = await find(byName);
    expect(found.ids).toEqual([active.id, paused.id, ended.id]);
    expect(found.pagination).toMatchObject({ total: 3, totalPages: 1 });
    expect((await find(`search=${encodeURIComponent(`Host of ${paused.title}`)}`)).ids).toEqual([paused.id]);
    expect((await find(`search=${encodeURIComponent(draft.title)}`)).ids).toEqual([]);
  });

  it('is filtered by state, together with a text', async () => {
    expect((await find(`${byName}&status=ENDED`)).ids).toEqual([contests.ended.id]);
    expect((await find(`${byName}&status=ACTIVE&pageSize=1`)).ids).toEqual([contests.active.id]);
    expect((await find('status=DRAFT')).status).toBe(400);
  });

  it('without filters stays complete after filtered pages were read', async () => {
    // Other spec files add and archive contests meanwhile: only this one is sure to be there besides the three.
    await aContest().save();
    expect((await find('page=1&pageSize=20')).pagination?.total).toBeGreaterThan(3);
    expect((await find(`page=1&pageSize=20&${byName}`)).pagination?.total).toBe(3);
    expect((await find('page=1&pageSize=20')).pagination?.total).toBeGreaterThan(3);
  });

  it('takes wildcards of a search literally', async () =>
    expect((await find(`search=${encodeURIComponent(`${name}%`)}`)).ids).toEqual([]));
});

it('the figures of the home page count contests and votes of public results, and no hidden ones', async () => {
  const shown = await aContest().save();
  const hidden = await aContest().resultsHidden().save();
  const tally = (contest: BuiltContest, votes: number) =>
    sql`INSERT INTO contestant_tallies (contestant_id, contest_id, category_id, votes, version)
        VALUES (${contest.contestant.id}, ${contest.id}, ${contest.contestant.categoryId}, ${votes}, 1)`;
  // More than all other tests count together.
  const huge = 5_000_000_000_000;
  await tally(hidden, huge);
  await tally(shown, 12);
  const source = await new DataSource(dataSourceOptions(testState().databaseUrl, 1)).initialize();
  try {
    const reader = new PublicFiguresReader(source, { now: () => new Date() });
    const [figures, again] = await Promise.all([reader.read(), reader.read()]);
    expect(again).toBe(figures);
    expect(figures.openContests).toBeGreaterThanOrEqual(2);
    expect(figures.hosts).toBeGreaterThanOrEqual(2);
    expect(figures.votes).toBeGreaterThanOrEqual(12);
    expect(figures.votes).toBeLessThan(huge);
  } finally {
    await source.destroy();
  }
  const { data } = await new ApiClient().get<PublicFigures>('/contests/public/figures');
  expect(data.votes).toBeLessThan(huge);
  // Other specs read the figures of the whole installation.
  await sql`DELETE FROM contestant_tallies WHERE contest_id = ANY(${[hidden.id, shown.id]})`;
});

it('tells voters the state of the platform, with no name of a server or a library, as an answer that caches keep', async () => {
  const response = await fetch(`${testState().baseUrl}/api/status`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=5');
  expect(response.headers.get('etag')).not.toBeNull();
  const text = await response.text();
  expect(text).not.toMatch(/redis|postgres|paystack|bull|worker|127\.0\.0\.1|abato-/i);
  const { data } = JSON.parse(text) as { data: StatusView };
  expect(data.services.map(({ service }) => service)).toEqual(['voting', 'payments', 'live']);
  expect(data.services[0]).toEqual({ service: 'voting', state: 'OPERATIONAL', reason: null });
  expect(data.history.at(-1)).toMatchObject({ voting: expect.stringMatching(/OPERATIONAL|DEGRADED|DOWN/) });
});
