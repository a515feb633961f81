import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVICE_TOKEN_HEADER, type SessionView, type UserView } from '@abato/contracts';
import { aUser, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

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

const mailsTo = (email: string): Promise<{ subject: string; body: string }[]> =>
  sql<{ subject: string; body: string }>`SELECT subject, body FROM mail_outbox
    WHERE recipient = ${email} ORDER BY id`;

const tokenFor = async (email: string): Promise<string> =>
  /verify-email\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? '';
const verify = (token: string) => api.post('/auth/verify-email', { token });
const seenByAdmin = async (id: string): Promise<boolean> =>
  (await admin.api.get<UserView>(`/users/${id}`)).data.emailVerified;

it.each(['approve', 'reject', 'delete'] as const)(
  'mails to an unverified address hold no text of the user: %s',
  async (decision) => {
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
  },
);

it('mails to an unverified address begin with the link that verifies it; later ones then greet by name', async () => {
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

it('a link that verifies an address works once, and not after 24 hours', async () => {
  const { user, email } = await register();
  const token = await tokenFor(email);
  await sql`UPDATE email_verifications SET expires_at = now() WHERE user_id = ${user.id}`;
  expect((await verify(token)).code).toBe('VERIFICATION_LINK_INVALID');
  await sql`UPDATE email_verifications SET expires_at = now() + interval '1 hour' WHERE user_id = ${user.id}`;
  const answers = await Promise.all([verify(token), verify(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await verify('made-up')).code).toBe('VERIFICATION_LINK_INVALID');
});

it('a link that verifies an address is sent again on demand, a few times, and replaces the one before', async () => {
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

it('a link that verifies an address is not sent to an address that is verified', async () => {
  const user = await aUser().pending().save();
  expect((await user.api.post('/auth/verify-email/send')).status).toBe(409);
  expect(await mailsTo(user.email)).toEqual([]);
});

it('a link that verifies an address is also the one that sets a new password', async () => {
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

const NEW_PASSWORD = 'New-Password-2';
const newestToken = async (email: string): Promise<string> => {
  const body = await sql.value<string>`SELECT body FROM mail_outbox WHERE recipient = ${email}
    ORDER BY id DESC LIMIT 1`;
  return /reset-password\?token=([\w-]+)/.exec(body)?.[1] ?? '';
};
const reset = (token: string, password = NEW_PASSWORD, confirmPassword = password) =>
  api.post('/auth/reset-password', { token, password, confirmPassword });

it('a forgotten password is replaced through the mailed link, once, and ends every session', async () => {
  const user = await aUser().save();
  expect((await api.post('/auth/forgot-password', { email: user.email.toUpperCase() })).status).toBe(200);
  const token = await newestToken(user.email);
  expect((await reset(token)).status).toBe(200);

  expect((await user.api.get('/auth/profile')).status).toBe(401);
  expect((await api.post('/auth/login', { email: user.email, password: user.password })).status).toBe(401);
  expect((await api.post('/auth/login', { email: user.email, password: NEW_PASSWORD })).status).toBe(200);
  expect((await reset(token)).code).toBe('RESET_LINK_INVALID');
});

it('a forgotten password gives the same answer for an unknown address', async () => {
  const user = await aUser().save();
  const known = await api.post('/auth/forgot-password', { email: user.email });
  const unknown = await api.post('/auth/forgot-password', { email: 'nobody@example.com' });
  expect(unknown.body).toEqual(known.body);
  expect(await sql`SELECT 1 FROM mail_outbox WHERE recipient = 'nobody@example.com'`).toHaveLength(0);
});

it('a forgotten password refuses an old link, a replaced link and a made-up one', async () => {
  const user = await aUser().save();
  await api.post('/auth/forgot-password', { email: user.email });
  const first = await newestToken(user.email);
  await api.post('/auth/forgot-password', { email: user.email });
  const second = await newestToken(user.email);
  expect((await reset(first)).code).toBe('RESET_LINK_INVALID');
  await sql`UPDATE password_resets SET expires_at = now() WHERE user_id = ${user.id}`;
  expect((await reset(second)).code).toBe('RESET_LINK_INVALID');
  expect((await reset('made-up')).code).toBe('RESET_LINK_INVALID');
  expect((await api.post('/auth/login', { email: user.email, password: user.password })).status).toBe(200);
});

it('a forgotten password asks for a good password, twice the same', async () => {
  expect((await reset('x', 'short')).message).toBe(
    'Password must be at least 8 characters with uppercase, lowercase, and number',
  );
  expect((await reset('x', NEW_PASSWORD, 'Other-Password-3')).message).toBe('Passwords do not match');
});

it('guessing is slowed down per account, known or not, with a growing wait; others are not touched', async () => {
  const user = await aUser().save();
  for (const email of [user.email, `nobody-${user.id}@example.com`]) {
    const guess = () => api.post('/auth/login', { email: email.toUpperCase(), password: 'Wrong-Password-1' });
    const answers = await Promise.all(Array.from({ length: 12 }, guess));
    expect(answers.filter((answer) => answer.status === 401).length).toBeGreaterThanOrEqual(5);
    // On a busy machine the first wait may be over before the last guess is read: some are slowed, not all of the rest.
    const slowed = answers.find((answer) => answer.status !== 401);
    expect([slowed?.status, slowed?.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(slowed?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(slowed?.message).toMatch(/^Too many attempts\. Please wait \d+ seconds? and try again\.$/);
  }
  const other = await aUser().save();
  expect((await api.post('/auth/login', { email: other.email, password: other.password })).status).toBe(200);
});

it('guessing does not lock out a device that has signed in before', async () => {
  const user = await aUser().save();
  const right = { email: user.email, password: user.password };
  const first = await api.post<SessionView>('/auth/login', right);
  const guess = () => api.post('/auth/login', { email: user.email, password: 'Wrong-Password-1' });
  const guesses = await Promise.all(Array.from({ length: 12 }, guess));
  expect(guesses.map(({ status }) => status)).toContain(429);
  const known = { headers: { [DEVICE_TOKEN_HEADER]: first.data.deviceToken } };
  const again = await api.post<SessionView>('/auth/login', right, known);
  expect(again.status).toBe(200);
  // The same device stays one device: its tries cannot be multiplied by signing in.
  const idOf = (token: string) => token.split('.')[1];
  expect(idOf(again.data.deviceToken)).toBe(idOf(first.data.deviceToken));
  expect((await api.post('/auth/login', { ...right, password: 'Wrong-Password-1' }, known)).status).toBe(401);
});

it('guessing is forgotten with the right password', async () => {
  const user = await aUser().save();
  const login = (password: string) => api.post('/auth/login', { email: user.email, password });
  for (let round = 0; round < 3; round++) {
    for (let wrong = 0; wrong < 4; wrong++) expect((await login('Wrong-Password-1')).status).toBe(401);
    expect((await login(user.password)).status).toBe(200);
  }
});

it('a mail without an SMTP server becomes a file that its owner alone may read, once', async () => {
  const [admin, user] = await Promise.all([aUser().superAdmin().save(), aUser().pending().save()]);
  await admin.api.put(`/users/${user.id}/reject`, { reason: 'The paper is unreadable – “café”' });
  const folder = join(testState().dataDir, 'mail');
  const mails = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const files = await Promise.all(
      names.map(async (name) => ({
        text: await readFile(join(folder, name), 'utf8'),
        mode: (await stat(join(folder, name))).mode & 0o777,
      })),
    );
    return files.filter(({ text }) => text.includes(`To: ${user.email}`));
  };
  const [mail] = await waitFor(async () => {
    const found = await mails();
    return found.length ? found : null;
  });
  expect(mail?.mode).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(mail?.text).toContain('Subject: Your Abato registration');
  expect(mail?.text).toContain('From: Abato <no-reply@abato.test>');
  expect(await mails()).toHaveLength(1);
});
