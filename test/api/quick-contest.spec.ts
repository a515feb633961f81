import { randomUUID } from 'node:crypto';
import type { ContestantView, ContestView } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, database, sql } from '../support/builders.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { type ApiClient, formOf } from '../support/http.js';
import { aPicture } from '../support/pictures.js';
import { expectRefusal } from '../support/refusal.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const DAY_MS = 86_400_000;

useHeldTransactions();
const owner = await aUser().save();

const duplicate = (id: string) => owner.api.post<ContestView>(`/contests/${id}/duplicate`);

it('a duplicated contest is a draft with the same settings, categories and contestants, and without votes and payments', async () => {
  const source = await aContest()
    .ownedBy(owner)
    .paid('1.50')
    .resultsHidden()
    .freeVotesPerDevice(77)
    .withContestants(3, 0, 2)
    .save();
  const settings = { challenge: 'ALWAYS', retentionMonths: 9 };
  expect((await owner.api.put(`/contests/${source.id}`, settings)).status).toBe(200);
  await owner.api.post('/votes/manual', { ...aVote(source), reason: 'cash at the door' });
  // The worker counts it.
  const before = await waitFor(
    async () => {
      const { data } = await owner.api.get<ContestView>(`/contests/${source.id}`);
      return data._count.votes === 1 && data;
    },
    { what: 'a counted vote' },
  );
  // Rules of free votes are none of a paid contest, and there again once a copy is free.
  expect(before).toMatchObject({ retentionMonths: 9, challenge: null, freeVotesPerDevice: null });

  const answer = await duplicate(source.id);
  expect(answer.status).toBe(201);
  const copy = answer.data;
  const same = ({ hostId, description, startDate, endDate, votePrice, ...contest }: ContestView) => [
    [hostId, description, startDate, endDate, votePrice],
    [contest.freeVotesPerHour, contest.freeVotesPerDevice, contest.challenge, contest.retentionMonths],
    contest.showResults,
    contest.categories?.map(({ name, order, contestants }) => [
      [name, order],
      contestants?.map((one) => [one.name, one.bio, one.order]),
    ]),
  ];
  expect(same(copy)).toEqual(same(before));
  const free = await owner.api.put<ContestView>(`/contests/${copy.id}`, { votePrice: 0 });
  expect(free.data).toMatchObject({ ...settings, freeVotesPerDevice: 77 });
  expect([copy.title, copy.status, copy._count.votes]).toEqual([`${source.title} (copy)`, 'DRAFT', 0]);
  const money = await sql`
    SELECT 1 FROM votes WHERE contest_id = ${copy.id}
    UNION ALL SELECT 1 FROM payments WHERE contest_id = ${copy.id}
    UNION ALL SELECT 1 FROM vote_ledger WHERE contest_id = ${copy.id}
    UNION ALL SELECT 1 FROM contest_tallies WHERE contest_id = ${copy.id} AND votes > 0`;
  expect(money.length).toBe(0);
  const log = await sql`SELECT action, detail FROM audit_log WHERE subject_id = ${copy.id} ORDER BY id`;
  expect(log[0]).toEqual({ action: 'contest.duplicate', detail: { from: source.id } });
});

it('a duplicated contest of an electorate has the same level, and changes of votes are allowed as in its source', async () => {
  for (const change of [true, false]) {
    const source = await aContest().ownedBy(owner).electorate({ change }).save();
    const { data } = await duplicate(source.id);
    expect(data).toMatchObject({ verification: 'ELECTORATE', allowBallotChange: change });
  }
});

it('a duplicated contest has none of the archived categories and contestants', async () => {
  const source = await aContest().ownedBy(owner).withContestants(2, 1).save();
  const [first, second] = source.categories;
  for (const [category, at] of [
    [first, 0],
    [second, 0],
  ] as const) {
    const contestantId = category?.contestants[at]?.id;
    await owner.api.post('/votes/cast', aVote(source, { categoryId: category?.id, contestantId }));
  }
  await owner.api.delete(`/contestants/${first?.contestants[0]?.id}`);
  await owner.api.delete(`/categories/${second?.id}`);
  const { categories } = (await duplicate(source.id)).data;
  expect(categories?.map((one) => one.contestants?.map(({ name }) => name))).toEqual([['Contestant 1.2']]);
});

it('a duplicated contest of an ended contest begins in the future, on the same day of the week and at the same time', async () => {
  const source = await aContest()
    .ownedBy(owner)
    .ended()
    .startingIn(-30 * DAY_MS)
    .save();
  const [from, copy] = [
    (await owner.api.get<ContestView>(`/contests/${source.id}`)).data,
    (await duplicate(source.id)).data,
  ];
  const moved = Date.parse(copy.startDate) - Date.parse(from.startDate);
  expect(moved % (7 * DAY_MS)).toBe(0);
  expect(moved).toBe(Date.parse(copy.endDate) - Date.parse(from.endDate));
  const startsIn = Date.parse(copy.startDate) - Date.now();
  expect(startsIn).toBeGreaterThan(0);
  expect(startsIn).toBeLessThanOrEqual(7 * DAY_MS);
});

it('a duplicated contest has a title within the limit', async () => {
  const source = await aContest().ownedBy(owner).save();
  await owner.api.put(`/contests/${source.id}`, { title: 'x'.repeat(200) });
  const { title } = (await duplicate(source.id)).data;
  expect([title.length, title.slice(-8)]).toEqual([200, 'x (copy)']);
});

it('a duplicated contest waits for a photo that is being replaced, and copies the new one', async () => {
  const source = await aContest().ownedBy(owner).withContestants(1).save();
  const writer = await HeldTransaction.begin(database());
  const { id } = source.contestant;
  await writer.client.query(`UPDATE contestants SET photo = '/new.webp' WHERE id = $1`, [id]);
  const answer = duplicate(source.id);
  expect(await writer.holdsUp(answer)).toBe(true);
  await writer.commit();
  expect((await answer).data.categories?.[0]?.contestants?.[0]?.photo).toBe('/new.webp');
});

it('a duplicated contest shares pictures, which are removed with the last contest that shows them', async () => {
  const source = await aContest().ownedBy(owner).withContestants(0).save();
  const texts = { categoryId: source.contestant.categoryId, name: 'N', bio: 'B' };
  const form = formOf(texts, { photo: await aPicture({ width: 20, height: 20 }) });
  const { photo } = (await owner.api.post<ContestantView>('/contestants', form)).data;
  const status = async () => (await fetch(`${testState().baseUrl}${photo}`)).status;
  const copy = (await duplicate(source.id)).data;
  expect(copy.categories?.[0]?.contestants?.[0]?.photo).toBe(photo);
  await owner.api.delete(`/contests/${source.id}`);
  expect(await status()).toBe(200);
  await owner.api.delete(`/contests/${copy.id}`);
  expect(await status()).toBe(404);
});

describe('a contest that is created with its categories', () => {
  const DATES = { startDate: '2026-01-01T00:00:00Z', endDate: new Date(Date.now() + DAY_MS).toISOString() };
  let hostId: string;
  beforeAll(async () => {
    ({ hostId } = await aContest().ownedBy(owner).save());
  });
  const body = (title: string, more: object = {}) => ({
    hostId,
    title,
    description: 'In one call',
    ...DATES,
    categories: [
      {
        name: 'Song of the Year',
        description: 'Songs',
        contestants: [{ name: 'Zora', bio: 'Sings' }, { name: 'Ama' }],
      },
      { name: 'Video', description: 'Videos', order: 7, contestants: [{ name: 'Esi', bio: 'B', order: 3 }] },
    ],
    ...more,
  });
  const create = (given: object, headers?: Record<string, string>) =>
    owner.api.post<ContestView>('/contests', given, { headers });
  const titled = async (title: string) =>
    (await owner.api.get<ContestView[]>(`/contests?search=${encodeURIComponent(title)}`)).data.length;

  it('has all of them in their order, and is active at once when asked', async () => {
    const { status, data } = await create(body('At once', { activate: true }));
    expect([status, data.status, data._count]).toEqual([
      201,
      'ACTIVE',
      { categories: 2, contestants: 3, votes: 0 },
    ]);
    expect(
      data.categories?.map(({ name, order, contestants }) => [
        name,
        order,
        contestants?.map((one) => [one.name, one.bio, one.order]),
      ]),
    ).toEqual([
      [
        'Song of the Year',
        0,
        [
          ['Zora', 'Sings', 0],
          ['Ama', '', 1],
        ],
      ],
      ['Video', 7, [['Esi', 'B', 3]]],
    ]);
    const rules = await owner.api.get<{ rules: object[] }>(`/contests/${data.id}/rules`);
    expect(rules.status).toBe(200);
    const { data: open } = await owner.api.get<{ status: string }>(`/contests/${data.id}/public`);
    expect(open.status).toBe('ACTIVE');
    const log = await sql`SELECT action, detail FROM audit_log WHERE subject_id = ${data.id} ORDER BY id`;
    expect(log).toEqual([{ action: 'contest.change', detail: { status: { from: 'DRAFT', to: 'ACTIVE' } } }]);
  });

  it('stays a draft without being asked, also as a form with a banner', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(body('As a form')))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    form.set('banner', await aPicture({ width: 20, height: 20 }), 'banner.png');
    const { status, data } = await create(form);
    expect([status, data.status, data._count.contestants]).toEqual([201, 'DRAFT', 3]);
    expect(data.banner).toMatch(/^\/uploads\//);
  });

  it('names each wrong field by its path and writes nothing', async () => {
    const wrong = body('Refused', {
      categories: [
        { name: 'A', description: 'D', contestants: [{ name: 'x' }, { name: 'y' }, { bio: 'B' }] },
        { description: 'D', order: -1 },
        'text',
      ],
    });
    const { status, errors, message } = await create(wrong);
    expect([status, message, errors]).toEqual([
      400,
      'Contestant name is required',
      [
        { field: 'categories.0.contestants.2.name', message: 'Contestant name is required' },
        { field: 'categories.1.name', message: 'Category name is required' },
        { field: 'categories.1.order', message: 'Order must be 0 or greater' },
        { field: 'categories.2', message: 'A JSON object is expected' },
      ],
    ]);
    const twice = { name: 'A', description: 'D', contestants: [{ name: 'Ama' }, { name: 'ama' }] };
    expect((await create(body('Refused', { categories: [twice] }))).errors).toEqual([
      { field: 'categories.0.contestants.1.name', message: 'ama is in this category already' },
    ]);
    expect((await create(body('Refused', { categories: 'none' }))).errors?.[0]?.field).toBe('categories');
    expect(await titled('Refused')).toBe(0);
  });

  it('is not written when it cannot be activated', async () => {
    for (const [more, code] of [
      [{ categories: [] }, 'CONTEST_INCOMPLETE'],
      [{ verification: 'ELECTORATE' }, 'INVALID_TRANSITION'],
      [{ endDate: '2026-02-01T00:00:00Z' }, 'INVALID_TRANSITION'],
    ] as const) {
      const answer = await create(body('Not activated', { ...more, activate: true }));
      expect([answer.code, answer.errors]).toEqual([code, [{ field: 'activate', message: answer.message }]]);
    }
    expect(await titled('Not activated')).toBe(0);
  });

  it('may have 100 categories and 1,000 contestants, 200 of them in one', async () => {
    const category = (count: number) => ({
      name: 'C',
      description: 'D',
      contestants: Array.from({ length: count }, (_, index) => ({
        name: `Contestant ${index}`,
        bio: 'x'.repeat(100),
      })),
    });
    const largest = await create(
      body('Largest', {
        categories: [200, 200, 200, 200, 200, ...Array.from({ length: 95 }, () => 0)].map(category),
      }),
    );
    expect([largest.status, largest.data._count]).toEqual([
      201,
      { categories: 100, contestants: 1_000, votes: 0 },
    ]);
    for (const [counts, message] of [
      [[201], 'A category can have at most 200 entries'],
      [Array.from({ length: 101 }, () => 0), 'A new contest can have at most 100 entries'],
      [
        [200, 200, 200, 200, 200, 1],
        'A new contest can have at most 1,000 contestants: add the others afterwards',
      ],
    ] as const) {
      const answer = await create(body('Too large', { categories: counts.map(category) }));
      expect([answer.status, answer.message]).toEqual([400, message]);
    }
    expect((await create(body('Too large', { description: 'x'.repeat(300_000) }))).status).toBe(413);
    expect(await titled('Too large')).toBe(0);
  });

  it('is created once by one key, also when the request is sent twice at once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([create(body('Keyed'), headers), create(body('Keyed'), headers)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).not.toEqual([]);
    expect(await create(body('Keyed'), headers)).toMatchObject({
      status: 201,
      data: { id: answers.find(({ status }) => status === 201)?.data.id },
    });
    await expectRefusal(create(body('Another body'), headers), 409, 'IDEMPOTENCY_KEY_REUSED');
    expect([await titled('Keyed'), await titled('Another body')]).toEqual([1, 0]);
  });
});

describe('a list of contestants', () => {
  let contest: BuiltContest;
  const categoryId = () => contest.contestant.categoryId;
  const add = (list: unknown, client: ApiClient = owner.api) =>
    client.post<ContestantView[]>('/contestants/list', { categoryId: categoryId(), list });
  const names = async () =>
    (await owner.api.get<ContestantView[]>(`/contestants/category/${categoryId()}`)).data.map(
      ({ name }) => name,
    );
  beforeEach(async () => {
    contest = await aContest().ownedBy(owner).draft().withContestants(2).save();
  });

  it('is added after those that are there, in its order and without photos', async () => {
    const answer = await add('name,bio\nZora,Sings\nAma,"Plays, and sings"\nKofi');
    expect(answer.status).toBe(201);
    expect(answer.data.map(({ name, bio, photo, order }) => [name, bio, photo, order])).toEqual([
      ['Zora', 'Sings', null, 2],
      ['Ama', 'Plays, and sings', null, 3],
      ['Kofi', '', null, 4],
    ]);
    expect(await names()).toEqual(['Contestant 1.1', 'Contestant 1.2', 'Zora', 'Ama', 'Kofi']);
  });

  it('is refused as a whole, with the lines that cannot be used', async () => {
    const wrong = await add(`Ama\nama\n${'x'.repeat(201)}`);
    expect([wrong.status, wrong.errors]).toEqual([
      400,
      [
        { field: 'list', message: 'Line 2: ama is already on line 1' },
        { field: 'list', message: 'Line 3: Contestant name must be at most 200 characters' },
      ],
    ]);
    expect(await add('Ama\ncontestant 1.2')).toMatchObject({
      status: 400,
      message: 'Line 2: contestant 1.2 is in this category already',
    });
    expect((await add(' \n ')).message).toBe('Paste at least one name');
    expect((await add(Array.from({ length: 201 }, (_, i) => `N${i}`).join('\n'))).status).toBe(400);
    expect(await names()).toEqual(['Contestant 1.1', 'Contestant 1.2']);
  });

  it('that is sent twice at once is added once', async () => {
    const answers = await Promise.all([add('Ama\nKofi'), add('Ama\nKofi')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await names()).toHaveLength(4);
  });

  it('may have 200 names and 30,000 characters', async () => {
    const line = (index: number) => `Contestant ${index},${'Ɔ'.repeat(130)}`;
    expect((await add(Array.from({ length: 200 }, (_, i) => line(i)).join('\n'))).status).toBe(201);
    expect((await add('x'.repeat(30_001))).status).toBe(400);
  });
});
