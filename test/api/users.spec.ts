import type { ContestView, RevealedUser, UserReview, UserView } from '@abato/contracts';
import { aContest, aUser, aVote, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { expectRefusal } from '../support/refusal.js';
import { connectSocket } from '../support/sockets.js';

const visitor = new ApiClient();

const admin = await aUser().superAdmin().save();
const mailsTo = (email: string): Promise<{ subject: string; body: string }[]> =>
  sql<{ subject: string; body: string }>`SELECT subject, body FROM mail_outbox
      WHERE recipient = ${email} ORDER BY id`;

it('the list of users is found by name, e-mail and phone, whatever the phone is written like', async () => {
  const user = await aUser().save();
  await sql`UPDATE users SET first_name = 'Zed%_', last_name = 'Quartey', phone = '+233277654321'
      WHERE id = ${user.id}`;
  for (const search of [
    'zed%_ quart',
    user.email.toUpperCase(),
    '027 765 4321',
    '+233277654321',
    ' Quartey ',
  ]) {
    const answer = await admin.api.get<UserView[]>(`/users?search=${encodeURIComponent(search)}`);
    expect(answer.data.map((item) => item.id)).toContain(user.id);
  }
  const wildcard = await admin.api.get<UserView[]>(`/users?search=${encodeURIComponent('z_d')}`);
  expect(wildcard.data).toEqual([]);
});

it('the list of users is filtered by approval and role, and the number of pending users includes a new one', async () => {
  const pending = await aUser().pending().save();
  const { data } = await admin.api.get<{ count: number }>('/users/pending/count');
  // Other tests approve users meanwhile: how many exactly is test/api/service-guards.spec.ts.
  expect(data.count).toBeGreaterThan(0);
  const list = await admin.api.get<UserView[]>('/users?approvalStatus=PENDING&role=COMPANY_ADMIN');
  expect(list.data.map((item) => item.id)).toContain(pending.id);
  expect(list.data.every((item) => item.approvalStatus === 'PENDING')).toBe(true);
  expect(list.data.every((item) => item.role === 'COMPANY_ADMIN')).toBe(true);
  const withRole = async (role: string) =>
    (
      await admin.api.get<UserView[]>(`/users?role=${role}&search=${encodeURIComponent(pending.email)}`)
    ).data.map((item) => item.id);
  expect(await withRole('COMPANY_ADMIN')).toEqual([pending.id]);
  expect(await withRole('SUPER_ADMIN')).toEqual([]);
  expect((await admin.api.get('/users?role=KING')).status).toBe(400);
  expect((await admin.api.get('/users?pageSize=1001')).status).toBe(400);
});

it('the list of users never shows an ID number or a password', async () => {
  const { body } = await admin.api.get('/users?pageSize=5');
  expect(JSON.stringify(body)).not.toMatch(/idNumber|password|argon2/i);
});

it('a registration before the decision shows the organisation, the contact and a masked ID number', async () => {
  const user = await aUser().pending().unverified().save();
  await aContest().ownedBy(user).save();
  const { data, body } = await admin.api.get<UserReview>(`/users/${user.id}`);
  expect(data).toMatchObject({
    email: user.email,
    emailVerified: false,
    phone: '+233241234567',
    maskedIdNumber: `${'•'.repeat(12)}0-0`,
    hosts: [{ email: 'host@example.com', phone: '+233201234567', description: 'A host' }],
  });
  expect(JSON.stringify(body)).not.toContain('GHA-000000000');
});

it('a registration before the decision shows the ID number by a call that is written to the log, and to super admins only', async () => {
  const user = await aUser().pending().save();
  const { data } = await admin.api.post<RevealedUser>(`/users/${user.id}/reveal`);
  expect(data).toEqual({ idNumber: 'GHA-000000000-0' });
  const log = () => sql`SELECT action, actor_user_id, detail FROM audit_log WHERE subject_id = ${user.id}`;
  expect(await log()).toEqual([{ action: 'user.reveal', actor_user_id: admin.id, detail: {} }]);
  const organiser = await aUser().save();
  expect((await organiser.api.post(`/users/${user.id}/reveal`)).status).toBe(403);
  expect(await log()).toHaveLength(1);
});

it('a decision approves once, mails the user and is recorded', async () => {
  const user = await aUser().pending().save();
  const approved = await admin.api.put<UserView>(`/users/${user.id}/approve`);
  expect(approved.data).toMatchObject({ isApproved: true, approvalStatus: 'APPROVED' });
  for (const again of ['approve', 'reject']) {
    const answer = await admin.api.put(`/users/${user.id}/${again}`, { reason: 'Too late' });
    expect([answer.status, answer.code]).toEqual([409, 'USER_ALREADY_DECIDED']);
  }
  expect((await mailsTo(user.email)).map((mail) => mail.subject)).toEqual(['Your Abato account is approved']);
  const log = await sql`SELECT action, actor_user_id FROM audit_log WHERE subject_id = ${user.id}`;
  expect(log).toEqual([{ action: 'user.approve', actor_user_id: admin.id }]);
});

it('a decision rejects with a reason that the user reads in the mail and the profile', async () => {
  const user = await aUser().pending().save();
  const blank = await admin.api.put(`/users/${user.id}/reject`, { reason: '   ' });
  expect([blank.status, blank.message]).toEqual([400, 'Rejection reason is required']);
  await admin.api.put(`/users/${user.id}/reject`, { reason: 'Invalid documents' });
  const profile = await user.api.get<UserView>('/auth/profile');
  expect(profile.data).toMatchObject({ approvalStatus: 'REJECTED', rejectionReason: 'Invalid documents' });
  const refused = await user.api.get('/contests');
  expect([refused.status, refused.message]).toEqual([403, expect.stringContaining('not approved')]);
  expect((await mailsTo(user.email))[0]?.body).toContain('Invalid documents');
});

it.each([
  ['a rejection', (id: string) => admin.api.put(`/users/${id}/reject`, { reason: 'No' })],
  ['a deletion', (id: string) => admin.api.delete(`/users/${id}`)],
])('a decision closes the sockets of the user it is about: %s', async (_, decide) => {
  const user = await aUser().pending().save();
  const socket = await connectSocket({ token: user.token });
  // The server joins the user's room when it checks the token, which it does before it answers this request.
  await socket.emitWithAck('statistics:watch', {});
  const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  expect((await decide(user.id)).status).toBe(200);
  expect(await closed).toBe('io server disconnect');
});

it('deleting a user erases the person, ends every session, archives the contests and keeps the votes', async () => {
  const user = await aUser().save();
  const contest = await aContest().ownedBy(user).save();
  expect((await visitor.post('/votes/cast', aVote(contest))).status).toBe(201);
  expect((await admin.api.delete(`/users/${user.id}`)).status).toBe(200);

  expect((await user.api.get('/auth/profile')).status).toBe(401);
  expect((await visitor.post('/auth/login', { email: user.email, password: user.password })).status).toBe(
    401,
  );
  expect((await admin.api.get(`/users/${user.id}`)).status).toBe(404);
  expect((await visitor.get(`/contests/${contest.id}/public`)).status).toBe(404);
  expect((await admin.api.get<ContestView>(`/contests/${contest.id}`)).status).toBe(404);
  expect((await visitor.post('/votes/cast', aVote(contest))).status).toBe(404);
  const left = await sql`SELECT first_name, last_name, phone, email FROM users WHERE id = ${user.id}`;
  expect(left[0]).toEqual({
    first_name: 'Deleted',
    last_name: 'user',
    phone: '',
    email: `deleted-${user.id}@deleted.invalid`,
  });
  expect(await sql`SELECT 1 FROM vote_ledger WHERE contest_id = ${contest.id}`).toHaveLength(1);
  expect(await mailsTo(user.email)).toHaveLength(1);
});

it('deleting a user is not possible for oneself', async () => {
  await expectRefusal(admin.api.delete(`/users/${admin.id}`), 409, 'CANNOT_DELETE_SELF');
});
