import { ensureBuild } from './lib/build.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
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

function readArguments(args) {
  const options = {
    seed: undefined,
    seeds: undefined,
    only: undefined,
    roles: false,
    planted: false,
    overloadSeconds: 0,
  };
  const numbers = { '--seed': 'seed', '--seeds': 'seeds', '--overload': 'overloadSeconds' };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--planted') options.planted = true;
    else if (args[i] === '--roles') options.roles = true;
    else if (args[i] === '--only') options.only = args[++i];
    else if (numbers[args[i]]) {
      const value = Number(args[++i]);
      if (!Number.isInteger(value) || value < 0) throw new Problem(USAGE);
      options[numbers[args[i - 1]]] = value;
    } else throw new Problem(USAGE);
  }
  options.seeds ??= options.planted || options.overloadSeconds ? 0 : 1;
  return options;
}

await main(async () => {
  checkNodeVersion();
  const options = readArguments(process.argv.slice(2));
  await ensurePackages();
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
});
