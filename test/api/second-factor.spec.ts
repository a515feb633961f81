import argon2 from 'argon2';
import jwt from 'jsonwebtoken';
import { Secret, TOTP } from 'otpauth';
import type {
  RecoveryCodes,
  SecondFactorConfirmed,
  SecondFactorSetUp,
  SecondFactorState,
  SessionView,
} from '@abato/contracts';
import { findFreePort } from '../../apps/local/src/ports.js';
import { runAdmin } from '../support/admin.js';
import { useApiProcess } from '../support/api-process.js';
import { aContest, aUser, type BuiltUser, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { OwnProcess, PRODUCTION, START_WITHIN_MS } from '../support/process.js';
import { connectSocket } from '../support/sockets.js';
import { testRun, testSecrets } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const STEP_MS = 30_000;

/** The authenticator app. Each code works once, so that it shows those of later and later steps; the database is told of earlier ones. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Forget which code was accepted last, instead of waiting for the next 30 seconds. */
const nextStep = (userId: string) => sql`UPDATE users SET second_factor_step = NULL WHERE id = ${userId}`;

interface Enrolled {
  secret: string;
  recoveryCodes: string[];
  api: ApiClient;
}

async function enrol(user: BuiltUser, api = user.api): Promise<Enrolled> {
  const { data } = await api.post<SecondFactorSetUp>('/auth/second-factor/setup');
  const done = await api.post<SecondFactorConfirmed>('/auth/second-factor/confirm', {
    code: codeOf(data.secret),
  });
  expect(done.status).toBe(200);
  await nextStep(user.id);
  return { secret: data.secret, recoveryCodes: done.data.recoveryCodes, api: api.as(done.data.token) };
}

/** A token as it was signed so long ago. */
async function signedAgo(user: BuiltUser, seconds: number): Promise<string> {
  const tokenVersion = await sql.value<number>`SELECT token_version FROM users WHERE id = ${user.id}`;
  const iat = Math.floor(Date.now() / 1000) - seconds;
  return jwt.sign({ sub: user.id, ver: tokenVersion, iat }, testSecrets().jwtSecret, { expiresIn: '12h' });
}

const login = (user: BuiltUser, code?: string, api = new ApiClient()) =>
  api.post<SessionView>('/auth/login', { email: user.email, password: user.password, ...(code && { code }) });

it('a second factor is asked for at sign-in once it is confirmed, and ends the other sessions', async () => {
  const user = await aUser().save();
  const begun = await user.api.post<SecondFactorSetUp>('/auth/second-factor/setup');
  expect(begun.data.uri).toContain(`otpauth://totp/Abato:${encodeURIComponent(user.email)}`);
  expect((await login(user)).status).toBe(200);
  const wrong = await user.api.post('/auth/second-factor/confirm', { code: '000000' });
  expect([wrong.status, wrong.code]).toEqual([400, 'SECOND_FACTOR_WRONG']);

  const { secret, api } = await enrol(user);
  expect((await user.api.get('/auth/profile')).status).toBe(401);
  expect((await api.get<SecondFactorState>('/auth/second-factor')).data).toEqual({
    enabled: true,
    required: false,
    recoveryCodesLeft: 10,
  });
  expect(await login(user)).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED', data: undefined });
  expect((await login(user, '000000')).code).toBe('SECOND_FACTOR_WRONG');
  expect((await login(user, codeOf(secret))).status).toBe(200);
  const stored = await sql<{ sealed: Buffer }>`SELECT second_factor_encrypted AS sealed FROM users
      WHERE id = ${user.id}`;
  expect(stored[0]?.sealed.toString('latin1')).not.toContain(secret);
});

it('a second factor is never asked for without the password', async () => {
  const user = await aUser().save();
  const { secret } = await enrol(user);
  const answer = await new ApiClient().post('/auth/login', {
    email: user.email,
    password: 'Wrong-2026',
    code: codeOf(secret),
  });
  expect(answer.code).toBe('INVALID_CREDENTIALS');
});

it('a second factor takes each code once, also when it comes twice at once, and none of earlier steps', async () => {
  const user = await aUser().save();
  const { secret } = await enrol(user);
  const code = codeOf(secret);
  const answers = await Promise.all([login(user, code), login(user, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await login(user, code)).code).toBe('SECOND_FACTOR_WRONG');
  expect((await login(user, codeOf(secret, -1))).code).toBe('SECOND_FACTOR_WRONG');
  expect((await login(user, codeOf(secret, 1))).status).toBe(200);
});

it('a second factor slows down wrong codes', async () => {
  const user = await aUser().save();
  const { secret } = await enrol(user);
  const guesses: (string | undefined)[] = [];
  for (let nr = 0; nr < 6; nr++) guesses.push((await login(user, `00000${nr}`)).code);
  expect(guesses).toEqual([...Array<string>(5).fill('SECOND_FACTOR_WRONG'), 'RATE_LIMITED']);
  expect((await login(user, codeOf(secret))).code).toBe('RATE_LIMITED');
});

it('a second factor can be replaced by a recovery code, each once; new ones end the old ones', async () => {
  const user = await aUser().save();
  const { recoveryCodes, api } = await enrol(user);
  expect(recoveryCodes).toHaveLength(10);
  const [first = '', second = '', third = ''] = recoveryCodes;
  const stored = await sql`SELECT 1 FROM recovery_codes WHERE user_id = ${user.id}
      AND code_sha256 = sha256(${first.replaceAll('-', '')})`;
  expect(stored.length).toBe(1);
  expect((await login(user, first)).status).toBe(200);
  expect((await login(user, first)).code).toBe('SECOND_FACTOR_WRONG');
  expect((await login(user, second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await api.get<SecondFactorState>('/auth/second-factor')).data.recoveryCodesLeft).toBe(8);
  const renewed = await api.post<RecoveryCodes>('/auth/second-factor/recovery-codes');
  expect((await login(user, third)).code).toBe('SECOND_FACTOR_WRONG');
  expect((await login(user, renewed.data.recoveryCodes[0])).status).toBe(200);
});

it('a second factor is switched off by its user after a recent sign-in, or by an operator, whom the log names', async () => {
  const user = await aUser().save();
  const { api } = await enrol(user);
  const old = new ApiClient().as(await signedAgo(user, 301));
  expect((await old.delete('/auth/second-factor')).code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await api.delete('/auth/second-factor')).status).toBe(200);
  const again = (await login(user)).data;
  expect(again.token).toBeTruthy();

  await enrol(user, new ApiClient().as(again.token));
  const { code, out } = await runAdmin(['reset-second-factor', '--email', user.email]);
  expect([code, out]).toEqual([0, expect.stringContaining(user.email)]);
  expect((await login(user)).status).toBe(200);
  const log = await sql`SELECT action, detail FROM audit_log WHERE subject_id = ${user.id}
      ORDER BY at DESC LIMIT 1`;
  expect(log).toEqual([{ action: 'user.reset-second-factor', detail: { by: 'operator' } }]);
});

it('confirming who one is is not asked of accounts without a second factor', async () => {
  const user = await aUser().save();
  const contest = await aContest().ownedBy(user).draft().save();
  const old = new ApiClient().as(await signedAgo(user, 3_600));
  expect((await old.delete(`/contests/${contest.id}`)).status).toBe(200);
  // Changing how one signs in is another matter: a stolen token must not be enough.
  expect((await old.post('/auth/second-factor/setup')).code).toBe('REAUTHENTICATION_REQUIRED');
});

it.each([
  ['POST', 'reveal a registration', (id: string) => `/users/${id}/reveal`],
  ['PUT', 'approve', (id: string) => `/users/${id}/approve`],
  ['DELETE', 'delete', (id: string) => `/users/${id}`],
  ['POST', 'refund', (id: string) => `/payments/${id}/refund`],
  ['POST', 'accept a held payment', (id: string) => `/payments/${id}/accept`],
  ['POST', 'confirm cash', (id: string) => `/votes/manual/${id}/confirm`],
  ['POST', 'reveal a payment', (id: string) => `/payments/${id}/reveal`],
  ['POST', 'reveal a vote', (id: string) => `/votes/${id}/reveal`],
  ['DELETE', 'delete a host', (id: string) => `/hosts/${id}`],
  ['DELETE', 'delete a contest', (id: string) => `/contests/${id}`],
  ['DELETE', 'delete a category', (id: string) => `/categories/${id}`],
  ['DELETE', 'delete a contestant', (id: string) => `/contestants/${id}`],
])('confirming who one is is asked five minutes after the sign-in before %s: %s', async (method, _, path) => {
  const admin = await aUser().superAdmin().save();
  await sql`UPDATE users SET second_factor_encrypted = '\\x00', second_factor_at = now(), token_version =
      token_version + 1 WHERE id = ${admin.id}`;
  const person = await aUser().pending().save();
  const call = async (seconds: number) =>
    new ApiClient()
      .as(await signedAgo(admin, seconds))
      .call(method, path(person.id), { reason: 'A test of the guard' });
  expect((await call(301)).code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await call(240)).code).not.toBe('REAUTHENTICATION_REQUIRED');
});

it('confirming who one is takes password or code, and answers with a token for the next five minutes', async () => {
  const user = await aUser().save();
  const { secret } = await enrol(user);
  const contest = await aContest().ownedBy(user).draft().save();
  const old = new ApiClient().as(await signedAgo(user, 600));
  const confirm = (body: object) => old.post<SessionView>('/auth/reauthenticate', body);
  expect((await confirm({})).status).toBe(400);
  expect((await confirm({ password: 'Wrong-2026' })).code).toBe('INVALID_CREDENTIALS');
  expect((await confirm({ code: '000000' })).code).toBe('SECOND_FACTOR_WRONG');
  expect((await confirm({ code: codeOf(secret) })).status).toBe(200);
  const { data } = await confirm({ password: user.password });
  expect((await old.delete(`/contests/${contest.id}`)).code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await old.as(data.token).delete(`/contests/${contest.id}`)).status).toBe(200);
  for (let nr = 0; nr < 4; nr++) await confirm({ password: 'Wrong-2026' });
  await confirm({ password: 'Wrong-2026' });
  expect((await confirm({ password: user.password })).code).toBe('RATE_LIMITED');
});

// In this file, because a production process that another test starts meanwhile would refuse too.
it('a production API does not start while a demo account has its public password, and names the account', async () => {
  const admin = await aUser().superAdmin().save();
  const passwordHash = await argon2.hash('Admin-2026', { memoryCost: 1024, timeCost: 2 });
  await sql`UPDATE users SET email = 'admin@abato.test', password_hash = ${passwordHash} WHERE id = ${admin.id}`;
  const port = await findFreePort(2);
  const own = OwnProcess.start(testRun().buildDir, 'api', { port, metricsPort: port + 1 }, PRODUCTION);
  try {
    const serves = async () => (await own.readiness().catch(() => null))?.status === 200;
    await waitFor(async () => own.hasEnded || (await serves()), {
      withinMs: START_WITHIN_MS,
      what: 'the process to refuse',
    });
    expect(own.hasEnded).toBe(true);
    const last = await own.readiness().catch((error: Error) => error.message);
    expect(last).toMatch(/demo accounts with their public password \(admin@abato\.test\)/);
    expect(last).not.toContain('Admin-2026');
  } finally {
    own.kill();
    await sql`UPDATE users SET email = ${admin.email} WHERE id = ${admin.id}`;
  }
});

describe('in production', () => {
  const production = useApiProcess(PRODUCTION);
  const statisticsBy = async (token: string) =>
    (await connectSocket({ token }, production.baseUrl)).emitWithAck('statistics:watch', {});

  it('a super admin sets one up before anything else, and cannot switch it off', async () => {
    const admin = await aUser().superAdmin().save();
    const api = new ApiClient(production.baseUrl);
    const signedIn = await login(admin, undefined, api);
    expect(signedIn.status).toBe(200);
    const session = api.as(signedIn.data.token);
    for (const path of ['/users', '/statistics', '/hosts', '/contests/admin/all']) {
      const refused = await session.get(path);
      expect([path, refused.status, refused.code]).toEqual([path, 403, 'SECOND_FACTOR_REQUIRED']);
    }
    expect(await statisticsBy(signedIn.data.token)).toMatchObject({ ok: false });
    expect((await session.get<SecondFactorState>('/auth/second-factor')).data).toMatchObject({
      enabled: false,
      required: true,
    });
    const enrolled = await enrol(admin, session);
    expect((await enrolled.api.get('/users')).status).toBe(200);
    expect((await enrolled.api.delete('/auth/second-factor')).code).toBe('CONFLICT');
    const organiser = await login(await aUser().save(), undefined, api);
    expect((await api.as(organiser.data.token).get('/hosts')).status).toBe(200);
  });
});
