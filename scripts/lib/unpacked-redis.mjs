import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';

/** Directories of libraries in packages of Debian and Ubuntu. */
const LIBRARIES = ['usr/lib', 'lib'];

/**
 * Redis from the packages of Debian or Ubuntu, downloaded and unpacked into a folder: needs no root and changes nothing else on the machine.
 * apt checks the packages against the signed lists as it always does.
 * @param folder made when it does not exist; appears whole or not at all
 * @param say told in words what happens
 * @returns path of a program that runs it; undefined where there is no apt, no network or no such package
 */
export async function unpackRedis(folder, say = () => undefined) {
  const program = join(folder, 'redis-server');
  if (existsSync(program)) return program;
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, 'packages'), { recursive: true });
  try {
    const packages = await download(draft, say);
    if (!packages) return undefined;
    for (const file of packages) {
      const { code, output } = await run('dpkg-deb', ['-x', join(draft, 'packages', file), draft]);
      if (code !== 0) return void say(`dpkg-deb failed: ${lastLine(output)}`);
    }
    rmSync(join(draft, 'packages'), { recursive: true });
    rmSync(join(draft, 'apt'), { recursive: true, force: true });
    writeFileSync(join(draft, 'redis-server'), starter(draft, folder));
    chmodSync(join(draft, 'redis-server'), 0o755);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return program;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Packages of Redis that this machine does not have, from the system's lists or, when those are missing, from fresh ones of our own. */
async function download(draft, say) {
  say('downloading redis-server and unpacking it, without installing it');
  for (const own of [false, true]) {
    const options = own ? ownLists(join(draft, 'apt')) : ['-o', 'Debug::NoLocking=1'];
    if (own) {
      const { code, output } = await apt(['update', '-q'], options);
      if (code !== 0) return void say(`apt-get update failed: ${lastLine(output)}`);
    }
    const needed = await packagesFor(options);
    if (!needed.length) continue;
    const got = await apt(['download', '-q', ...needed], options, join(draft, 'packages'));
    const files = readdirSync(join(draft, 'packages')).filter((name) => name.endsWith('.deb'));
    if (got.code === 0 && files.length === needed.length) return files;
    if (own) return void say(`apt-get download failed: ${lastLine(got.output)}`);
    for (const file of files) rmSync(join(draft, 'packages', file));
  }
  say('the lists of packages know no redis-server');
  return undefined;
}

/** What an installation would fetch: Redis, and libraries that are missing here. */
async function packagesFor(options) {
  const args = ['install', '--print-uris', '-qq', '-y', '--no-install-recommends', '--reinstall'];
  const { code, output } = await apt([...args, 'redis-server', 'redis-tools'], options);
  if (code !== 0) return [];
  // 'http://…/redis-tools_5%3a7.0.15-1_amd64.deb' redis-tools_5%3a7.0.15-1_amd64.deb 989124 SHA256:…
  return [...output.matchAll(/^'[^']+' ([a-z0-9][a-z0-9.+-]*)_\S+\.deb /gm)].map(([, name]) => name);
}

/** An ordinary user can neither read half-made lists nor write the system's: everything apt writes goes into a folder of our own. */
function ownLists(folder) {
  for (const name of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, name), { recursive: true });
  return [
    ['Dir::State::Lists', join(folder, 'lists')],
    ['Dir::Cache', join(folder, 'cache')],
    ['Debug::NoLocking', '1'],
    // Root's apt would otherwise change to an account that may not enter this folder.
    ['APT::Sandbox::User', 'root'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

async function apt(args, options, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  return run('apt-get', [...options, ...args], { env, ...(cwd && { cwd }) }).catch((error) => ({
    code: 1,
    output: error.message,
  }));
}

/** Replaced by Redis itself, so that signals reach it. */
function starter(draft, folder) {
  const libraries = LIBRARIES.flatMap((name) => {
    const path = join(draft, name);
    if (!existsSync(path)) return [];
    const triplets = readdirSync(path).filter((entry) => /-linux-gnu/.test(entry));
    return triplets.map((triplet) => join(folder, name, triplet));
  });
  return `#!/bin/sh\nLD_LIBRARY_PATH='${libraries.join(':')}' exec '${join(folder, 'usr/bin/redis-server')}' "$@"\n`;
}

const lastLine = (output) => output.trim().split('\n').at(-1) ?? '';
