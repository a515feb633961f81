import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { Problem, say, seconds } from './output.mjs';
import { LOCKS, inPackage } from './paths.mjs';
import { run } from './processes.mjs';
import { unpackRedis } from './unpacked-redis.mjs';

/** Another apt may be at work (a machine's first boot, a parallel script): keep trying this long. */
const APT_PATIENCE_MS = 300_000;
const APT_BUSY = /Could not get lock|Unable to acquire|is another process using it|Unable to lock/i;

/** Full path of the first of `names` that exists on PATH and answers `--version`. */
async function findWorking(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder && isExecutable(path) && (await answersVersion(path))) return path;
    }
  }
  return undefined;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ubuntu's `chromium-browser` exists but only says that a snap is needed: a file alone proves nothing. */
async function answersVersion(path) {
  try {
    const args = /chrom/.test(path) ? ['--version', '--no-sandbox'] : ['--version'];
    return (await run(path, args)).code === 0;
  } catch {
    return false;
  }
}

/** Install with the system's package manager if that is possible without asking; false when it is not. */
async function installWithSystem(part, aptNames, brewName) {
  const began = Date.now();
  if (process.getuid?.() === 0 && (await findWorking(['apt-get']))) {
    say(part, `installing ${aptNames.join(' ')} with apt-get`);
    await apt(part, ['update', '-q']);
    const done = await apt(part, ['install', '-q', '-y', '--no-install-recommends', ...aptNames]);
    if (done) say(part, `installed (${seconds(began)})`);
    return done;
  }
  if (process.platform === 'darwin' && brewName && (await findWorking(['brew']))) {
    say(part, `installing ${brewName} with Homebrew`);
    const env = { ...process.env, HOMEBREW_NO_AUTO_UPDATE: '1', NONINTERACTIVE: '1' };
    return (await run('brew', ['install', brewName], { env, onLine: (line) => say(part, line) })).code === 0;
  }
  return false;
}

async function apt(part, args) {
  // RUNLEVEL=1 keeps the freshly installed service from starting by itself: Abato runs its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', LC_ALL: 'C' };
  const began = Date.now();
  for (;;) {
    const { code, output } = await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env });
    if (code === 0) return true;
    if (!APT_BUSY.test(output) || Date.now() - began > APT_PATIENCE_MS) {
      say(part, `apt-get ${args[0]} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
      return false;
    }
    say(part, 'waiting for another apt-get');
    await sleep(3_000);
  }
}

function underLock(part, work) {
  return withLock(join(LOCKS, 'system.lock'), work, (pid) =>
    say(part, `waiting for process ${pid}, which is installing`),
  );
}

/**
 * A Redis to use: the given URL, or the path of a server program (installed when missing and possible).
 * @returns {Promise<string | undefined>} path of the program; undefined when REDIS_URL is given
 */
export async function ensureRedis(env = process.env) {
  if (env.REDIS_URL) return undefined;
  const find = () => findWorking(['redis-server', 'valkey-server']);
  const found =
    (await find()) ??
    (await underLock(
      'redis',
      async () =>
        (await find()) ??
        (await unpackedRedis()) ??
        ((await installWithSystem('redis', ['redis-server'], 'redis')) ? find() : undefined),
    ));
  if (found) return found;
  throw new Problem(
    'Redis is missing and cannot be installed from here: install it (for example `sudo apt-get install redis-server`), or point REDIS_URL at a running one, or use `docker compose up`.',
  );
}

/** Before anything is installed into the system: also root's start changes it only when this does not suffice. */
async function unpackedRedis() {
  if (!(await findWorking(['apt-get'])) || !(await findWorking(['dpkg-deb']))) return undefined;
  const program = await unpackRedis(join(LOCKS, '..', 'redis'), (text) => say('redis', text));
  return program && (await answersVersion(program)) ? program : undefined;
}

/** The first is Chromium without its window: the same pages cost a quarter less processor time in it. */
const CHROMIUMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Path of a Chromium for the browser tests (installed when missing and possible). */
export async function ensureChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const find = async () => (await findWorking(CHROMIUMS)) ?? playwrightsOwn();
  const found =
    (await find()) ??
    (await underLock('chromium', async () => {
      const already = await find();
      if (already) return already;
      for (const name of ['chromium-headless-shell', 'chromium']) {
        if (await installWithSystem('chromium', [name, 'fonts-liberation'])) return find();
      }
      // Where the system's packages have no plain Chromium (Ubuntu, macOS), Playwright may be able to bring its own.
      say('chromium', 'asking Playwright for its own Chromium');
      const cli = inPackage('@playwright', 'test', 'cli.js');
      const { code } = await run(process.execPath, [cli, 'install', 'chromium']);
      if (code !== 0) say('chromium', 'Playwright could not bring one');
      return find();
    }));
  if (found) return found;
  throw new Problem(
    'Chromium is missing and cannot be installed from here: install it (for example `sudo apt-get install chromium`), or point CHROMIUM_PATH at one, or run only the other suites with `npm test -- unit api fault`.',
  );
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import(pathToFileURL(inPackage('@playwright', 'test', 'index.mjs')).href);
    const path = chromium.executablePath();
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
