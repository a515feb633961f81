import { parseArgs } from 'node:util';
import { ensureBuild } from './lib/build.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensureRedis } from './lib/system.mjs';

/**
 * `npm run fault`: terrible things happen to a whole installation while people vote, pay and watch; then the books are checked. Starts
 * servers of its own with throw-away data. Every run prints its seed; `--seed N` repeats it.
 */
const USAGE = `Usage: npm run fault -- [--seed N] [--seeds N] [--only "scenario"] [--roles] [--planted] [--overload SECONDS]
  --seed N       the first seed; the same seed is the same choice of what happens (default: a random one)
  --seeds N      how many seeds in a row (default 1; 0 with --planted or --overload)
  --only NAME    this scenario only
  --roles        an API process of each role (ABATO_ROLE) behind the routes of k8s/roles, in place of two that are alike
  --planted      also plant known bugs into a copy of the build, each of which must be caught
  --overload S   also offer three times the peak for S seconds`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      only: { type: 'string' },
      roles: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      overload: { type: 'string', default: '0' },
    },
  });
  const { seed, seeds, overload, ...options } = values;
  const numbers = { seed, seeds, overloadSeconds: overload };
  for (const [name, text] of Object.entries(numbers)) {
    if (text === undefined) continue;
    if (!/^\d+$/.test(text)) throw new Problem(USAGE);
    options[name] = Number(text);
  }
  options.seeds ??= options.planted || options.overloadSeconds ? 0 : 1;
  return options;
}

await main(async () => {
  const options = readArguments();
  const redisProgram = await ensureRedis({});
  const buildDir = await ensureBuild();
  const { runFaults } = await import('../test/fault/harness/main.mjs');
  const ok = await runFaults({
    ...options,
    buildDir,
    redisProgram,
    root: ROOT,
    firstPort: process.env.FAULT_PORT,
    strictTimes: true,
    say: (text) => say('fault', text),
  });
  process.exit(ok ? 0 : 1);
}, USAGE);
