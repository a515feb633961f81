import { parseArgs } from 'node:util';
import { runBenchmarks } from '../test/bench/run.mjs';
import { ensureBuild } from './lib/build.mjs';
import { imageNode } from './lib/image-node.mjs';
import { main, numberFrom, say } from './lib/output.mjs';
import { ROOT } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
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
  const turns = numberFrom('turns', values.turns, [1, 1_000], true);
  const seconds = numberFrom('seconds', values.seconds, [0.1, 3_600]);
  return { subjects, turns, seconds, profile: values.profile };
}

await main(async () => {
  const options = readArguments();
  const node = await imageNode();
  if (node !== process.execPath) {
    const onStart = (child) => process.on('SIGTERM', () => child.kill());
    process.exit((await run(node, process.argv.slice(1), { inherit: true, onStart })).code);
  }
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
