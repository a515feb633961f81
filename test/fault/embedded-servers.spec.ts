import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Platform } from '../../apps/local/src/platform.js';
import { processIdentity } from '../../apps/local/src/process/identity.js';
import { startPlatform } from '../support/platform.js';
import { testRun } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** What becomes of PostgreSQL and Redis of `npm start` when they, or the process that started them, are killed. */

const ports = { public: 1, api: 1, metrics: 1, workerMetrics: 1, simulator: 1 };
const platforms: Platform[] = [];

afterEach(async () => {
  // All are stopped before any folder is removed: some share one, and a server that is ending still writes to it.
  const started = platforms.splice(0);
  await Promise.all(started.map((platform) => platform.stop()));
  for (const platform of started) await platform.destroy();
});

function scratch(mode = 0o755): string {
  const folder = mkdtempSync(join(testRun().scratchDir, 'servers-'));
  chmodSync(folder, mode);
  return folder;
}

function serversOnly(dataDir: string): Platform {
  const { PATH = '' } = process.env;
  const { buildDir, redisProgram } = testRun();
  const platform = new Platform({
    buildDir,
    dataDir,
    ports,
    environment: { PATH },
    redisProgram,
    processes: [],
  });
  platforms.push(platform);
  return platform;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test('PostgreSQL killed with -9 comes back at the same address with everything that was committed', async () => {
  const { platform } = await startPlatform({}, { processes: [] });
  platforms.push(platform);
  const { databaseOwnerUrl: databaseUrl } = platform.addresses;
  // Of the servers of `npm start`; those that the API suite shares do not wait for the disk.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    expect(await query(databaseUrl, `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
  await query(databaseUrl, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
  const before = platform.service('postgres').pid;
  await platform.service('postgres').kill('SIGKILL');
  await platform.service('postgres').waitReady(180_000);
  expect(platform.service('postgres').pid).not.toBe(before);
  expect(await query(databaseUrl, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
});

test('Redis killed with -9 comes back, again and again, and never evicts', async () => {
  const platform = serversOnly(scratch());
  await platform.start();
  for (let death = 0; death < 2; death++) {
    await platform.service('redis').kill('SIGKILL');
    await platform.service('redis').waitReady(180_000);
  }
  const redis = new Redis(platform.addresses.redisUrl);
  expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  await redis.quit();
});

test('stopping leaves the data and no process', async () => {
  const dataDir = scratch();
  const platform = serversOnly(dataDir);
  await platform.start();
  const pids = [platform.service('postgres').pid, platform.service('redis').pid].map(Number);
  await query(platform.addresses.databaseOwnerUrl, 'CREATE TABLE kept (id int)');
  await platform.stop();
  expect(pids.map(processIdentity)).toEqual([undefined, undefined]);
  const again = serversOnly(dataDir);
  await again.start();
  expect(await query(again.addresses.databaseOwnerUrl, 'SELECT id FROM kept')).toEqual([]);
});

const host = `
    const [buildDir, dataDir, redisProgram] = process.argv.slice(1);
    const { Platform } = await import(buildDir + '/apps/local/src/main.js');
    const ports = ${JSON.stringify(ports)};
    const platform = new Platform({ buildDir, dataDir, ports, environment: {}, redisProgram, processes: [] });
    await platform.start();
    process.stdout.write(JSON.stringify([platform.service('postgres').pid, platform.service('redis').pid]));
  `;

async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; pids: number[] }> {
  const { buildDir, redisProgram = '' } = testRun();
  const args = ['--input-type=module', '-e', host, buildDir, dataDir, redisProgram];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, pids: JSON.parse(answer.toString()) as number[] };
}

test('when the starting process is killed with -9 its servers end by themselves, and the next start works', async () => {
  const dataDir = scratch();
  const { child, pids } = await startElsewhere(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await waitFor(() => pids.every((pid) => processIdentity(pid) === undefined), {
    what: 'the end of both servers',
  });
  await serversOnly(dataDir).start();
});

test('when the starting process is killed with -9 servers that are still there are stopped by the next start', async () => {
  const dataDir = scratch();
  const { child, pids } = await startElsewhere(dataDir);
  // Frozen servers do not hear their guards, just as those of a machine in trouble.
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = serversOnly(dataDir);
  const told: string[] = [];
  next.on('progress', (_name, text) => told.push(text));
  const starting = next.start();
  await waitFor(() => told.length >= 2, { what: 'both servers being noticed' });
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  await starting;
  expect(told.join()).toMatch(/stopping (PostgreSQL|Redis).*stopping (PostgreSQL|Redis)/);
  expect(pids.map(processIdentity)).toEqual([undefined, undefined]);
});

test('neither a half-made cluster nor the pid file of a stranger stands in the way', async () => {
  const dataDir = scratch();
  mkdirSync(join(dataDir, 'postgres.making-1'));
  const first = serversOnly(dataDir);
  await first.start();
  await first.stop();
  expect(existsSync(join(dataDir, 'postgres.making-1'))).toBe(false);
  // This very process lives, and is no PostgreSQL.
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'postgres')}\n`, { mode: 0o644 });
  await serversOnly(dataDir).start();
  expect(readFileSync(pidFile, 'utf8')).not.toMatch(new RegExp(`^${process.pid}\n`));
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('a data folder only root may enter gets its database elsewhere, and finds it again', async () => {
  const dataDir = join(scratch(0o700), 'data');
  const first = serversOnly(dataDir);
  await first.start();
  await query(first.addresses.databaseOwnerUrl, 'CREATE TABLE kept (id int)');
  await first.stop();
  const outside = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim();
  const again = serversOnly(dataDir);
  await again.start();
  expect(await query(again.addresses.databaseOwnerUrl, 'SELECT id FROM kept')).toEqual([]);
  await again.destroy();
  expect(existsSync(outside)).toBe(false);
});
