import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { admin, runAdmin } from '../support/admin.js';
import { aContest, aUser, aVote, database, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, castPaid, initialize, ledgerOf, publicTotal, stateOf } from '../support/payments.js';
import { phonesOf, typed } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { aFolder, testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const simulator = new SimulatorControl();

/** Commands in one process; where the process itself matters, `admin` starts one. */

/**
 * A payment that the payer has made and no webhook has told us of. The worker neither asks for it nor finds it in the provider's list,
 * so that the command is the first to settle it.
 * @param listed the provider's lists show it
 */
async function paidInSilence(voteCount = 2, listed = false) {
  const contest = await aContest().paid('1.00').save();
  const voteId = await castPaid(contest, { voteCount });
  const { data } = await initialize(voteId, { webhook: 'never', listed });
  await sql`UPDATE payments SET next_check_at = NULL WHERE reference = ${data.reference}`;
  await simulator.complete(data.reference);
  return { contest, voteId, reference: data.reference };
}

/** The lock under which one worker reads the provider's list. */
const LIST_LOCK = 4_218_760_101;

/** The platform's own sweeps would find the payment within seconds. @returns lets them read the list again */
async function keepListsUnread(): Promise<() => Promise<void>> {
  const client = await database().connect();
  await client.query('SELECT pg_advisory_lock($1)', [LIST_LOCK]);
  return async () => {
    await client.query('SELECT pg_advisory_unlock_all()');
    client.release();
  };
}

const signIn = (email: string, password: string) => api.post('/auth/login', { email, password });

it('migrate has nothing to do on a running platform, also twice at once', async () => {
  const env = { DATABASE_OWNER_URL: testState().ownerUrl };
  const answers = await Promise.all([admin(['migrate'], { env }), admin(['migrate'], { env })]);
  for (const answer of answers)
    expect(answer).toMatchObject({ code: 0, out: expect.stringContaining('up to date') });
});

it('migrate gives up with a sentence when there is no server', async () => {
  const env = { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' };
  const { code, errors } = await admin(['migrate', '--wait', '0'], { env });
  expect(code).toBe(1);
  expect(errors).toContain('PostgreSQL does not answer');
});

const person = ['--first-name', 'Efua', '--last-name', 'Ansah', '--phone', '0241234567'];

it('accounts makes a super admin who can sign in and decide about users', async () => {
  const email = `root-${randomUUID()}@example.com`;
  const made = await admin(['create-super-admin', '--email', email, ...person, '--password-stdin'], {
    input: 'Operator-2026\n',
  });
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining(email) });
  expect(made.out).not.toContain('Operator-2026');
  const login = await api.post<{ token: string }>('/auth/login', { email, password: 'Operator-2026' });
  expect(login.status).toBe(200);
  expect((await api.as(login.data.token).get('/users')).status).toBe(200);
  const easy = await admin(['create-super-admin', '--email', `x${email}`, ...person, '--password-stdin'], {
    input: 'Password123\n',
  });
  expect(easy).toMatchObject({ code: 1, errors: expect.stringContaining('easy to guess') });
  const again = await runAdmin(['create-super-admin', '--email', email.toUpperCase(), ...person]);
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('has an account already') });
});

it('accounts refuses a weak password in the words of the sign-up form', async () => {
  expect(
    await admin(['create-super-admin', '--email', 'weak@example.com', ...person, '--password-stdin'], {
      input: 'weak',
    }),
  ).toMatchObject({ code: 1, errors: expect.stringContaining('at least 8 characters') });
});

it('accounts resets a password, prints a made one, and ends the sessions', async () => {
  const user = await aUser().save();
  const { code, out } = await runAdmin(['reset-password', '--email', user.email]);
  expect(code).toBe(0);
  const password = /password: (\S+)/.exec(out)?.[1] ?? '';
  expect((await signIn(user.email, user.password)).status).toBe(401);
  expect((await signIn(user.email, password)).status).toBe(200);
  await waitFor(async () => (await user.api.get('/auth/profile')).status === 401, {
    what: 'the old session to end',
  });
  const rows = await sql`SELECT detail FROM audit_log WHERE subject_id = ${user.id}
      AND action = 'user.reset-password'`;
  expect(rows).toEqual([{ detail: { by: 'operator' } }]);
});

it('settlement settles one payment once, and says so when repeated', async () => {
  const { contest, voteId, reference } = await paidInSilence(3);
  const first = await admin(['settle', reference]);
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('-> COMPLETED') });
  expect(await ledgerOf(voteId)).toEqual([3]);
  await waitFor(async () => (await publicTotal(contest.id)) === 3, { what: 'the count' });
  const second = await runAdmin(['settle', reference]);
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining('COMPLETED -> COMPLETED') });
  expect(await ledgerOf(voteId)).toEqual([3]);
});

it('settlement settles while Redis is away: signals are dropped, and the count comes by itself', async () => {
  const { contest, voteId, reference } = await paidInSilence(3);
  const settled = await runAdmin(['settle', reference], { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(settled).toMatchObject({ code: 0, out: expect.stringContaining('-> COMPLETED, counted now') });
  expect(await ledgerOf(voteId)).toEqual([3]);
  await waitFor(async () => (await publicTotal(contest.id)) === 3, { what: 'the count' });
});

it('settlement refuses an unknown reference', async () =>
  expect(await runAdmin(['settle', 'A-NOBODY'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('A-NOBODY'),
  }));

it('settlement finds in the provider’s list of a day what we have not booked, and settles it when told to', async () => {
  const { voteId, reference } = await paidInSilence(2, true);
  const undo = await keepListsUnread();
  // The provider's day: midnight may come while the test runs.
  const { data } = await simulator.show(reference);
  const date = String(data['created_at']).slice(0, 10);
  const look = await runAdmin(['reconcile-day', '--date', date]);
  expect(look.code).toBe(2);
  expect(look.out).toMatch(new RegExp(`${reference}: the provider has a success, ours is`));
  expect(await ledgerOf(voteId)).toEqual([]);
  const settled = await runAdmin(['reconcile-day', '--date', date, '--settle']);
  expect(settled.out).toContain(`${reference}: settled now`);
  expect(await stateOf(reference)).toBe('COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([2]);
  await undo();
  for (const date of ['yesterday', '2027-02-30'])
    expect((await runAdmin(['reconcile-day', '--date', date])).code).toBe(1);
});

it('verify-tallies agrees while votes are counted and tallied', async () => {
  const free = await aContest().withContestants(3).save();
  const casting = Promise.all(
    Array.from({ length: 20 }, () => api.post('/votes/cast', aVote(free, { voteCount: 2 }))),
  );
  const during = await runAdmin(['verify-tallies', '--contest', free.id]);
  expect(during).toMatchObject({ code: 0, out: expect.stringContaining('every tally equals the ledger') });
  await casting;
  await waitFor(async () => (await publicTotal(free.id)) === 40, { what: 'the count' });
  expect((await runAdmin(['verify-tallies', '--contest', free.id])).code).toBe(0);
});

it('verify-tallies names a tally, a vote and a payment that differ from the ledger; rebuild-tallies writes the tally anew, and boards show it', async () => {
  const { contest, reference } = await paidInSilence(5);
  await runAdmin(['settle', reference]);
  await waitFor(async () => (await publicTotal(contest.id)) === 5, { what: 'the count' });
  const db = database();
  // With the next version, so that the boards show it.
  await db.query(
    `WITH t AS (UPDATE contest_tallies SET unique_phones = 9, version = version + 1 WHERE contest_id = $1 RETURNING version)
       UPDATE contestant_tallies SET votes = votes + 7, version = (SELECT version FROM t) WHERE contest_id = $1`,
    [contest.id],
  );
  await db.query(`UPDATE payments SET state = 'FAILED' WHERE reference = $1`, [reference]);
  const { code, out } = await runAdmin(['verify-tallies', '--contest', contest.id]);
  expect(code).toBe(2);
  expect(out).toContain(`contestant ${contest.contestant.id}: votes: the ledger says 5, the tally says 12`);
  expect(out).toContain('contest: unique phones: the ledger says 1, the tally says 9');
  expect(out).toContain('1 counted votes without their successful payment');
  await db.query(`UPDATE payments SET state = 'COMPLETED' WHERE reference = $1`, [reference]);
  await waitFor(async () => (await publicTotal(contest.id)) === 12, { what: 'the wrong count' });
  expect((await runAdmin(['rebuild-tallies', '--contest', contest.id, '--yes'])).code).toBe(0);
  await waitFor(async () => (await publicTotal(contest.id)) === 5, { what: 'the right count' });
});

it('a person’s data is exported to a file only its owner can read, and erased without touching a count', async () => {
  const contest = await aContest().paid('1.00').save();
  const voterPhone = typed(phonesOf('admin-commands')());
  const voterEmail = `voter-${randomUUID()}@example.com`;
  const { voteId, reference } = await beginPaid(contest, {
    voteCount: 4,
    voterName: 'Esi Owusu',
    voterPhone,
    voterEmail,
  });
  await simulator.complete(reference);
  await waitFor(async () => (await publicTotal(contest.id)) === 4, { what: 'the count' });

  const file = join(aFolder(), 'person.json');
  const spelt = `${voterPhone.slice(0, 3)} ${voterPhone.slice(3)}`;
  expect((await runAdmin(['export-person', '--phone', spelt, '--output', file])).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const held = JSON.parse(readFileSync(file, 'utf8')) as { votes: unknown[]; payments: unknown[] };
  expect(held.votes).toEqual([expect.objectContaining({ voter_name: 'Esi Owusu', voter_email: voterEmail })]);
  expect(held.payments).toEqual([expect.objectContaining({ reference })]);
  expect(existsSync(file)).toBe(true);

  const trial = await runAdmin(['erase-person', '--email', voterEmail]);
  expect(trial.out).toContain('would erase from 1 votes');
  expect((await runAdmin(['erase-person', '--email', voterEmail, '--yes'])).code).toBe(0);
  const after = await runAdmin(['export-person', '--phone', voterPhone, '--email', voterEmail]);
  expect(JSON.parse(after.out)).toMatchObject({ votes: [], payments: [], mails: [] });
  const rows = await sql`SELECT voter_name, voter_email, voter_phone FROM votes WHERE id = ${voteId}`;
  expect(rows).toEqual([{ voter_name: null, voter_email: null, voter_phone: null }]);
  const kept = await sql`SELECT count(*) AS number FROM webhook_inbox
      WHERE position(convert_to(${voterEmail}, 'UTF8') IN body) > 0`;
  expect(kept).toEqual([{ number: 0 }]);
  expect(await publicTotal(contest.id)).toBe(4);
  expect((await runAdmin(['verify-tallies', '--contest', contest.id])).code).toBe(0);
});

it('a person’s data of an account is left to the users screen', async () => {
  const user = await aUser().save();
  expect(await runAdmin(['erase-person', '--email', user.email, '--yes'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is an account'),
  });
});
