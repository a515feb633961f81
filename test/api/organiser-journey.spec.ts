import type { CategoryView, ContestantView, ContestView, HostView, SessionView } from '@abato/contracts';
import { aUser, type BuiltUser } from '../support/builders.js';
import { ApiClient, formOf } from '../support/http.js';
import { aPicture } from '../support/pictures.js';
import { waitFor } from '../support/wait-for.js';

/** What an organiser does from registration to the first vote, in the order in which it happens. */
const visitor = new ApiClient();
const email = `journey-${Date.now()}@example.com`;
let organiser: ApiClient;
let admin: BuiltUser;
let host: HostView;
let contest: ContestView;
let category: CategoryView;
let contestant: ContestantView;

beforeAll(async () => {
  admin = await aUser().superAdmin().save();
});
const aVoteOf = (voteCount: number, voterPhone: string) => ({
  contestId: contest.id,
  categoryId: category.id,
  contestantId: contestant.id,
  voteCount,
  voterPhone,
});

it('an organiser registers with an organisation and awaits approval', async () => {
  const answer = await visitor.post<SessionView>('/auth/register', {
    firstName: 'Akosua',
    lastName: 'Mensah',
    email,
    phone: '024 123 4567',
    idNumber: 'GHA-123456789-0',
    password: 'Correct-Horse-7',
    confirmPassword: 'Correct-Horse-7',
    hostName: 'Akwaaba Awards',
    hostEmail: 'hello@akwaaba.example',
    hostPhone: '0201234567',
    hostDescription: 'Awards for the best.',
  });
  expect(answer.status).toBe(201);
  expect(answer.data.user).toMatchObject({ approvalStatus: 'PENDING', isApproved: false });
  organiser = visitor.as(answer.data.token);
});

it('an organiser can do nothing but read the profile until approved', async () => {
  expect((await organiser.get('/auth/profile')).status).toBe(200);
  const refused = await organiser.get('/hosts');
  expect(refused.status).toBe(403);
  expect(refused.message).toContain('not approved');
});

it('an organiser is approved by a super admin, and the token works at once', async () => {
  const found = await admin.api.get<{ id: string }[]>(
    `/users?approvalStatus=PENDING&search=${encodeURIComponent(email)}`,
  );
  expect(found.data).toHaveLength(1);
  const approved = await admin.api.put(`/users/${found.data[0]?.id}/approve`);
  expect(approved.data).toMatchObject({ approvalStatus: 'APPROVED', isApproved: true });
  const hosts = await organiser.get<HostView[]>('/hosts');
  expect(hosts.status).toBe(200);
  expect(hosts.data.map((item) => item.name)).toEqual(['Akwaaba Awards']);
});

it('an organiser creates a host with a logo', async () => {
  const texts = {
    name: 'Volta Music',
    email: 'Hello@Volta.example',
    phone: '+233 20 123 4567',
    description: 'Music of the Volta Region',
  };
  const answer = await organiser.post<HostView>('/hosts', formOf(texts, { logo: await aPicture() }));
  expect(answer.status).toBe(201);
  host = answer.data;
  expect(host).toMatchObject({
    name: 'Volta Music',
    email: 'hello@volta.example',
    phone: '+233201234567',
    isActive: true,
    _count: { contests: 0 },
  });
  expect(host.logo).toMatch(/^\/uploads\/[0-9a-f]{32}-640\.webp$/);
});

it('an organiser creates a paid contest from a form, as a draft no one else sees', async () => {
  const form = {
    hostId: host.id,
    title: 'Song of the Year',
    description: 'Which song?',
    startDate: new Date(Date.now() - 60_000).toISOString(),
    endDate: new Date(Date.now() + 3_600_000).toISOString(),
    votePrice: '0.50',
  };
  const answer = await organiser.post<ContestView>('/contests', formOf(form));
  expect(answer.status).toBe(201);
  contest = answer.data;
  expect(contest).toMatchObject({
    status: 'DRAFT',
    isPaused: false,
    showResults: true,
    votePrice: 0.5,
    host: { name: 'Volta Music' },
    _count: { categories: 0, contestants: 0, votes: 0 },
  });
  expect((await visitor.get(`/contests/${contest.id}/public`)).status).toBe(404);
});

it('an organiser cannot activate it before there is a contestant to vote for', async () => {
  const refused = await organiser.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
  expect([refused.status, refused.code]).toEqual([409, 'CONTEST_INCOMPLETE']);
});

it('an organiser adds a category and a contestant with a photo', async () => {
  const added = await organiser.post<CategoryView>('/categories', {
    contestId: contest.id,
    name: 'Best Song',
    description: 'The song itself',
    order: 1,
  });
  expect(added.status).toBe(201);
  category = added.data;
  expect(category).toMatchObject({
    contest: { title: 'Song of the Year' },
    _count: { contestants: 0, votes: 0 },
  });

  const texts = { categoryId: category.id, name: 'Adwoa', bio: 'Sings highlife', order: '2' };
  const form = formOf(texts, { photo: await aPicture() });
  const person = await organiser.post<ContestantView>('/contestants', form);
  expect(person.status).toBe(201);
  contestant = person.data;
  expect(contestant).toMatchObject({ name: 'Adwoa', order: 2, voteCount: 0, _count: { votes: 0 } });
});

it('an organiser activates it, and visitors see it', async () => {
  const answer = await organiser.put<ContestView>(`/contests/${contest.id}`, { status: 'ACTIVE' });
  expect(answer.data.status).toBe('ACTIVE');
  const seen = await visitor.get<ContestView>(`/contests/${contest.id}/public`);
  expect(seen.data.categories?.[0]?.contestants?.[0]?.name).toBe('Adwoa');
});

it('an organiser makes it free, receives a vote, and sees it counted everywhere', async () => {
  await organiser.put(`/contests/${contest.id}`, { votePrice: 0 });
  const vote = await visitor.post<{ status: string }>('/votes/cast', aVoteOf(3, '0241234567'));
  expect([vote.status, vote.data.status]).toEqual([201, 'COMPLETED']);
  await waitFor(
    async () => (await organiser.get<ContestView>(`/contests/${contest.id}`)).data._count.votes === 3,
  );
  const [ofContest, ofCategory, ofContestant] = await Promise.all([
    organiser.get(`/contests/${contest.id}/stats`),
    organiser.get(`/categories/${category.id}/stats`),
    organiser.get(`/contestants/${contestant.id}/stats`),
  ]);
  expect(ofContest.data).toMatchObject({
    totalCategories: 1,
    totalContestants: 1,
    totalVotes: 3,
    totalTransactions: 1,
    totalRevenue: 0,
  });
  expect(ofCategory.data).toMatchObject({ totalContestants: 1, totalVotes: 3 });
  expect(ofContestant.data).toMatchObject({ totalVotes: 3, rank: 1, categoryPercentage: 100 });
});

it('an organiser pauses, resumes, and hides results', async () => {
  const paused = await organiser.patch<ContestView>(`/contests/${contest.id}/toggle-pause`);
  expect(paused.data).toMatchObject({ status: 'PAUSED', isPaused: true });
  expect((await visitor.post('/votes/cast', aVoteOf(1, '0241234568'))).code).toBe('CONTEST_PAUSED');
  expect((await organiser.patch<ContestView>(`/contests/${contest.id}/toggle-pause`)).data.status).toBe(
    'ACTIVE',
  );
  const hidden = await organiser.patch<ContestView>(`/contests/${contest.id}/toggle-results`);
  expect(hidden.data.showResults).toBe(false);
  const seen = await visitor.get<ContestView>(`/contests/${contest.id}/public`);
  expect(seen.data._count.votes).toBeNull();
});

it('an organiser ends a contest, which is then over and can be deleted, because it has no votes', async () => {
  const { id } = (await organiser.post<ContestView>(`/contests/${contest.id}/duplicate`)).data;
  const put = (status: string) => organiser.put<ContestView>(`/contests/${id}`, { status });
  expect((await put('ACTIVE')).data.status).toBe('ACTIVE');
  expect((await put('ENDED')).data.status).toBe('ENDED');
  expect((await organiser.patch(`/contests/${id}/toggle-pause`)).code).toBe('RESULT_CLOSED');
  expect((await put('ACTIVE')).code).toBe('INVALID_TRANSITION');
  expect((await organiser.delete(`/contests/${id}`)).status).toBe(200);
});

it('an organiser cannot delete a host with contests, and learns which', async () => {
  const refused = await organiser.delete(`/hosts/${host.id}`);
  expect(refused.status).toBe(409);
  expect(refused.message).toContain('Song of the Year');
});

it('an organiser deletes the contest: gone for every reader', async () => {
  expect((await organiser.delete(`/contests/${contest.id}`)).status).toBe(200);
  expect((await organiser.get(`/contests/${contest.id}`)).status).toBe(404);
  expect((await organiser.get(`/categories/${category.id}`)).status).toBe(404);
  expect((await organiser.get(`/contestants/${contestant.id}`)).status).toBe(404);
  expect((await visitor.get(`/contests/${contest.id}/public`)).status).toBe(404);
  expect((await organiser.delete(`/hosts/${host.id}`)).status).toBe(200);
  expect((await organiser.get(`/hosts/${host.id}`)).status).toBe(404);
});
