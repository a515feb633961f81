import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuild } from './lib/build.mjs';
import { imageNode } from './lib/image-node.mjs';
import { loggedMistakes } from './lib/logged-errors.mjs';
import { main, paint, Problem, say, seconds } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { inTurn, signalGroup } from './lib/processes.mjs';
import { AT_ONCE, chooseSuites, failed, runSuite } from './lib/suites.mjs';
import { ensureChromium, ensureRedis } from './lib/system.mjs';
import { TestRun, cleanUpAfterTheDead } from './lib/test-run.mjs';

/**
 * `npm test [-- suite… pattern…]`: install what is missing, build, run every suite against servers of its own on free ports,
 * leave nothing behind. `npm test -- quick` is the part for the inner loop. The last line is `N passed, N failed, N skipped`.
 */
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Leaders of the process groups of running suites. */
const running = new Set();
let interrupted;
let interruptedAt = 0;
/** npm passes Ctrl-C on to a child that the terminal has told already: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 1_000;

function interrupt(signal, code) {
  if (interrupted && Date.now() - interruptedAt > SAME_SIGNAL_MS) process.exit(code);
  if (interrupted) return;
  interrupted = code;
  interruptedAt = Date.now();
  say('test', `${signal}: stopping`);
  signalRunning('SIGTERM');
  sleep(5_000, undefined, { ref: false }).then(() => signalRunning('SIGKILL'));
}

function signalRunning(signal) {
  for (const pid of running) signalGroup(pid, signal);
}
process.on('SIGINT', () => interrupt('SIGINT', 130));
process.on('SIGTERM', () => interrupt('SIGTERM', 143));
process.on('SIGHUP', () => interrupt('SIGHUP', 129));
process.on('exit', () => signalRunning('SIGKILL'));

/** Tests use a Redis of their own; only where none can be had they fall back to the given one. */
async function findRedis() {
  try {
    return { program: await ensureRedis({}) };
  } catch (error) {
    if (process.env.REDIS_URL) return { url: process.env.REDIS_URL };
    throw error;
  }
}

async function runAll(testRun, suites, patterns) {
  const needs = new Set(suites.flatMap((suite) => suite.needs));
  if (needs.has('chromium')) testRun.environment.CHROMIUM_PATH = await ensureChromium();
  // The others need no servers, and need not wait for them.
  const prepared =
    needs.has('build') &&
    findRedis().then(async (redis) => testRun.prepare({ redis, buildDir: await ensureBuild() }));
  await inTurn(suites, AT_ONCE, async (suite) => {
    if (suite.needs.includes('build')) await prepared;
    if (!interrupted) await runOne(testRun, suite, patterns, suites.length > 1);
  });
}

async function runOne(testRun, suite, patterns, isBeside) {
  const began = Date.now();
  const { name } = suite;
  say('test', `${name} suite`);
  let leader;
  const counts = await runSuite(suite, patterns, {
    node: testRun.node,
    env: testRun.environment,
    resultsDir: testRun.resultsDir,
    onStart: (child) => running.add((leader = child.pid)),
    ...(isBeside && { onLine: (line) => process.stdout.write(`${paint(2, name.padEnd(7))} ${line}\n`) }),
  });
  running.delete(leader);
  for (const key of Object.keys(total)) total[key] += counts[key];
  failures.push(...counts.failures.map((one) => ({ ...one, suite: name })));
  const { passed, failed: wrong, skipped } = counts;
  say('test', `${name}: ${passed} passed, ${wrong} failed, ${skipped} skipped (${seconds(began)})`);
}

async function everything() {
  await ensurePackages();
  const node = await imageNode();
  cleanUpAfterTheDead();
  const { suites, patterns } = chooseSuites(process.argv.slice(2));
  const testRun = new TestRun(node);
  let done = false;
  try {
    await runAll(testRun, suites, patterns);
    // A name that no file has would otherwise look like a success.
    if (patterns.length && !interrupted && !(total.passed + total.failed + total.skipped))
      throw new Problem(`No test file of these suites has ${patterns.join(' or ')} in its path.`);
    done = true;
  } finally {
    const logged = loggedMistakes(testRun.resultsDir);
    for (const one of logged) say('test', `a process should not have logged this: ${one}`);
    total.failed += logged.length;
    const keep = !done || total.failed > 0;
    const left = testRun.cleanUp(keep);
    if (!interrupted) for (const command of left) say('test', `still running, and ended: ${command}`);
    if (keep) say('test', `logs and traces: ${relative(ROOT, testRun.resultsDir)}`);
  }
}

const ran = await main(everything);
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failed(failures).join('\n')}\n`);
if (!ran || interrupted) total.failed += 1;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(interrupted ?? (total.failed ? 1 : 0));
