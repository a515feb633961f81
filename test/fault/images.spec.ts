import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CastVoteResult } from '@abato/contracts';
import { findFreePort } from '../../apps/local/src/ports.js';
import { repository } from '../operators/kustomize.js';
import { aContest, aVote, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { versionOf } from '../support/programs.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { testRun, usePlatform } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/**
 * The Dockerfile's stages without an engine: the same commands in an empty folder, production packages only, started as an
 * account without rights whose only writable folder is the data folder.
 */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
let servers: TestPlatform;
let image: string;
const running: ChildProcess[] = [];

const dockerfile = readFileSync(repository('Dockerfile'), 'utf8').replace(/\\\n\s*/g, ' ');
/** Text of a stage. */
const stage = (name: string): string =>
  new RegExp(`^FROM \\S+ AS ${name}\\n([^]*?)(?=^FROM |$(?![^]))`, 'm').exec(dockerfile)?.[1] ?? '';

beforeAll(async () => {
  servers = await startPlatform({}, { processes: [] });
  usePlatform(servers.state);
  image = mkdtempSync(join(testRun().scratchDir, 'image-'));
  chmodSync(image, 0o755);
  replayModules();
  for (const target of ['runtime', 'api', 'web', 'worker']) replayCopies(target);
  mkdirSync(join(image, 'data'));
  chmodSync(join(image, 'data'), 0o777);
});

afterAll(async () => {
  await closeDatabase();
  for (const child of running) child.kill('SIGKILL');
  await servers?.platform.destroy();
});

/** The stage that installs what ships. */
function replayModules(): void {
  const text = stage('modules');
  for (const file of /^COPY (.+) \.\/$/m.exec(text)?.[1]?.split(' ') ?? [])
    cpSync(repository(file), join(image, file));
  const command = /^RUN (.+)$/m.exec(text)?.[1] ?? 'false';
  const { status, stderr } = spawnSync('sh', ['-c', command], {
    cwd: image,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', npm_config_prefer_offline: 'true' },
  });
  if (status !== 0) throw new Error(stderr);
}

/** What a stage takes from the build. */
function replayCopies(target: string): void {
  for (const [, from = '', to = ''] of stage(target).matchAll(
    /^COPY --from=build \/app\/build\/(\S+) (\S+)$/gm,
  )) {
    const place = join(image, 'build', to.replace(/^build\/?/, '') || from);
    mkdirSync(dirname(place), { recursive: true });
    cpSync(join(testRun().buildDir, from), place, { recursive: true, verbatimSymlinks: true });
  }
}

/** Node.js of the tests, the one that a person started them with, and that of the images where it is neither: each serves. */
const MAJOR = /^ARG NODE_VERSION=(\d+)/m.exec(dockerfile)?.[1] ?? '';
const programs: Record<string, string | undefined> = { 'the tests': process.execPath };
if (process.env['ABATO_STARTED_WITH']) programs['whoever started them'] = process.env['ABATO_STARTED_WITH'];
if (process.versions.node.split('.')[0] !== MAJOR) {
  const program = process.env['ABATO_IMAGE_NODE'] ?? `node${MAJOR}`;
  const version = versionOf(program, {
    from: 'let ABATO_IMAGE_NODE name it',
    tests: `the processes with Node.js ${MAJOR} of the images`,
  });
  programs['the images'] = version?.startsWith(`${MAJOR}.`) ? program : undefined;
}

/** The same program where the account without rights may read it, which may not enter the clone. */
function readable(program: string): string {
  if (!program.startsWith(repository())) return program;
  const copy = join(image, 'node');
  cpSync(program, copy);
  return copy;
}

/** What a process of an image has said. */
interface Started {
  child: ChildProcess;
  said: () => string;
}

function run(node: string, args: readonly string[], port: number): Started {
  const { databaseUrl, redisUrl, simulatorUrl } = servers.state;
  const child = spawn(node, args, {
    cwd: join(image, 'build'),
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      ABATO_TEST_RUN: process.env['ABATO_TEST_RUN'] ?? '',
      NODE_ENV: 'production',
      PAYER_EMAIL_DOMAIN: 'payers.vote.example',
      DATA_DIR: join(image, 'data'),
      PORT: String(port),
      METRICS_PORT: String(port + 1),
      PUBLIC_URL: 'https://vote.example',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      JWT_SECRET: 'for-this-test-only-for-this-test-only-0123',
      DATA_ENCRYPTION_KEY: 'q83vEjRWeJq83vESM0VWd4iZqrvM3e7/ABEiM0RVZnc=',
      LOG_SIGNING_KEY: 'Vn3kX0t6cQ2rYb9sLw5uZp8aHd1fGj4eNm7vKo0iTxE=',
      PAYSTACK_SECRET_KEY: 'sk_test_images',
      SMTP_URL: 'none',
      SMS_API_KEY: 'none',
      PAYSTACK_BASE_URL: simulatorUrl,
      LOG_LEVEL: 'warn',
    },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, said: () => output };
}

/** Start a target's command as a container would, and wait for its health check. */
async function start(target: string, port: number, node: string): Promise<Started> {
  const [program, ...args] = JSON.parse(
    /^CMD (\[.+\])$/m.exec(stage(target === 'web' ? 'api' : target))?.[1] ?? '[]',
  ) as string[];
  expect(program).toBe('node');
  const started = run(node, args, port);
  await waitFor(
    async () => {
      if (started.child.exitCode !== null) throw new Error(`ended: ${started.said()}`);
      return (await fetch(`http://127.0.0.1:${port + 1}/health/ready`)).ok;
    },
    { withinMs: 120_000, what: `${target} to be ready` },
  );
  return started;
}

/** Megabytes below a folder, as `du` counts them. */
const megabytes = (folder: string): number =>
  Number(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')[0]);

it('is small: says how many megabytes an image adds to Node.js', () => {
  const packages = megabytes(join(image, 'node_modules'));
  const build = megabytes(join(image, 'build'));
  process.stdout.write(`image: ${packages} MB of packages, ${build} MB of ours\n`);
  expect(packages).toBeGreaterThan(20);
  // 268 MB with the one that draws PDFs (21 MB, ADR 122). A compiler of 24 MB would show.
  expect(packages).toBeLessThan(280);
  expect(build).toBeLessThan(20);
});

it('ships neither a development package nor a compiler', () => {
  expect(existsSync(join(image, 'node_modules', 'typescript'))).toBe(false);
  const { packages } = JSON.parse(readFileSync(repository('package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const development = Object.keys(packages).filter((path) => packages[path]?.dev);
  expect(development.length).toBeGreaterThan(100);
  expect(development.filter((path) => existsSync(join(image, path)))).toEqual([]);
  expect(existsSync(join(image, 'build', 'apps', 'local'))).toBe(false);
  expect(existsSync(join(image, 'build', 'apps', 'simulator'))).toBe(false);
});

describe.each(Object.entries(programs))('with the Node.js of %s', (_whose, node) => {
  (node ? it : it.skip)(
    'serves, takes a vote and counts it as an account without rights, and warns of nothing',
    async () => {
      const port = await findFreePort(4);
      const program = readable(node ?? '');
      const [web, worker] = await Promise.all([
        start('web', port, program),
        start('worker', port + 2, program),
      ]);
      const url = `http://127.0.0.1:${port}`;
      const page = await fetch(url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<div id="root"');
      // Its owner signs in here.
      usePlatform({ ...servers.state, baseUrl: url });
      const contest = await aContest().active().save();
      const cast = await new ApiClient(url).post<CastVoteResult>('/votes/cast', aVote(contest));
      expect([cast.status, cast.data.status]).toEqual([201, 'COMPLETED']);
      const counted = async (): Promise<boolean> => {
        const answer = await fetch(`${url}/api/contests/${contest.id}/public`);
        return ((await answer.json()) as { data: { totalVotes: number | null } }).data.totalVotes === 1;
      };
      await waitFor(counted, { what: 'the vote to be counted' });

      const admin = run(program, ['--enable-source-maps', 'apps/admin/src/main.js', 'verify-tallies'], port);
      expect(await once(admin.child, 'close')).toEqual([0, null]);
      expect(admin.said()).toContain('every tally equals the ledger');
      for (const { child, said } of [web, worker]) {
        const ended = once(child, 'close');
        child.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
        expect(said()).not.toMatch(/\(node:\d+\)/);
      }
      expect(admin.said()).not.toMatch(/\(node:\d+\)/);
    },
  );
});
