import { DataSource } from 'typeorm';
import type { PublicContestSummary, PublicFigures, StatusView } from '@abato/contracts';
import { dataSourceOptions } from '@abato/database';
import { PublicFiguresReader } from '@abato/voting';
import { aContest, aUser, type BuiltContest, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { testState } from '../support/state.js';

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
    await aContest().active().save();
    expect((await find('page=1&pageSize=20')).pagination?.total).toBeGreaterThan(3);
    expect((await find(`page=1&pageSize=20&${byName}`)).pagination?.total).toBe(3);
    expect((await find('page=1&pageSize=20')).pagination?.total).toBeGreaterThan(3);
  });

  it('takes wildcards of a search literally', async () => {
    expect((await find(`search=${encodeURIComponent(`${name}%`)}`)).ids).toEqual([]);
  });
});

it('the figures of the home page count contests and votes of public results, and no hidden ones', async () => {
  const shown = await aContest().active().save();
  const hidden = await aContest().active().resultsHidden().save();
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
