import type { PublicContestSummary } from '@abato/contracts';
import { aContest, aUser, type BuiltContest, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';

afterAll(closeDatabase);

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
    contests.active = await aContest().ownedBy(owner).active().save();
    contests.paused = await aContest().ownedBy(owner).paused().save();
    contests.ended = await aContest().ownedBy(owner).ended().save();
    contests.draft = await aContest().ownedBy(owner).draft().save();
    for (const { id, title } of Object.values(contests)) {
      await owner.api.put(`/contests/${id}`, { title: `${name} ${title}` });
    }
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
    const total = (await find('page=1&pageSize=20')).pagination?.total ?? 0;
    expect((await find(`page=1&pageSize=20&${byName}`)).pagination?.total).toBe(3);
    expect((await find('page=1&pageSize=20')).pagination?.total).toBeGreaterThanOrEqual(total);
  });

  it('takes wildcards of a search literally', async () => {
    expect((await find(`search=${encodeURIComponent(`${name}%`)}`)).ids).toEqual([]);
  });
});
