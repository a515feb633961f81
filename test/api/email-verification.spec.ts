import { createHash } from 'node:crypto';
import type { SessionView, UserView } from '@abato/contracts';
import { aUser, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';

const api = new ApiClient();
const admin = await aUser().superAdmin().save();
const ADVERTISEMENT = 'you won GHS 5,000 see http://evil.example';

/** A stranger's address, registered with advertising texts. */
async function register(): Promise<SessionView & { email: string }> {
  const email = `stranger-${Math.random().toString(36).slice(2)}@example.com`;
  const answer = await api.post<SessionView>('/auth/register', {
    firstName: ADVERTISEMENT,
    lastName: ADVERTISEMENT,
    email,
    phone: '024 123 4567',
    idNumber: 'GHA-123456789-0',
    password: 'Correct-Horse-7',
    confirmPassword: 'Correct-Horse-7',
    hostName: ADVERTISEMENT,
    hostEmail: email,
    hostPhone: '+233201234567',
    hostDescription: ADVERTISEMENT,
  });
  expect(answer.status).toBe(201);
  return { ...answer.data, email };
}

async function mailsTo(email: string): Promise<{ subject: string; body: string }[]> {
  const rows = await sql<{ subject: string; body: string }>`SELECT subject, body FROM mail_outbox
    WHERE recipient = ${email} ORDER BY id`;
  return rows;
}

const tokenFor = async (email: string): Promise<string> =>
  /verify-email\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? '';
const verify = (token: string) => api.post('/auth/verify-email', { token });
const seenByAdmin = async (id: string): Promise<boolean> =>
  (await admin.api.get<UserView>(`/users/${id}`)).data.emailVerified;

describe('mails to an unverified address', () => {
  it.each(['approve', 'reject', 'delete'] as const)('hold no text of the user: %s', async (decision) => {
    const { user, email } = await register();
    await api.post('/auth/forgot-password', { email });
    const done =
      decision === 'delete'
        ? await admin.api.delete(`/users/${user.id}`)
        : await admin.api.put(`/users/${user.id}/${decision}`, { reason: 'Unreadable papers' });
    expect(done.status).toBe(200);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toHaveLength(3);
    for (const { subject, body } of mails) {
      expect(subject + body).not.toMatch(/5,000|evil\.example/);
      expect(body).toMatch(/^Hello,\n/);
    }
  });

  it('begin with the link that verifies it; later ones then greet by name', async () => {
    const { user, email, token: session } = await register();
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Confirm your email address for Abato',
    ]);
    // Sign-in and the wait for approval do not depend on it.
    const signedIn = await api.post('/auth/login', { email, password: 'Correct-Horse-7' });
    expect(signedIn.status).toBe(200);
    expect(await seenByAdmin(user.id)).toBe(false);

    const token = await tokenFor(email);
    const stored = await sql<{ token_sha256: Buffer }>`SELECT token_sha256 FROM email_verifications
      WHERE user_id = ${user.id}`;
    expect(stored).toEqual([{ token_sha256: createHash('sha256').update(token).digest() }]);
    expect((await verify(token)).status).toBe(200);
    expect(await seenByAdmin(user.id)).toBe(true);
    expect((await api.as(session).get<UserView>('/auth/profile')).data.emailVerified).toBe(true);
    await admin.api.put(`/users/${user.id}/approve`);
    expect((await mailsTo(email)).at(-1)?.body).toContain(`Hello ${ADVERTISEMENT},`);
  });
});

describe('a link that verifies an address', () => {
  it('works once, and not after 24 hours', async () => {
    const { user, email } = await register();
    const token = await tokenFor(email);
    await sql`UPDATE email_verifications SET expires_at = now() WHERE user_id = ${user.id}`;
    expect((await verify(token)).code).toBe('VERIFICATION_LINK_INVALID');
    await sql`UPDATE email_verifications SET expires_at = now() + interval '1 hour' WHERE user_id = ${user.id}`;
    const answers = await Promise.all([verify(token), verify(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await verify('made-up')).code).toBe('VERIFICATION_LINK_INVALID');
  });

  it('is sent again on demand, a few times, and replaces the one before', async () => {
    const { email, token: session } = await register();
    const first = await tokenFor(email);
    const send = () => api.as(session).post('/auth/verify-email/send');
    expect((await send()).status).toBe(200);
    expect((await verify(first)).code).toBe('VERIFICATION_LINK_INVALID');
    const second = await tokenFor(email);
    for (let nr = 0; nr < 2; nr++) expect((await send()).status).toBe(200);
    expect((await send()).code).toBe('RATE_LIMITED');
    expect((await verify(second)).code).toBe('VERIFICATION_LINK_INVALID');
    expect((await verify(await tokenFor(email))).status).toBe(200);
  });

  it('is not sent to an address that is verified', async () => {
    const user = await aUser().pending().save();
    expect((await user.api.post('/auth/verify-email/send')).status).toBe(409);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('is also the one that sets a new password', async () => {
    const user = await aUser().unverified().save();
    await api.post('/auth/forgot-password', { email: user.email });
    const [mail] = await mailsTo(user.email);
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.body ?? '')?.[1];
    await api.post('/auth/reset-password', {
      token,
      password: 'New-Password-2',
      confirmPassword: 'New-Password-2',
    });
    expect(await seenByAdmin(user.id)).toBe(true);
  });
});
