import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import { APPLICATIONS, hashInputs, listFiles } from './inputs.mjs';
import { withLock } from './lock.mjs';
import { Problem, say, seconds } from './output.mjs';
import { ensurePackages } from './packages.mjs';
import { DIST, LOCKS, ROOT, TSC, inPackage } from './paths.mjs';
import { processIdentity, run } from './processes.mjs';

/** A build that was not used for a day is removed; what runs for longer touches its build meanwhile (`keepBuild`). */
const KEPT_MS = 24 * 3600 * 1000;
const BUILD = /^[0-9a-f]{12}$/;
const TEMPORARY = '.making-';
const VERIFIER_PAGE = join(ROOT, 'scripts', 'lib', 'verifier-page.mjs');
const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/**
 * Folder of the build that matches the sources, made if it does not exist yet, with packages that are up to date. Builds are named by a hash of their inputs and
 * appear whole or not at all, so a running start is never disturbed by a later build.
 * @throws Problem when the sources do not compile
 */
export async function ensureBuild() {
  await ensurePackages();
  const hash = hashInputs();
  const target = join(DIST, hash);
  if (!existsSync(target)) {
    await withLock(
      join(LOCKS, 'build.lock'),
      async () => {
        if (!existsSync(target)) await make(target);
      },
      (pid) => say('build', `waiting for process ${pid}, which is building`),
    );
  }
  touch(target);
  prune(hash);
  return target;
}

const touch = (build) => utimesSync(build, new Date(), new Date());

/** Keeps a build from being removed while this process runs. */
export function keepBuild(build) {
  setInterval(() => touch(build), KEPT_MS / 24).unref();
}

async function make(target) {
  const began = Date.now();
  say('build', 'building server and web app');
  const draft = join(DIST, `${TEMPORARY}${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    const web = join(draft, 'apps', 'web');
    await succeed([
      run(process.execPath, [TSC, '-p', 'tsconfig.build.json', '--outDir', draft], { cwd: ROOT }),
      bundle(['--outDir', web, '--emptyOutDir']),
      bundlePages(draft),
    ]);
    const [verifierHash] = await succeed([
      run(process.execPath, [VERIFIER_PAGE, join(web, 'verifier.html')], { cwd: ROOT }),
    ]);
    // Printed, so that it can be compared with that of a file from another source.
    say('build', `verifier.html has the SHA-256 ${verifierHash.trim()}`);
    copyAssets(draft);
    await compressWeb(web);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  say('build', `built dist/${target.slice(DIST.length + 1)} (${seconds(began)})`);
}

/** @returns the output of each step @throws Problem when one fails, after the words of all that do */
async function succeed(steps) {
  const results = await Promise.all(steps);
  const failed = results.filter(({ code }) => code !== 0);
  for (const { output } of failed) process.stderr.write(`${output.trim()}\n`);
  if (failed.length) throw new Problem('The build failed; the errors are above.');
  return results.map(({ output }) => output);
}

/** The components of the web client that the API renders, as one file beside the API's code that imports it. */
export function bundlePages(target) {
  return bundle(['--config', 'vite.server.ts', '--outDir', join(target, 'apps', 'api', 'src', 'web')]);
}

function bundle(args) {
  const vite = inPackage('vite', 'bin', 'vite.js');
  return run(process.execPath, [vite, 'build', '--logLevel', 'warn', ...args], {
    cwd: join(ROOT, 'apps', 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** Beside each text file of the client its best compression: done once here, not for every visitor. */
async function compressWeb(folder) {
  const texts = readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(js|css|svg|json|webmanifest)$/.test(name),
  );
  for (const name of texts) {
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < 600) continue;
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    };
    writeFileSync(`${path}.br`, await brotli(content, options));
    writeFileSync(`${path}.gz`, await gzip(content, { level: 9 }));
  }
}

/** What the compiler does not copy: manifests that make the libraries importable, SQL, plain JavaScript, pictures and other files beside sources. */
export function copyAssets(target) {
  writeFileSync(join(target, 'package.json'), '{ "private": true, "type": "module" }\n');
  const libraries = readdirSync(join(ROOT, 'libs'));
  mkdirSync(join(target, 'node_modules', '@abato'), { recursive: true });
  for (const name of libraries) {
    const manifest = join('libs', name, 'package.json');
    if (!existsSync(join(ROOT, manifest))) continue;
    copy(manifest, target);
    const link = join(target, 'node_modules', '@abato', name);
    rmSync(link, { recursive: true, force: true });
    // A junction needs no special right on Windows; elsewhere the type is ignored and the link stays relative.
    if (process.platform === 'win32') symlinkSync(join(target, 'libs', name), link, 'junction');
    else symlinkSync(join('..', '..', 'libs', name), link);
  }
  const folders = APPLICATIONS.map((app) => `apps/${app}/src`).concat(
    libraries.map((lib) => `libs/${lib}/src`),
  );
  for (const file of folders.flatMap((folder) => listFiles(folder))) {
    if (!/\.(tsx?|d\.mts)$/.test(file)) copy(file, target);
  }
}

function copy(file, target) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  cpSync(join(ROOT, file), join(target, file));
}

function prune(current) {
  for (const name of readdirSync(DIST)) {
    const isLeft = name.startsWith(TEMPORARY) && !processIdentity(Number(name.slice(TEMPORARY.length)));
    const isOld =
      BUILD.test(name) && name !== current && Date.now() - statSync(join(DIST, name)).mtimeMs > KEPT_MS;
    if (isLeft || isOld) rmSync(join(DIST, name), { recursive: true, force: true });
  }
}
