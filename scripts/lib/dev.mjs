import { mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePages, copyAssets } from './build.mjs';
import { tryLock } from './lock.mjs';
import { Problem, say } from './output.mjs';
import { DIST, LOCKS, ROOT, TSC } from './paths.mjs';
import { run } from './processes.mjs';

const TARGET = join(DIST, 'dev');
/** Changes come in bursts (an editor saving all, a branch switched). */
const SETTLE_MS = 150;

/**
 * `npm run dev`: the compiler follows every change, the processes are restarted with the new code, and the web app is served by
 * Vite with hot reload on PORT, which passes API calls on to the API on a free port.
 */
export async function runDevelopment({ environment, redisProgram, beganAt }) {
  const release = tryLock(join(LOCKS, 'dev.lock'));
  if (!release) throw new Problem('`npm run dev` already runs in this clone: both would write to dist/dev.');
  process.on('exit', release);
  mkdirSync(TARGET, { recursive: true });
  const [compiles] = await Promise.all([compile(), bundlePages(TARGET)]);
  if (!compiles) throw new Problem('The sources do not compile; the errors are above.');
  const { runLocal } = await import(pathToFileURL(join(TARGET, 'apps', 'local', 'src', 'main.js')).href);
  const webServer = join(ROOT, 'scripts', 'lib', 'vite-dev.mjs');
  const platform = await runLocal({ buildDir: TARGET, environment, redisProgram, beganAt, webServer });
  follow(async () => {
    if (await compile()) await restart(platform);
    else say('compiler', 'the processes keep running with the code that last compiled');
  });
}

/** Only what has changed since the last time. @returns whether there are no errors; those there are have been printed */
async function compile() {
  const incremental = ['--incremental', '--tsBuildInfoFile', join(TARGET, 'compiled.tsbuildinfo')];
  const args = [TSC, '-p', 'tsconfig.build.json', '--outDir', TARGET, ...incremental];
  const { code, output } = await run(process.execPath, args, { cwd: ROOT });
  copyAssets(TARGET);
  say('compiler', code === 0 ? 'compiled' : output.trim());
  return code === 0;
}

/** Do the work after each burst of changes, one at a time; changes meanwhile cause one more. */
function follow(work) {
  let settle;
  let isWaiting = false;
  let working = Promise.resolve();
  const next = () => {
    if (isWaiting) return;
    isWaiting = true;
    working = working.then(() => {
      isWaiting = false;
      return work();
    });
  };
  for (const folder of ['libs', 'apps']) {
    const watcher = watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (!file || /^web\b|node_modules|\.spec\.|~$/.test(file) || !/\.\w+$/.test(file)) return;
      clearTimeout(settle);
      settle = setTimeout(next, SETTLE_MS);
    });
    watcher.on('error', (error) => say('compiler', `no longer watching ${folder}: ${error.message}`));
  }
}

async function restart(platform) {
  const began = Date.now();
  const results = await Promise.allSettled(
    ['simulator', 'api', 'worker'].map((name) => platform.service(name).restart()),
  );
  for (const result of results) {
    if (result.status === 'rejected') say('abato', `${result.reason.message} Correct it and save.`);
  }
  say('abato', `restarted with the new code (${Date.now() - began} ms)`);
}
