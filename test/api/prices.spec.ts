import { randomUUID } from 'node:crypto';
import type {
  CashEntryView,
  CastVoteResult,
  CategoryView,
  ContestRulesView,
  ContestView,
  NomineeByCode,
  PaymentStats,
} from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, nomineeCode, sql } from '../support/builders.js';
import { ApiClient, formOf } from '../support/http.js';
import {
  enterByHand,
  initialize,
  ledgerOf,
  payCounted,
  publicContest,
  publicTotal,
} from '../support/payments.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const owner = await aUser().save();
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A window that is open for longer than any test. */
const openNow = (multiplier: number) => ({ from: inHours(-5), until: inHours(5), multiplier });
const BUNDLES = [
  { votes: 10, price: 8 },
  { votes: 25, price: 18.5 },
];

const paidContest = () => aContest().ownedBy(owner).paid('1.00');
const change = (contest: BuiltContest, fields: object) =>
  owner.api.put<ContestView>(`/contests/${contest.id}`, { amendmentReason: 'The sponsor asked', ...fields });
const changeCategory = (id: string, fields: object) =>
  owner.api.put<CategoryView>(`/categories/${id}`, fields);
const cast = (contest: BuiltContest, fields: Record<string, unknown> = {}) =>
  api.post<CastVoteResult>('/votes/cast', aVote(contest, fields));
const snapshotOf = async (voteId: string): Promise<unknown> =>
  (
    await sql`SELECT vote_count, price_pesewas, amount_pesewas, multiplier FROM votes WHERE id = ${voteId}`
  )[0];

it('bundles are shown in order, cost what they say, and are paid, counted and booked with that amount', async () => {
  const contest = await paidContest().save();
  const changed = await change(contest, { bundles: [...BUNDLES].reverse() });
  expect([changed.status, changed.data.bundles]).toEqual([200, BUNDLES]);
  expect((await publicContest(contest)).bundles).toEqual(BUNDLES);
  for (const [voteCount, amount] of [
    [1, 1],
    [7, 7],
    // Never more than a bundle with more votes.
    [9, 8],
    [10, 8],
    [11, 11],
    [25, 18.5],
    [26, 26],
  ]) {
    expect((await cast(contest, { voteCount })).data).toMatchObject({ voteCount, amount, status: 'PENDING' });
  }
  const { voteId } = await payCounted(contest, { voteCount: 10 });
  expect(await snapshotOf(voteId)).toEqual({
    vote_count: 10,
    price_pesewas: 100,
    amount_pesewas: 800,
    multiplier: 1,
  });
  expect(await ledgerOf(voteId)).toEqual([10]);
  await waitFor(async () => (await publicTotal(contest.id)) === 10);
  const { data: stats } = await owner.api.get<PaymentStats>(`/payments/contest/${contest.id}/stats`);
  expect(stats.totalRevenue).toBe(8);
  const csv = (await owner.api.get(`/contests/${contest.id}/export/votes.csv`)).body;
  expect(csv).toMatch(/,10,8(\.00)?,/);
});

it('bundles keep their amount for votes that were cast before a change', async () => {
  const contest = await paidContest().save();
  await change(contest, { bundles: BUNDLES });
  const { data } = await cast(contest, { voteCount: 10 });
  await change(contest, { bundles: [] });
  expect((await initialize(data.id)).status).toBe(201);
  const rows = await sql`SELECT amount_pesewas FROM payments WHERE vote_id = ${data.id}`;
  expect(rows).toEqual([{ amount_pesewas: 800 }]);
  expect((await cast(contest, { voteCount: 10 })).data.amount).toBe(10);
});

it.each<[string, object, string, RegExp]>([
  ['dearer than single votes', { bundles: [{ votes: 10, price: 10.01 }] }, 'bundles', /at most GHS 10\.00/],
  ['for free votes', { votePrice: 0, bundles: BUNDLES }, 'bundles', /Free votes have no bundles/],
  ['more than six', { bundles: Array(7).fill({ votes: 10, price: 8 }) }, 'bundles', /at most 6/],
  ['that are no list', { bundles: 'ten for eight' }, 'bundles', /must be a list/],
  ['of one vote', { bundles: [{ votes: 1, price: 0.5 }] }, 'bundles', /from 2 to 100,000/],
  ['with parts of a pesewa', { bundles: [{ votes: 10, price: 7.999 }] }, 'bundles', /two decimals/],
  ['without a price', { bundles: [{ votes: 10 }] }, 'bundles', /Price of a bundle/],
  ['as windows that overlap', { windows: [openNow(2), openNow(3)] }, 'windows', /overlap/],
  ['as a window that counts six times', { windows: [openNow(6)] }, 'windows', /2 to 5/],
])('bundles are refused %s', async (_, fields, field, message) => {
  const contest = await paidContest().save();
  const { status, errors } = await change(contest, fields);
  expect([status, errors]).toEqual([400, [{ field, message: expect.stringMatching(message) as string }]]);
  expect((await publicContest(contest)).bundles).toEqual([]);
});

it('bundles are taken from a form as JSON text', async () => {
  const contest = await paidContest().save();
  const put = (bundles: string) => owner.api.put<ContestView>(`/contests/${contest.id}`, formOf({ bundles }));
  expect((await put(JSON.stringify(BUNDLES))).data.bundles).toEqual(BUNDLES);
  expect((await put('[{')).status).toBe(400);
});

it('the price of a category replaces the contest’s price and bundles there, and nowhere else', async () => {
  const contest = await paidContest().withContestants(1, 1).save();
  await change(contest, { bundles: BUNDLES });
  const [first, second] = contest.categories;
  const own = { votePrice: 2.5, bundles: [{ votes: 4, price: 9 }] };
  const changed = await changeCategory(second?.id ?? '', own);
  expect([changed.status, changed.data]).toEqual([200, expect.objectContaining(own)]);
  expect(
    (await publicContest(contest)).categories.map(({ votePrice, bundles }) => ({ votePrice, bundles })),
  ).toEqual([{ votePrice: null, bundles: [] }, own]);
  const inSecond = { categoryId: second?.id, contestantId: second?.contestants[0]?.id };
  const inFirst = { categoryId: first?.id, contestantId: first?.contestants[0]?.id };
  const amounts = [];
  for (const place of [inFirst, inSecond])
    for (const voteCount of [1, 4, 10])
      amounts.push((await cast(contest, { ...place, voteCount })).data.amount);
  expect(amounts).toEqual([1, 4, 8, 2.5, 9, 25]);
  const code = await nomineeCode(inSecond.contestantId ?? '');
  expect((await api.get<NomineeByCode>(`/contestants/code/${code}`)).data.votePrice).toBe(2.5);
  expect((await changeCategory(second?.id ?? '', { votePrice: null })).data).toMatchObject({
    votePrice: null,
    bundles: [],
  });
  expect((await cast(contest, { ...inSecond, voteCount: 10 })).data.amount).toBe(8);
});

it('the price of a category is refused in a free contest, keeps a contest from becoming free, and bundles need it', async () => {
  const free = await aContest().ownedBy(owner).save();
  const refused = await changeCategory(free.contestant.categoryId, { votePrice: 1 });
  expect([refused.status, refused.errors?.[0]?.field]).toEqual([400, 'votePrice']);
  const paid = await paidContest().save();
  const { categoryId } = paid.contestant;
  expect((await changeCategory(categoryId, { bundles: BUNDLES })).errors?.[0]?.field).toBe('bundles');
  expect((await changeCategory(categoryId, { votePrice: 2 })).status).toBe(200);
  expect((await change(paid, { votePrice: 0 })).errors?.[0]?.field).toBe('votePrice');
});

it('the price of a category cannot change once the contest has ended, nor can bundles and windows', async () => {
  const contest = await aContest().ownedBy(owner).paid('1.00').ended().save();
  const answers = await Promise.all([
    changeCategory(contest.contestant.categoryId, { votePrice: 2 }),
    change(contest, { bundles: BUNDLES }),
    change(contest, { windows: [openNow(2)] }),
  ]);
  expect(answers.map(({ code }) => code)).toEqual(Array(3).fill('RESULT_CLOSED'));
  // The same again is no change.
  expect((await change(contest, { bundles: [], windows: [] })).status).toBe(200);
});

it('a window multiplies the votes that are cast in it, and not what they cost', async () => {
  const contest = await paidContest().save();
  const windows = [openNow(3), { from: inHours(6), until: inHours(7), multiplier: 5 }];
  await change(contest, { windows: [...windows].reverse(), bundles: BUNDLES });
  expect((await publicContest(contest)).windows).toEqual(windows);
  expect((await cast(contest, { voteCount: 10 })).data).toMatchObject({ voteCount: 30, amount: 8 });
  const { voteId } = await payCounted(contest, { voteCount: 2 });
  expect(await snapshotOf(voteId)).toEqual({
    vote_count: 6,
    price_pesewas: 100,
    amount_pesewas: 200,
    multiplier: 3,
  });
  expect(await ledgerOf(voteId)).toEqual([6]);
  await waitFor(async () => (await publicTotal(contest.id)) === 6);
});

it('a window counts a vote by the time of its cast, also when it is paid after the window', async () => {
  const contest = await paidContest().save();
  await change(contest, { windows: [openNow(2)] });
  const { data } = await cast(contest, { voteCount: 5 });
  await change(contest, { windows: [{ ...openNow(2), until: inHours(-1) }] });
  expect((await initialize(data.id)).status).toBe(201);
  expect(await snapshotOf(data.id)).toMatchObject({ vote_count: 10, amount_pesewas: 500 });
  expect((await cast(contest, { voteCount: 5 })).data.voteCount).toBe(5);
});

it('a window gives a repeated request its first answer', async () => {
  const contest = await paidContest().save();
  await change(contest, { windows: [openNow(2)] });
  const body = aVote(contest, { voteCount: 5 });
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => api.post<CastVoteResult>('/votes/cast', body, { headers });
  const first = await send();
  await change(contest, { windows: [] });
  expect((await send()).data).toEqual(first.data);
});

const enter = (contest: BuiltContest, voteCount: number) => enterByHand(owner, contest, { voteCount });

it('cash entered by hand costs and counts by the same rules', async () => {
  const contest = await paidContest().save();
  await change(contest, { windows: [openNow(2)], bundles: BUNDLES });
  const { data } = await enter(contest, 10);
  expect(data).toMatchObject({ status: 'COMPLETED', voteCount: 20, amount: 8 });
  expect(await ledgerOf(data.id)).toEqual([20]);
});

it('cash entered by hand that waits for a second person keeps what it counted and cost when it was entered', async () => {
  const contest = await aContest().ownedBy(owner).paid('100.00').save();
  await change(contest, { windows: [openNow(2)] });
  const { data } = await enter(contest, 200);
  expect(data).toMatchObject({ awaitsConfirmation: true, voteCount: 400, amount: 20_000 });
  await change(contest, { windows: [] });
  const listed = await owner.api.get<CashEntryView[]>(`/votes/manual?contestId=${contest.id}`);
  expect(listed.data).toMatchObject([{ voteCount: 400, amount: 20_000 }]);
  const admin = await aUser().superAdmin().save();
  const confirmed = await admin.api.post<CastVoteResult>(`/votes/manual/${data.id}/confirm`);
  expect(confirmed.data).toMatchObject({ voteCount: 400, amount: 20_000 });
  expect(await ledgerOf(data.id)).toEqual([400]);
});

it('cash entered by hand that waits is not counted at a price that has changed since', async () => {
  const contest = await aContest().ownedBy(owner).paid('100.00').save();
  const { data } = await enter(contest, 200);
  expect((await changeCategory(contest.contestant.categoryId, { votePrice: 90 })).status).toBe(200);
  const admin = await aUser().superAdmin().save();
  expect((await admin.api.post(`/votes/manual/${data.id}/confirm`)).code).toBe('CONTEST_CHANGED');
});

it('the rules of prices are sealed, and every change is an amendment that says what it was', async () => {
  const draft = await aContest().ownedBy(owner).draft().paid('1.00').save();
  const { categoryId } = draft.contestant;
  await change(draft, { bundles: BUNDLES });
  expect((await change(draft, { status: 'ACTIVE' })).status).toBe(200);
  const window = openNow(2);
  await change(draft, { windows: [window] });
  await changeCategory(categoryId, { votePrice: 2, bundles: [{ votes: 5, price: 9 }] });
  await changeCategory(categoryId, { name: 'Another name' });
  const { data } = await api.get<ContestRulesView>(`/contests/${draft.id}/rules`);
  expect(data.sealed?.rules).toMatchObject({ bundles: '10:800,25:1850' });
  expect(data.sealed?.rules).not.toHaveProperty('voteWindows');
  expect(data.amendments.map(({ changes }) => changes)).toEqual([
    [{ field: 'voteWindows', from: null, to: `${window.from}/${window.until}*2` }],
    [{ field: 'categoryPrices', from: null, to: `${categoryId}=200,5:900` }],
  ]);
});

it('the rules of prices are copied with a contest, without the windows of its evening', async () => {
  const contest = await paidContest().save();
  await change(contest, { windows: [openNow(2)], bundles: BUNDLES });
  await changeCategory(contest.contestant.categoryId, { votePrice: 2 });
  const copy = (await owner.api.post<ContestView>(`/contests/${contest.id}/duplicate`)).data;
  expect(copy).toMatchObject({ bundles: BUNDLES, windows: [], categories: [{ votePrice: 2 }] });
});

it('the rules of prices can be given with a new contest and a new category', async () => {
  const { hostId } = await paidContest().save();
  const created = await owner.api.post<ContestView>('/contests', {
    hostId,
    title: 'Prices',
    description: 'Of all kinds',
    startDate: inHours(1),
    endDate: inHours(9),
    votePrice: 1,
    bundles: BUNDLES,
    windows: [openNow(2)],
  });
  expect([created.status, created.data.bundles]).toEqual([201, BUNDLES]);
  const category = await owner.api.post<CategoryView>('/categories', {
    contestId: created.data.id,
    name: 'Dear',
    description: 'Twice the price',
    votePrice: 2,
  });
  expect([category.status, category.data.votePrice]).toEqual([201, 2]);
});

it('an amount above what wallets may pay is refused in plain words before a prompt is begun, and can be paid on the page', async () => {
  const contest = await aContest().ownedBy(owner).paid('10.00').save();
  await change(contest, { bundles: [{ votes: 400, price: 3_000.01 }] });
  const { data } = await cast(contest, { voteCount: 400 });
  expect(data.amount).toBe(3_000.01);
  const body = { voteId: data.id, phoneNumber: '+233241234567', network: 'mtn' };
  const refused = await api.post('/payments/paystack/charge', body);
  expect([refused.status, refused.code, refused.message]).toEqual([
    400,
    'WALLET_LIMIT',
    'Many mobile-money wallets may pay at most GHS 3,000.00 a day. Choose fewer votes, or pay on the payment page.',
  ]);
  expect(await sql`SELECT FROM payments WHERE vote_id = ${data.id}`).toHaveLength(0);
  expect((await initialize(data.id)).status).toBe(201);
});
