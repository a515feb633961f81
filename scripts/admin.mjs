import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { localSettings } from './lib/local-settings.mjs';
import { main } from './lib/output.mjs';

/**
 * `npm run admin -- <command>`: the operators' commands against the servers named by the environment, or, when it names no
 * database, against what `npm start` runs with this DATA_DIR.
 */
await main(async () => {
  const buildDir = await ensureBuild();
  const program = join(buildDir, 'apps', 'admin', 'src', 'main.js');
  // An empty variable counts as absent, as everywhere.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const env = { ...(given.DATABASE_URL ? {} : localSettings()), ...given };
  const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });
  process.exitCode = await new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
});
