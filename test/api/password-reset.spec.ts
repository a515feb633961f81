import { DEVICE_TOKEN_HEADER, type SessionView } from '@abato/contracts';
import { aUser, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';

const api = new ApiClient();
const NEW_PASSWORD = 'New-Password-2';
const newestToken = async (email: string): Promise<string> => {
  const rows = await sql<{ body: string }>`SELECT body FROM mail_outbox WHERE recipient = ${email}
    ORDER BY id DESC LIMIT 1`;
  return /reset-password\?token=([\w-]+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
};
const reset = (token: string, password = NEW_PASSWORD, confirmPassword = password) =>
  api.post('/auth/reset-password', { token, password, confirmPassword });

describe('a forgotten password', () => {
  it('is replaced through the mailed link, once, and ends every session', async () => {
    const user = await aUser().save();
    expect((await api.post('/auth/forgot-password', { email: user.email.toUpperCase() })).status).toBe(200);
    const token = await newestToken(user.email);
    expect((await reset(token)).status).toBe(200);

    expect((await user.api.get('/auth/profile')).status).toBe(401);
    expect((await api.post('/auth/login', { email: user.email, password: user.password })).status).toBe(401);
    expect((await api.post('/auth/login', { email: user.email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await reset(token)).code).toBe('RESET_LINK_INVALID');
  });

  it('gives the same answer for an unknown address', async () => {
    const user = await aUser().save();
    const known = await api.post('/auth/forgot-password', { email: user.email });
    const unknown = await api.post('/auth/forgot-password', { email: 'nobody@example.com' });
    expect(unknown.body).toEqual(known.body);
    const mails = await sql`SELECT 1 FROM mail_outbox WHERE recipient = 'nobody@example.com'`;
    expect(mails.length).toBe(0);
  });

  it('refuses an old link, a replaced link and a made-up one', async () => {
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

  it('asks for a good password, twice the same', async () => {
    expect((await reset('x', 'short')).message).toBe(
      'Password must be at least 8 characters with uppercase, lowercase, and number',
    );
    expect((await reset('x', NEW_PASSWORD, 'Other-Password-3')).message).toBe('Passwords do not match');
  });
});

describe('guessing', () => {
  it('is slowed down per account, known or not, with a growing wait; others are not touched', async () => {
    const user = await aUser().save();
    for (const email of [user.email, `nobody-${user.id}@example.com`]) {
      const guess = () =>
        api.post('/auth/login', { email: email.toUpperCase(), password: 'Wrong-Password-1' });
      const answers = await Promise.all(Array.from({ length: 12 }, guess));
      expect(answers.filter((answer) => answer.status === 401).length).toBeGreaterThanOrEqual(5);
      // On a busy machine the first wait may be over before the last guess is read: some are slowed, not all of the rest.
      const slowed = answers.find((answer) => answer.status !== 401);
      expect([slowed?.status, slowed?.code]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(slowed?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(slowed?.message).toMatch(/^Too many attempts\. Please wait \d+ seconds? and try again\.$/);
    }
    const other = await aUser().save();
    expect((await api.post('/auth/login', { email: other.email, password: other.password })).status).toBe(
      200,
    );
  });

  it('does not lock out a device that has signed in before', async () => {
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
    expect((await api.post('/auth/login', { ...right, password: 'Wrong-Password-1' }, known)).status).toBe(
      401,
    );
  });

  it('is forgotten with the right password', async () => {
    const user = await aUser().save();
    const login = (password: string) => api.post('/auth/login', { email: user.email, password });
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) expect((await login('Wrong-Password-1')).status).toBe(401);
      expect((await login(user.password)).status).toBe(200);
    }
  });
});
