import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild, keepBuild } from './lib/build.mjs';
import { lockOwner, tryLock } from './lib/lock.mjs';
import { Problem, main } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensureRedis } from './lib/system.mjs';

/**
 * `npm start`: install what is missing, build what changed, run the whole platform until Ctrl-C.
 * `npm run dev` (`--dev`): the same from a build that follows every change, with the web app hot-reloaded.
 */
const beganAt = Date.now();
const environment = { ...process.env, DATA_DIR: resolve(ROOT, process.env.DATA_DIR || '.local') };

function claimDataFolder() {
  mkdirSync(environment.DATA_DIR, { recursive: true, mode: 0o755 });
  const path = join(environment.DATA_DIR, 'start.lock');
  const release = tryLock(path) ?? tryLock(path);
  if (!release) {
    throw new Problem(
      `Abato already runs with the data folder ${environment.DATA_DIR} (process ${lockOwner(path)?.pid}): stop it first, or choose another folder and port, for example \`DATA_DIR=.local2 PORT=4000 SIMULATOR_PORT=4001 METRICS_PORT=9564 npm start\`.`,
    );
  }
  process.on('exit', release);
}

const started = await main(async () => {
  claimDataFolder();
  await ensurePackages();
  const redisProgram = await ensureRedis(environment);
  if (process.argv.includes('--dev')) {
    const { runDevelopment } = await import('./lib/dev.mjs');
    await runDevelopment({ environment, redisProgram, beganAt });
    return;
  }
  const buildDir = await ensureBuild();
  keepBuild(buildDir);
  const { runLocal } = await import(pathToFileURL(join(buildDir, 'apps', 'local', 'src', 'main.js')).href);
  await runLocal({ buildDir, environment, redisProgram, beganAt });
});
if (!started) process.exit(1);
