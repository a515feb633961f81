import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuild } from './lib/build.mjs';
import { runWithImageNode } from './lib/image-node.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { loggedErrors, loggedPersonalData } from './lib/logged-errors.mjs';
import { main, paint, Problem, say, seconds } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { signalGroup } from './lib/processes.mjs';
import { chooseSuites, failed, foundNothing, hasTests, inTurn, runSuite, slowest } from './lib/suites.mjs';
import { ensureChromium, ensureRedis } from './lib/system.mjs';
import { TestRun, cleanUpAfterTheDead } from './lib/test-run.mjs';

/**
 * `npm test [-- suite… pattern…]`: install what is missing, build, run every suite against servers of its own on free ports,
 * leave nothing behind. `npm test -- quick` is the part for the inner loop. The last line is `N passed, N failed, N skipped`.
 */
const total = { passed: 0, failed: 0, skipped: 0 };
const files = [];
const failures = [];
/** Leaders of the process groups of running suites. */
const running = new Set();
let testRun;
/** No further suite begins: the user, or a suite that could not even start, has ended the run. */
let stopped = false;
let interrupted;
let interruptedAt = 0;
/** The Node.js of the images goes on with this run; signals are passed on to it. */
let isElsewhere = false;
/** npm passes Ctrl-C on to a child that the terminal has told already: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 1_000;
/** How many of the slowest files are printed. */
const SLOWEST = 10;

function interrupt(signal, code) {
  if (isElsewhere) return;
  if (interrupted) {
    if (Date.now() - interruptedAt > SAME_SIGNAL_MS) process.exit(code);
    return;
  }
  interrupted = code;
  interruptedAt = Date.now();
  say('test', `${signal}: stopping`);
  stop();
}

function stop() {
  stopped = true;
  if (running.size) {
    signalRunning('SIGTERM');
    sleep(5_000, undefined, { ref: false }).then(() => signalRunning('SIGKILL'));
  } else {
    for (const { platform } of testRun?.platforms.values() ?? []) platform.stop();
  }
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

async function runAll(suites, patterns) {
  const needs = new Set(suites.flatMap((suite) => suite.needs));
  const chromium = needs.has('chromium') ? await ensureChromium() : undefined;
  const redis = needs.has('build') ? await findRedis() : {};
  const buildDir = needs.has('build') ? await ensureBuild() : undefined;
  const database = buildDir && testRun.makeDatabase(buildDir);
  const context = { patterns, chromium, redis, buildDir, database, beside: suites.length > 1 };
  await inTurn(suites, (suite) =>
    runWithServers(suite, context).catch((error) => {
      stop();
      throw error;
    }),
  );
}

/** A suite with the platform that it needs, which stops after it. */
async function runWithServers(suite, { patterns, chromium, redis, buildDir, database, beside }) {
  if (suite.needs.includes('build')) await database;
  if (stopped) return;
  const kind = ['platform', 'cluster'].find((one) => suite.needs.includes(one));
  const platform = kind && (await testRun.startPlatform(buildDir, redis, kind, suite.name));
  if (platform) say('test', `${suite.name}: ${kind} at http://127.0.0.1:${platform.ports.public}`);
  if (!stopped) {
    await runOne(suite, patterns, {
      chromium,
      baseUrl: platform && `http://127.0.0.1:${platform.ports.public}`,
      env: testRun.environment(testRun.writeState(suite, buildDir, redis, platform)),
      ...(beside
        ? { onLine: (line) => process.stdout.write(`${paint(2, suite.name.padEnd(7))} ${line}\n`) }
        : {}),
    });
  }
  await testRun.stopPlatform(suite.name);
}

async function runOne(suite, patterns, details) {
  const began = Date.now();
  say('test', `${suite.name} suite`);
  let leader;
  const {
    files: timed = [],
    failures: reasons = [],
    ...counts
  } = await runSuite(suite, patterns, {
    ...details,
    resultsDir: testRun.resultsDir,
    onStart: (child) => running.add((leader = child.pid)),
  });
  running.delete(leader);
  for (const key of Object.keys(total)) total[key] += counts[key];
  files.push(...timed.map((one) => ({ ...one, suite: suite.name })));
  failures.push(...reasons.map((one) => ({ ...one, suite: suite.name })));
  say(
    'test',
    `${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds(began)})`,
  );
}

async function everything() {
  checkNodeVersion();
  await ensurePackages();
  if (await runWithImageNode(() => (isElsewhere = true))) process.exit();
  await cleanUpAfterTheDead();
  const { suites, patterns } = chooseSuites(process.argv.slice(2));
  testRun = new TestRun();
  let done = false;
  try {
    await runAll(suites.filter(hasTests), patterns);
    const nothing = foundNothing(patterns, total);
    if (nothing && !interrupted) throw new Problem(nothing);
    done = true;
  } finally {
    const errors = loggedErrors(testRun.resultsDir);
    for (const error of errors) say('test', `a process logged an error of the program: ${error}`);
    const personal = loggedPersonalData(testRun.resultsDir);
    for (const one of personal) say('test', `a process logged personal data: ${one}`);
    total.failed += errors.length + personal.length;
    const keep = !done || total.failed > 0;
    const left = await testRun.cleanUp(keep);
    if (!interrupted) for (const command of left) say('test', `still running, and ended: ${command}`);
    if (keep) say('test', `logs and traces: ${relative(ROOT, testRun.resultsDir)}`);
  }
}

const ran = await main(everything);
if (files.length > 1) process.stdout.write(`\nSlowest files:\n${slowest(files, SLOWEST).join('\n')}\n`);
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failed(failures).join('\n')}\n`);
if (!ran || interrupted) total.failed += 1;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(interrupted ?? (total.failed ? 1 : 0));
