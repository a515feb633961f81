import { spawn } from 'node:child_process';
import { repository } from '../operators/kustomize.js';
import { type AdminAnswer, runAdmin } from '../support/admin.js';
import { bareEnvironment } from '../support/bare-environment.js';
import { aContest, aVote, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { publicTotal } from '../support/payments.js';
import { aFolder, testRun, testSecrets, testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** `npm run admin -- …` as an operator types it in a clone: one script, the settings of the shell, exit codes. */

/** No others. */
const SETTINGS = { DATABASE_URL: testState().databaseUrl };

async function npmRunAdmin(args: string[], env: Record<string, string> = {}): Promise<AdminAnswer> {
  const child = spawn(process.execPath, [repository('scripts', 'admin.mjs'), ...args], {
    // Not from the clone: an operator may be anywhere.
    cwd: testRun().scratchDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      HOME: process.env['HOME'] ?? '',
      DATABASE_URL: testState().databaseUrl,
      // Opens the entries of logs with hidden results.
      DATA_ENCRYPTION_KEY: testSecrets().dataEncryptionKey,
      ...env,
    },
  });
  let [out, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, errors };
}

const COMMANDS = [
  'migrate',
  'create-database-roles',
  'create-super-admin',
  'reset-password',
  'rotate-keys',
  'reset-second-factor',
  'settle',
  'verify-tallies',
  'rebuild-tallies',
  'reconcile-day',
  'read-settlements',
  'post-journal',
  'audit',
  'export-person',
  'erase-person',
];

it('lists exactly these commands, and fails without one', async () => {
  const [help, nothing] = await Promise.all([npmRunAdmin(['--help']), npmRunAdmin([])]);
  expect(help.code).toBe(0);
  expect([...help.out.matchAll(/^ {2}([a-z-]+)/gm)].map((match) => match[1])).toEqual(COMMANDS);
  expect(nothing).toMatchObject({ code: 1, out: expect.stringContaining('Every command has --help') });
});

it('explains a command and refuses another without any settings', async () => {
  const none = { DATABASE_URL: '' };
  const [help, refusal] = await Promise.all([
    npmRunAdmin(['settle', '--help'], none),
    npmRunAdmin(['settle'], none),
  ]);
  expect(help).toMatchObject({ code: 0, errors: '', out: expect.stringMatching(/^settle/) });
  expect(refusal).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('settle <reference>') });
});

it.each(COMMANDS)('explains %s: what it does, its options, its settings', async (command) => {
  const { code, out, errors } = await runAdmin([command, '--help'], {}, SETTINGS);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(out.startsWith(command)).toBe(true);
  expect(out).toMatch(/Settings it reads: [A-Z_, ]+ \(docs\/settings\.md\)/);
  expect(out.length).toBeGreaterThan(200);
});

it.each([
  { args: ['create-super-admin'], says: '--email is needed' },
  { args: ['create-super-admin', '--email'], says: 'email' },
  { args: ['reset-password'], says: '--email is needed' },
  { args: ['reset-password', '--email', 'nobody@example.com'], says: 'nobody@example.com' },
  { args: ['settle'], says: 'settle <reference>' },
  { args: ['settle', 'A-1', 'A-2'], says: 'settle <reference>' },
  { args: ['verify-tallies', '--contest', '7'], says: '--contest must be the id of a contest' },
  { args: ['verify-tallies', 'everything'], says: 'verify-tallies' },
  { args: ['rebuild-tallies', '--contest', '7'], says: '--contest must be the id of a contest' },
  {
    args: ['rebuild-tallies', '--yes', '--contest', '0192a0b0-0000-7000-8000-000000000000'],
    says: 'there is no contest 0192a0b0-',
  },
  { args: ['reconcile-day'], says: '--date is needed' },
  { args: ['reconcile-day', '--date', 'yesterday'], says: '--date must look like' },
  { args: ['export-person'], says: '--phone or --email is needed' },
  { args: ['export-person', '--phone', '12'], says: 'is not a Ghanaian phone number' },
  { args: ['erase-person', '--everybody'], says: '--everybody' },
  { args: ['migrate', 'down'], says: 'migrate' },
  { args: ['migrate', '--quickly'], says: '--quickly' },
  { args: ['migrate', '--wait', 'long'], says: '--wait' },
  { args: ['fly'], says: 'no command fly' },
])('refuses $args with one sentence and exit code 1', async ({ args, says }) => {
  const { code, out, errors } = await runAdmin(args, {}, SETTINGS);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(errors).toContain(says);
  expect(errors).not.toMatch(/^\s+at /m);
});

it('ends with 0 when the books agree and with 2 when they do not', async () => {
  const contest = await aContest().save();
  expect((await new ApiClient().post('/votes/cast', aVote(contest))).status).toBe(201);
  await waitFor(async () => (await publicTotal(contest.id)) === 1, { what: 'the count' });
  const recount = ['verify-tallies', '--contest', contest.id];
  expect(await npmRunAdmin(recount)).toMatchObject({
    code: 0,
    out: expect.stringContaining('every tally equals the ledger'),
  });
  await sql`UPDATE contest_tallies SET votes = votes + 5 WHERE contest_id = ${contest.id}`;
  const wrong = await npmRunAdmin(recount);
  expect(wrong).toMatchObject({ code: 2, out: expect.stringContaining('1 with differences') });
  await sql`UPDATE contest_tallies SET votes = votes - 5 WHERE contest_id = ${contest.id}`;
});

it('finds what npm start runs by its data folder, and says what is missing where there is none', async () => {
  const here = await npmRunAdmin(['migrate'], { DATABASE_URL: '', DATA_DIR: testState().dataDir });
  expect(here).toMatchObject({ code: 0, out: expect.stringContaining('up to date') });
  const nowhere = aFolder();
  const missing = await npmRunAdmin(['verify-tallies'], { DATABASE_URL: '', DATA_DIR: nowhere });
  expect(missing).toMatchObject({ code: 1, errors: expect.stringContaining('DATABASE_URL') });
  expect(missing.errors).not.toMatch(/^\s+at /m);
});
