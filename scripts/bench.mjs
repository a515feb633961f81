import { parseArgs } from 'node:util';
import { runBenchmarks } from '../test/bench/run.mjs';
import { ensureBuild } from './lib/build.mjs';
import { runWithImageNode } from './lib/image-node.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensureRedis } from './lib/system.mjs';

/**
 * `npm run bench [-- subject…] [--turns N] [--seconds N] [--profile]`: figures of this machine beside their limits and the textbook, all from one
 * run. Starts servers of its own with throw-away data, with the Node.js of the images.
 */
const USAGE = 'Usage: npm run bench [-- subject…] [--turns N] [--seconds N] [--profile]';

function readArguments() {
  const { values, positionals: subjects } = parseArgs({
    options: {
      turns: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      profile: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [turns, seconds] = [values.turns, values.seconds].map(Number);
  if (!(turns > 0 && seconds > 0)) throw new Problem(USAGE);
  return { subjects, turns, seconds, profile: values.profile };
}

await main(async () => {
  const options = readArguments();
  if (await runWithImageNode()) process.exit();
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
}, USAGE);
