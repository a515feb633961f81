import { runBenchmarks } from '../test/bench/run.mjs';
import { ensureBuild } from './lib/build.mjs';
import { runWithImageNode } from './lib/image-node.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensureRedis } from './lib/system.mjs';

/**
 * `npm run bench [-- subject…] [--turns N] [--seconds N] [--profile]`: figures of this machine beside their limits and the textbook, all from one
 * run. Starts servers of its own with throw-away data, with the Node.js of the images.
 */
const USAGE = 'Usage: npm run bench [-- subject…] [--turns N] [--seconds N] [--profile]';
const NUMBERS = ['turns', 'seconds'];

function readArguments(args) {
  const options = { subjects: [], turns: 3, seconds: 5, profile: false };
  for (let i = 0; i < args.length; i++) {
    const name = args[i].replace(/^--/, '');
    if (args[i] === '--profile') options.profile = true;
    else if (args[i].startsWith('--') && NUMBERS.includes(name)) {
      options[name] = Number(args[++i]);
      if (!(options[name] > 0)) throw new Problem(USAGE);
    } else if (args[i].startsWith('--')) throw new Problem(USAGE);
    else options.subjects.push(args[i]);
  }
  return options;
}

await main(async () => {
  checkNodeVersion();
  const options = readArguments(process.argv.slice(2));
  if (await runWithImageNode()) process.exit();
  await ensurePackages();
  const redisProgram = await ensureRedis({});
  const buildDir = await ensureBuild();
  await runBenchmarks({
    ...options,
    buildDir,
    redisProgram,
    root: ROOT,
    firstPort: process.env.BENCH_PORT,
    say,
  });
  process.exit();
});
