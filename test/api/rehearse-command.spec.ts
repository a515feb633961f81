import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnvironment } from '../support/bare-environment.js';
import { database, sql } from '../support/builders.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const COMMAND = join(import.meta.dirname, '..', '..', 'scripts', 'rehearse.mjs');

/** Those of the test that runs; one that failed leaves them. */
const running: ChildProcess[] = [];

/** The command on the platform under test. */
function command(...args: string[]) {
  const { baseUrl, databaseUrl } = testState();
  const child = spawn(process.execPath, [COMMAND, ...args, ...(args.length > 1 ? ['--url', baseUrl] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      HOME: process.env['HOME'] ?? '',
      DATABASE_URL: databaseUrl,
    },
  });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  );
  return {
    child,
    ended,
    /** The id of its contest, as soon as its votes are sent. */
    begun: () =>
      waitFor(() => {
        if (child.exitCode !== null) throw new Error(said);
        return said.includes('votes/s for') && /contest (\S{36}) is open/.exec(said)?.[1];
      }),
  };
}
const load = (minutes: string) =>
  command('--minutes', minutes, '--votes-per-second', '20', '--viewers', '2', '--contestants', '4');

interface Made {
  archived: boolean;
  minutes: number;
  status: string;
}

async function made(contestId: string): Promise<Made | undefined> {
  const rows = await sql<Made>`SELECT archived_at IS NOT NULL AS archived, extract(epoch
     FROM end_date - created_at)::int / 60 AS minutes, status
     FROM contests WHERE id = ${contestId} AND is_rehearsal`;
  return rows[0];
}

/** Removes the report that it wrote. */
async function forget(said: string): Promise<void> {
  const [, report = ''] = /Report: (\S+)\.md/.exec(said) ?? [];
  await Promise.all(['md', 'json'].map((kind) => rm(`${report}.${kind}`)));
}

afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('npm run rehearse archives its contest before it ends when %s stops it', async (signal, code) => {
  const run = load('5');
  const contestId = await run.begun();
  run.child.kill(signal);
  const ended = await run.ended;
  expect([ended.code, ended.said]).toEqual([code, expect.stringContaining('the contest is archived')]);
  expect(await made(contestId)).toMatchObject({ archived: true });
});

it('npm run rehearse ends with its report although its connection to the database was cut', async () => {
  const run = load('0.1');
  const contestId = await run.begun();
  const { length: rowCount } = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'abato-rehearse' AND datname = current_database()`;
  expect(rowCount).toBe(1);
  const { code, said } = await run.ended;
  expect([code, said]).toEqual([0, expect.stringContaining('none lost')]);
  expect(await made(contestId)).toMatchObject({ archived: true });
  await forget(said);
});

it('npm run rehearse ends with its report although its contest cannot be archived', async () => {
  const run = load('0.1');
  const contestId = await run.begun();
  const holder = await database().connect();
  try {
    // Votes share this lock, and no change gets by.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM contests WHERE id = $1 FOR SHARE', [contestId]);
    const { code, said } = await run.ended;
    expect([code, said]).toEqual([0, expect.stringContaining('the contest is not archived yet')]);
    expect(said).toContain('none lost');
    await forget(said);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

it('npm run rehearse leaves a contest that ends by itself when it is killed, and the next one archives it', async () => {
  const run = load('5');
  const contestId = await run.begun();
  run.child.kill('SIGKILL');
  await run.ended;
  // Half an hour after the load should have ended.
  expect(await made(contestId)).toEqual({ archived: false, minutes: 35, status: 'ACTIVE' });
  await sql`UPDATE contests SET end_date = now() WHERE id = ${contestId}`;
  await waitFor(async () => (await made(contestId))?.status === 'ENDED');
  const next = load('0.05');
  await forget((await next.ended).said);
  expect(await made(contestId)).toMatchObject({ archived: true });
});

it('npm run rehearse says what it takes', async () => {
  const { code, said } = await command('--help').ended;
  expect([code, said]).toEqual([0, expect.stringContaining('--viewers N             1 to 50000 (200)')]);
  expect((await command('--viewers', '1.5').ended).said).toContain('--viewers must be a whole number');
});
