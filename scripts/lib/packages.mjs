import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { Problem, say, seconds } from './output.mjs';
import { LOCKS, ROOT } from './paths.mjs';
import { run } from './processes.mjs';

const STAMP = join(ROOT, 'node_modules', '.abato-packages');
/** How often a silent npm is reported to be alive. */
const HEARTBEAT_MS = 10_000;

/** Parts of the manifest that decide what gets installed. */
const MANIFEST_PARTS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'allowScripts',
];

/** What node_modules should look like: lock file, manifest, and the platform its binaries are for. They use Node-API, the same for all versions. */
function wanted() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  hash.update(JSON.stringify(MANIFEST_PARTS.map((part) => manifest[part])));
  return hash.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex');
}

function installed() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Install npm packages unless node_modules already matches the lock file. Safe when several scripts start at once.
 * @throws Problem when npm fails
 */
export async function ensurePackages() {
  if (installed() === wanted()) return;
  await withLock(
    join(LOCKS, 'packages.lock'),
    async () => {
      if (installed() === wanted()) return;
      await install();
      // Written beside and renamed: node_modules may be a copy made of hard links, and only this copy is up to date now.
      writeFileSync(`${STAMP}.${process.pid}`, wanted());
      renameSync(`${STAMP}.${process.pid}`, STAMP);
    },
    (pid) => say('packages', `waiting for process ${pid}, which is installing npm packages`),
  );
}

async function install() {
  const fresh = !existsSync(join(ROOT, 'node_modules'));
  const began = Date.now();
  say(
    'packages',
    fresh ? 'installing npm packages (once; one to three minutes)' : 'bringing npm packages up to date',
  );
  const heartbeat = setInterval(() => say('packages', `still installing (${seconds(began)})`), HEARTBEAT_MS);
  // Not `npm ci`: it begins by deleting node_modules, which another running start may be using, and it refuses a lock file that
  // was written where the packages for other systems could not be seen. `install` obeys the lock file as well, and `--no-save`
  // keeps it from writing to files under version control. All kinds are needed to build, whatever NODE_ENV says.
  const env = { ...process.env, npm_config_yes: 'true', NODE_ENV: '', CI: '1' };
  delete env.npm_config_production;
  delete env.npm_config_omit;
  try {
    if (!(await npmInstall(['--include=dev', '--include=optional', '--loglevel=error'], { cwd: ROOT, env })))
      throw new Problem(
        'npm could not install the packages (its own words are above): check the network, or run `npm install` by hand, or use `docker compose up`.',
      );
  } finally {
    clearInterval(heartbeat);
  }
  say('packages', `npm packages are in place (${seconds(began)})`);
}

/** @returns {Promise<boolean>} false when npm fails, after its own words */
async function npmInstall(args, options) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(
    npm,
    ['install', '--no-save', '--no-audit', '--no-fund', ...args],
    options,
  );
  if (code !== 0) process.stderr.write(`${output.trim().split('\n').slice(0, 25).join('\n')}\n`);
  return code === 0;
}

/**
 * A package that one command needs and no clone should have to install: kept below `.cache`, of exactly this version.
 * @param plugins packages of the same version that the tool finds beside itself
 * @param options.peers false: without the packages that it expects its user to have
 * @returns {Promise<string>} its folder
 * @throws Problem when npm cannot bring it
 */
export async function ensureTool(name, version, plugins = [], { peers = true } = {}) {
  const place = name.replace('/', '+');
  const folder = join(ROOT, '.cache', 'tools', `${place}-${version}`);
  const tool = join(folder, 'node_modules', name);
  if (existsSync(tool)) return tool;
  await withLock(
    join(LOCKS, `${place}.lock`),
    async () => {
      if (existsSync(tool)) return;
      const began = Date.now();
      say('packages', `fetching ${name} ${version} (once)`);
      // Installed beside and renamed: half a tool must not pass for a whole one.
      const draft = `${folder}.${process.pid}`;
      mkdirSync(draft, { recursive: true });
      const args = ['--prefix', draft, '--ignore-scripts', ...(peers ? [] : ['--legacy-peer-deps'])];
      const packages = [name, ...plugins].map((one) => `${one}@${version}`);
      if (!(await npmInstall([...args, ...packages], { cwd: draft }))) {
        rmSync(draft, { recursive: true, force: true });
        throw new Problem(`npm could not fetch ${name} (its own words are above): check the network.`);
      }
      renameSync(draft, folder);
      say('packages', `${name} is in place (${seconds(began)})`);
    },
    (pid) => say('packages', `waiting for process ${pid}, which is fetching ${name}`),
  );
  return tool;
}
