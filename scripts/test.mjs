import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuild } from './lib/build.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, say, seconds } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { signalGroup } from './lib/processes.mjs';
import { chooseSuites, hasTests, runSuite } from './lib/suites.mjs';
import { ensureChromium, ensureRedis } from './lib/system.mjs';
import { TestRun, cleanUpAfterTheDead } from './lib/test-run.mjs';

/**
 * `npm test [-- suite… pattern…]`: install what is missing, build, run every suite against servers of its own on free ports,
 * leave nothing behind. The last line is `N passed, N failed, N skipped`.
 */
const total = { passed: 0, failed: 0, skipped: 0 };
let current;
let testRun;
let interrupted;
let interruptedAt = 0;
/** npm passes Ctrl-C on to a child that the terminal has told already: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 1_000;

function interrupt(signal, code) {
  if (interrupted) {
    if (Date.now() - interruptedAt > SAME_SIGNAL_MS) process.exit(code);
    return;
  }
  interrupted = code;
  interruptedAt = Date.now();
  say('test', `${signal}: stopping`);
  if (current) {
    signalGroup(current, 'SIGTERM');
    sleep(5_000, undefined, { ref: false }).then(() => current && signalGroup(current, 'SIGKILL'));
  } else {
    testRun?.platform?.stop();
  }
}
process.on('SIGINT', () => interrupt('SIGINT', 130));
process.on('SIGTERM', () => interrupt('SIGTERM', 143));
process.on('SIGHUP', () => interrupt('SIGHUP', 129));
process.on('exit', () => current && signalGroup(current, 'SIGKILL'));

/** Tests use a Redis of their own; only where none can be had they fall back to the given one. */
async function findRedis() {
  try {
    return { program: await ensureRedis({}) };
  } catch (error) {
    if (process.env.REDIS_URL) return { url: process.env.REDIS_URL };
    throw error;
  }
}

async function runAll(suites, patterns) {
  const needs = new Set(suites.flatMap((suite) => suite.needs));
  const chromium = needs.has('chromium') ? await ensureChromium() : undefined;
  const redis = needs.has('build') ? await findRedis() : {};
  const buildDir = needs.has('build') ? await ensureBuild() : undefined;
  let platform;
  let running;
  for (const suite of suites) {
    if (interrupted) return;
    const kind = ['platform', 'cluster'].find((one) => suite.needs.includes(one));
    if (kind && kind !== running) {
      await testRun.stopPlatform();
      platform = await testRun.startPlatform(buildDir, redis, kind);
      running = kind;
      say('test', `${kind} at http://127.0.0.1:${platform.ports.public}`);
    }
    testRun.writeState(buildDir, redis, kind && platform);
    await runOne(suite, patterns, {
      chromium,
      baseUrl: platform && `http://127.0.0.1:${platform.ports.public}`,
    });
  }
}

async function runOne(suite, patterns, details) {
  const began = Date.now();
  say('test', `${suite.name} suite`);
  const counts = await runSuite(suite, patterns, {
    ...details,
    resultsDir: testRun.resultsDir,
    env: testRun.environment(),
    onStart: (child) => (current = child.pid),
  });
  current = undefined;
  for (const key of Object.keys(total)) total[key] += counts[key];
  say(
    'test',
    `${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds(began)})`,
  );
}

async function everything() {
  checkNodeVersion();
  await ensurePackages();
  await cleanUpAfterTheDead();
  const { suites, patterns } = chooseSuites(process.argv.slice(2));
  testRun = new TestRun();
  let done = false;
  try {
    await runAll(suites.filter(hasTests), patterns);
    done = true;
  } finally {
    const keep = !done || total.failed > 0;
    const left = await testRun.cleanUp(keep);
    if (left && !interrupted) say('test', `${left} process(es) were still running and have been ended`);
    if (keep) say('test', `logs and traces: ${relative(ROOT, testRun.resultsDir)}`);
  }
}

const ran = await main(everything);
if (!ran || interrupted) total.failed += 1;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(interrupted ?? (total.failed ? 1 : 0));
