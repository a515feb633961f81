import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SessionView, UserView } from '@abato/contracts';
import { aUser, database, platformSecrets, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { testRun } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const registration = (change: Record<string, unknown> = {}) => ({
  firstName: 'Akosua',
  lastName: 'Mensah',
  email: `akosua-${Math.random().toString(36).slice(2)}@example.com`,
  phone: '024 123 4567',
  idNumber: 'GHA-123456789-0',
  password: 'Correct-Horse-7',
  confirmPassword: 'Correct-Horse-7',
  hostName: 'Volta Music Awards',
  hostEmail: 'hello@volta.example',
  hostPhone: '+233201234567',
  hostDescription: 'The yearly awards.',
  ...change,
});

it('registration creates a pending organiser with the first host and signs in', async () => {
  const input = registration();
  const answer = await api.post<SessionView>('/auth/register', input);
  expect(answer.status).toBe(201);
  expect(answer.data.user).toMatchObject({
    email: input.email,
    role: 'COMPANY_ADMIN',
    approvalStatus: 'PENDING',
    isApproved: false,
    phone: '+233241234567',
  });
  expect(JSON.stringify(answer.body)).not.toContain(input.password);
  const hosts = await sql`SELECT name, phone FROM hosts WHERE user_id = ${answer.data.user.id}`;
  expect(hosts).toEqual([{ name: 'Volta Music Awards', phone: '+233201234567' }]);
});

it('registration writes neither user nor host when the address is taken', async () => {
  const input = registration();
  await api.post('/auth/register', input);
  const again = await api.post('/auth/register', {
    ...input,
    email: input.email.toUpperCase(),
    hostName: `Second of ${input.email}`,
  });
  expect([again.status, again.code]).toEqual([409, 'EMAIL_TAKEN']);
  // Counted by what this test wrote: other suites register organisers at the same time.
  const { rows } = await database().query(
    `SELECT (SELECT count(*)::int FROM users WHERE lower(email) = lower($1)) AS users,
              (SELECT count(*)::int FROM hosts WHERE name = $2) AS hosts`,
    [input.email, `Second of ${input.email}`],
  );
  expect(rows).toEqual([{ users: 1, hosts: 0 }]);
});

it('registration lets one of many simultaneous registrations of an address through', async () => {
  const input = registration();
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.post('/auth/register', input)));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7);
});

it('registration names every wrong field with the specified texts, the first as the message', async () => {
  const answer = await api.post(
    '/auth/register',
    registration({ firstName: ' ', phone: '123', confirmPassword: 'x' }),
  );
  expect(answer.status).toBe(400);
  expect(answer.message).toBe('First name is required');
  expect(answer.errors).toEqual([
    { field: 'firstName', message: 'First name is required' },
    { field: 'phone', message: 'Invalid phone format (e.g., +233241234567)' },
  ]);
  const other = await api.post('/auth/register', registration({ confirmPassword: 'Other-Horse-7' }));
  expect([other.status, other.message]).toEqual([400, 'Passwords do not match']);
});

it('registration does not let a registration choose its role', async () => {
  const answer = await api.post<SessionView>(
    '/auth/register',
    registration({ role: 'SUPER_ADMIN', approvalStatus: 'APPROVED', isApproved: true }),
  );
  expect(answer.data.user).toMatchObject({ role: 'COMPANY_ADMIN', approvalStatus: 'PENDING' });
});

it('registration stores the ID number encrypted and shows it to its owner only', async () => {
  const { data } = await api.post<SessionView>('/auth/register', registration());
  expect(data.user.idNumber).toBeUndefined();
  const idNumberEncrypted = await sql.value<Buffer>`SELECT id_number_encrypted FROM users
      WHERE id = ${data.user.id}`;
  expect(idNumberEncrypted.toString('latin1')).not.toContain('123456789');
  const profile = await api.as(data.token).get<UserView>('/auth/profile');
  expect(profile.data.idNumber).toBe('GHA-123456789-0');
  expect(profile.headers.get('cache-control')).toBe('no-store');
});

it('sessions is told in the log: who tried with what outcome, and nobody by name', async () => {
  const user = await aUser().save();
  const stranger = `stranger-${Math.random().toString(36).slice(2)}@example.com`;
  await api.post('/auth/login', { email: user.email, password: 'Wrong-2026' });
  await api.post('/auth/login', { email: stranger, password: 'Wrong-2026' });
  await api.post('/auth/login', { email: stranger.toUpperCase(), password: 'Wrong-2026' });
  expect((await user.api.get('/users')).status).toBe(403);

  const log = () => readFileSync(join(testRun().resultsDir, 'api.log'), 'utf8');
  const linesWith = (text: string) =>
    log()
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>);
  // The last thing that was done is the last to be written.
  const refused = await waitFor(() => linesWith(user.id).find(({ event }) => event === 'access'));
  expect(refused).toMatchObject({ outcome: 'refused', method: 'GET', route: '/api/users', level: 'warn' });
  const tries = linesWith(user.id).filter(({ event }) => event === 'sign-in');
  expect(tries.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused']);
  // Every spec file writes to this log: only the lines of this test's own stranger say anything.
  const account = platformSecrets().accountDigest(stranger);
  const strangers = linesWith(account).filter(({ event }) => event === 'sign-in');
  expect(strangers.map((line) => [line['account'], line['outcome']])).toEqual([
    [account, 'refused'],
    [account, 'refused'],
  ]);
  for (const name of [user.email, stranger, 'Wrong-2026'])
    expect(log().toLowerCase()).not.toContain(name.toLowerCase());
});

it('sessions is not told in the log of the database, which repeats rows that exist already', async () => {
  const user = await aUser().save();
  const constraint = 'users_email';
  const failure = await sql`INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted,
         password_hash, role, approval_status, created_at, updated_at)
         SELECT gen_random_uuid(), first_name, last_name, email, phone, '', '', role, approval_status, now(),
         now() FROM users WHERE id = ${user.id}`.catch(
    (error: { code: string; constraint: string }) => error,
  );
  expect(failure).toMatchObject({ code: '23505', constraint: expect.stringContaining(constraint) });
  const log = () => readFileSync(join(testRun().resultsDir, 'api.log'), 'utf8');
  await waitFor(() => log().includes('duplicate key value violates unique constraint'));
  expect(log()).not.toContain(user.email);
});

it('sessions gives the same answer for a wrong password and an unknown address', async () => {
  const user = await aUser().save();
  const wrong = await api.post('/auth/login', { email: user.email, password: 'Wrong-2026' });
  const unknown = await api.post('/auth/login', { email: 'nobody@example.com', password: 'Wrong-2026' });
  expect([wrong.status, wrong.code, wrong.message]).toEqual([
    401,
    'INVALID_CREDENTIALS',
    'Invalid email or password.',
  ]);
  expect([unknown.status, unknown.code, unknown.message]).toEqual([wrong.status, wrong.code, wrong.message]);
});

it('sessions ends every session at logout', async () => {
  const user = await aUser().save();
  expect((await user.api.get('/auth/profile')).status).toBe(200);
  expect((await user.api.post('/auth/logout')).status).toBe(200);
  expect((await user.api.get('/auth/profile')).status).toBe(401);
});

it.each(['', 'nonsense', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'])(
  'sessions refuses the token "%s"',
  async (token) => expect((await api.as(token).get('/auth/profile')).status).toBe(401),
);

it('sessions ignores a bad token where none is needed', async () =>
  expect((await api.as('nonsense').get('/contests/public')).status).toBe(200));

it('sessions answers broken JSON, wrong types and unknown routes with the one failure body', async () => {
  const broken = await api.post('/auth/login', '{bad', { headers: { 'content-type': 'application/json' } });
  expect([broken.status, broken.code, broken.success]).toEqual([400, 'MALFORMED_REQUEST', false]);
  const xml = await api.post('/auth/login', '<a/>', { headers: { 'content-type': 'application/xml' } });
  expect([xml.status, xml.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const packed = await api.post('/auth/login', gzipSync('{"email":"a@b.example","password":"y"}'), {
    headers,
  });
  expect([packed.status, packed.code]).toEqual([400, 'MALFORMED_REQUEST']);
  expect(await api.get('/nowhere')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  const huge = await api.post('/auth/login', { email: 'x'.repeat(300_000), password: 'y' });
  expect([huge.status, huge.code]).toEqual([413, 'BODY_TOO_LARGE']);
});
