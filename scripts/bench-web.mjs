import { parseArgs } from 'node:util';
import { runWebBenchmarks } from '../test/bench/web/run.mjs';
import { runSlowNetworks } from '../test/bench/web/slow-networks.mjs';
import { ensureBuild } from './lib/build.mjs';
import { main, numberFrom, Problem, say } from './lib/output.mjs';
import { ensureTool } from './lib/packages.mjs';
import { ensureChromium, ensureRedis } from './lib/system.mjs';

/**
 * `npm run bench:web [-- --url URL] [--turns N]`: what a phone pays for home, list and detail. Lighthouse 12 with its mobile settings
 * (slow 4G, a quarter of this processor), the median of the turns, and what was sent of code and style. Exits with 1 when a budget is
 * broken. Starts a platform of its own with the demo data unless a URL is given.
 * With `--slow`: a vote on the light and on the full page, on 2G and EDGE as Chromium emulates them; only measured.
 */
const USAGE = 'Usage: npm run bench:web [-- --slow] [--url URL] [--turns N]';

function readArguments() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      turns: { type: 'string', default: '3' },
      slow: { type: 'boolean', default: false },
    },
  });
  const { url, slow } = values;
  const turns = numberFrom('turns', values.turns, [1, 1_000], true);
  if (url && !URL.canParse(url)) throw new Problem(USAGE);
  return { url: url && new URL(url).origin, turns, slow };
}

await main(async () => {
  const options = readArguments();
  const chromium = await ensureChromium();
  const platform = options.url ? {} : { buildDir: await ensureBuild(), redisProgram: await ensureRedis({}) };
  if (options.slow) return runSlowNetworks({ ...options, ...platform, chromium, say });
  // A tool of this one command, forty megabytes: not a dependency that every clone installs. 13 wants Node.js 22.
  const lighthouse = await ensureTool('lighthouse', '12.8.2');
  const passed = await runWebBenchmarks({ ...options, ...platform, lighthouse, chromium, say });
  process.exit(passed ? 0 : 1);
}, USAGE);
