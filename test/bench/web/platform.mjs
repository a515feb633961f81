import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];

/**
 * Run something against a platform with the demo data and throw-away files.
 * @param options { buildDir, redisProgram }
 * @param run receives the origin
 */
export async function withPlatform(options, run) {
  const base = process.env.DATA_DIR || tmpdir();
  mkdirSync(base, { recursive: true });
  const dataDir = mkdtempSync(join(base, 'abato-bench-web-'));
  // The database's account must be able to pass.
  chmodSync(dataDir, 0o755);
  const main = join(options.buildDir, 'apps', 'local', 'src', 'main.js');
  const { Platform, findFreePort } = await import(pathToFileURL(main).href);
  const first = Number(process.env.BENCH_PORT) || (await findFreePort(4));
  const ports = {
    public: first,
    api: first,
    metrics: first + 1,
    workerMetrics: first + 2,
    simulator: first + 3,
  };
  const platform = new Platform({
    buildDir: options.buildDir,
    dataDir,
    ports,
    environment: {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
    },
    redisProgram: options.redisProgram,
    demo: true,
  });
  try {
    await platform.start();
    return await run(`http://localhost:${first}`);
  } finally {
    await platform.destroy();
  }
}
