import { spawn } from 'node:child_process';
import { mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePages, copyAssets } from './build.mjs';
import { tryLock } from './lock.mjs';
import { Problem, say } from './output.mjs';
import { DIST, LOCKS, ROOT, inPackage } from './paths.mjs';

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
  copyAssets(TARGET);
  const compiler = followSources();
  await Promise.all([compiler.firstBuild, bundlePages(TARGET)]);
  const { runLocal } = await import(pathToFileURL(join(TARGET, 'apps', 'local', 'src', 'main.js')).href);
  const webServer = join(ROOT, 'scripts', 'lib', 'vite-dev.mjs');
  const platform = await runLocal({ buildDir: TARGET, environment, redisProgram, beganAt, webServer });
  compiler.onBuild(() => restart(platform));
  followAssets(() => restart(platform));
}

/** Run `tsc --watch`; `firstBuild` resolves when everything has compiled once. */
function followSources() {
  const args = [inPackage('typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--outDir', TARGET];
  const child = spawn(process.execPath, [...args, '--watch', '--preserveWatchOutput'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  process.on('exit', () => child.kill('SIGKILL'));
  let listener;
  let rest = '';
  const firstBuild = new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Problem(`The compiler ended with code ${code}.`)));
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((text) => text.trim())) {
        const errors = /Found (\d+) errors?\. Watching/.exec(line)?.[1];
        if (errors === undefined) {
          if (!/Starting (incremental )?compilation|File change detected/.test(line)) say('compiler', line);
        } else if (errors === '0') {
          say('compiler', 'compiled');
          resolve();
          listener?.();
        } else {
          say('compiler', `${errors} error(s): the processes keep running with the code that last compiled`);
        }
      }
    });
  });
  return { firstBuild, onBuild: (callback) => (listener = callback) };
}

/** SQL and other files beside the sources are copied, because the compiler does not see them. */
function followAssets(onChange) {
  let settle;
  for (const folder of ['libs', 'apps']) {
    const watcher = watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (!file || /\.tsx?$|^web\b|node_modules|~$/.test(file) || !/\.\w+$/.test(file)) return;
      clearTimeout(settle);
      settle = setTimeout(() => {
        copyAssets(TARGET);
        onChange();
      }, SETTLE_MS);
    });
    watcher.on('error', (error) => say('compiler', `no longer watching ${folder}: ${error.message}`));
  }
}

let restarting = Promise.resolve();
let again = false;

/** Restart our own processes one restart at a time; changes meanwhile cause one more. */
function restart(platform) {
  if (again) return;
  again = true;
  restarting = restarting.then(async () => {
    again = false;
    const began = Date.now();
    const results = await Promise.allSettled(
      ['simulator', 'api', 'worker'].map((name) => platform.restart(name)),
    );
    for (const result of results) {
      if (result.status === 'rejected') say('abato', `${result.reason.message} Correct it and save.`);
    }
    say('abato', `restarted with the new code (${Date.now() - began} ms)`);
  });
}
