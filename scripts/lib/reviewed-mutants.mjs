import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REVIEWED } from '../../test/mutants/reviewed.mjs';
import { ensureBuild } from './build.mjs';
import { Problem, say, seconds } from './output.mjs';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';
import {
  finalVerdict,
  firstFailure,
  partOf,
  readChoice,
  sharesKilled,
  verdictOf,
} from './reviewed-results.mjs';
import { ensureRedis } from './system.mjs';
import { TestRun } from './test-run.mjs';

/**
 * Mutants are applied to a copy, so that a run that is broken off leaves the sources alone. One for each process: several parts of the list
 * may run at a time, from one build.
 */
const COPY = join(ROOT, '.cache', 'mutation', `reviewed-${process.pid}`);
/** The builds of mutants that processes run. */
const COPIED_BUILDS = join(COPY, 'dist');
const COPIED = [
  'apps',
  'libs',
  'scripts',
  'test',
  // Answers are compared with it.
  join('docs', 'openapi.json'),
  'package.json',
  // Commands ask whether the packages are those of the lock file.
  'package-lock.json',
  'jest.config.mjs',
  'tsconfig.json',
  '.swcrc',
  // Specs ask which alerts fire, and what the chart is made of.
  'monitoring',
  'k8s',
  join('docs', 'settings.md'),
];
/** Programs that specs have npm bring, once for all copies. */
const TOOLS = join('.cache', 'tools');
/** One spec file; a mutant that loops for ever counts as noticed. */
const LIMIT_MS = 10 * 60_000;
/** Longest for one test, in ms: a busy machine is no mutant, and a test that waits for a removed guard's refusal ends only so. */
const TEST_LIMIT = { api: 90_000, fault: 300_000, unit: 30_000 };

/** @param names parts of names or of paths, such as `.lua`; none means all mutants that a test can notice */
export function chooseReviewed(names, mutants = REVIEWED) {
  return mutants.filter(
    ({ name, file, equivalent }) =>
      !equivalent && (names.length === 0 || names.some((part) => name.includes(part) || file.includes(part))),
  );
}

/** @returns {string} the file's text with the mutant @throws Problem when its text is not there exactly once */
export function applyMutant(source, { name, file, text, replacement }) {
  const places = source.split(text).length - 1;
  if (places !== 1) throw new Problem(`${name}: its text occurs ${places} times in ${file}, not once`);
  return source.replace(text, () => replacement);
}

/**
 * Apply each reviewed mutant by itself, run its spec and print the result. What only ran into a time limit is run once more at the end.
 * @param words parts of names or paths, and `--part 1/2`
 * @throws Problem when one survives, or when a spec fails without any mutant
 */
export async function runReviewed(words) {
  const { names, part } = readChoice(words);
  const mutants = partOf(chooseReviewed(names), part);
  if (!mutants.length) throw new Problem(`No reviewed mutant's name or file contains: ${names.join(', ')}`);
  copySources();
  for (const mutant of mutants) applyMutant(read(mutant.file), mutant);
  const testRun = new TestRun();
  const began = Date.now();
  try {
    const { runSpec, runServed } = await prepare(testRun, mutants);
    for (const wanted of differentTests(mutants)) {
      const { verdict, failure } = await runSpec(wanted);
      if (verdict !== 'survived')
        throw new Problem(`${wanted.spec} must pass without a mutant, but ${verdict}: ${failure}`);
    }
    const judge = async (mutant) => {
      const start = Date.now();
      const { verdict } = await withMutant(mutant, () =>
        mutant.served ? runServed(mutant) : runSpec(mutant),
      );
      say('mutate', `${verdict.padEnd(9)}  ${mutant.name} (${seconds(start)})`);
      return verdict;
    };
    const results = [];
    for (const mutant of mutants) results.push({ mutant, verdict: await judge(mutant) });
    for (const result of results.filter(({ verdict }) => verdict === 'timed out'))
      result.verdict = finalVerdict(result.verdict, await judge(result.mutant));
    for (const line of sharesKilled(results)) say('mutate', line);
    const alive = results.filter(({ verdict }) => verdict !== 'killed').map(({ mutant }) => mutant.name);
    say('mutate', `${mutants.length - alive.length} of ${mutants.length} killed (${seconds(began)})`);
    if (alive.length) throw new Problem(`Not killed: ${alive.join('; ')}`);
  } finally {
    await testRun.cleanUp(false);
    rmSync(COPY, { recursive: true, force: true });
  }
}

const read = (file) => readFileSync(join(COPY, file), 'utf8');

function copySources() {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  const wanted = (path) => !['node_modules', 'dist'].includes(basename(path));
  for (const name of COPIED) cpSync(join(ROOT, name), join(COPY, name), { recursive: true, filter: wanted });
  for (const folder of [join(ROOT, TOOLS), join(COPY, '.cache')]) mkdirSync(folder, { recursive: true });
  for (const name of ['node_modules', TOOLS]) symlinkSync(join(ROOT, name), join(COPY, name));
}

/** What is run without any mutant first: each spec once, or those of its tests that are looked at. */
export function differentTests(mutants) {
  return [...new Map(mutants.map(({ spec, only }) => [`${spec} ${only}`, { spec, only }])).values()];
}

/** @returns the text of the compiled file. SQL, Lua and the like are read as they are */
export async function compiled({ file }, source) {
  if (!/\.tsx?$/.test(file)) return source;
  const { transform } = await import('@swc/core');
  const options = JSON.parse(readFileSync(join(ROOT, '.swcrc'), 'utf8'));
  return (await transform(source, { ...options, filename: file })).code;
}

/**
 * A copy of the build with the mutant: what API and worker are started from. Each has a path of its own, because what this process itself
 * imports from a build (migrations and rights) is loaded once for each path.
 */
async function makeBuild(mutant, buildDir, kind) {
  const copy = join(COPIED_BUILDS, kind);
  rmSync(COPIED_BUILDS, { recursive: true, force: true });
  cpSync(buildDir, copy, { recursive: true, verbatimSymlinks: true });
  const target = join(copy, mutant.file.replace(/\.tsx?$/, '.js'));
  if (!existsSync(target)) throw new Problem(`${mutant.name}: the build has no ${mutant.file}`);
  writeFileSync(target, await compiled(mutant, read(mutant.file)));
  return copy;
}

/** Servers for the specs that need them. @returns functions that run one spec file in the copy */
async function prepare(testRun, mutants) {
  const runWith = (stateFile) => (wanted) => runJest(testRun, stateFile, wanted);
  if (mutants.every(({ spec }) => suiteOf(spec) === 'unit')) return { runSpec: runWith(undefined) };
  const redis = { program: await ensureRedis({}) };
  const buildDir = await ensureBuild();
  const start = async (name, build) => {
    const platform = await testRun.startPlatform(build, redis, 'platform', name);
    return testRun.writeState({ name }, build, redis, platform);
  };
  const runServed = async (mutant) => {
    const name = `mutant-${mutants.indexOf(mutant)}`;
    try {
      return await runWith(await start(name, await makeBuild(mutant, buildDir, name)))(mutant);
    } catch (error) {
      say('mutate', `${mutant.name}: ${error.message}`);
      return { verdict: 'crashed' };
    } finally {
      await testRun.stopPlatform(name);
    }
  };
  return { runSpec: runWith(await start('reviewed', buildDir)), runServed };
}

async function runJest(testRun, stateFile, wanted) {
  const report = join(testRun.resultsDir, 'reviewed.json');
  rmSync(report, { force: true });
  const { code } = await run(process.execPath, jestArguments(wanted, report), {
    cwd: COPY,
    env: testRun.environment(stateFile),
    onStart: (child) => setTimeout(() => child.kill('SIGKILL'), LIMIT_MS).unref(),
  });
  const said = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  return { verdict: verdictOf(said, code), failure: firstFailure(said) };
}

/** Jest itself, on the sources: servers come from the unchanged build unless the mutant is `served`. */
function jestArguments({ spec, only }, report) {
  return [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    join('node_modules', 'jest', 'bin', 'jest.js'),
    ...[
      '--config',
      'jest.config.mjs',
      '--selectProjects',
      suiteOf(spec),
      '--ci',
      '--runInBand',
      '--forceExit',
    ],
    ...[`--testTimeout=${TEST_LIMIT[suiteOf(spec)]}`, '--json', `--outputFile=${report}`],
    ...(only ? [`--testNamePattern=${only}`] : []),
    ...['--runTestsByPath', spec],
  ];
}

/** Specs of faults start processes of their own from the build that the others are served by. */
function suiteOf(spec) {
  if (/^test\/fault\//.test(spec)) return 'fault';
  return /^test\/(api|payments)\//.test(spec) ? 'api' : 'unit';
}

async function withMutant(mutant, work) {
  const path = join(COPY, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, applyMutant(source, mutant));
  try {
    return await work();
  } finally {
    writeFileSync(path, source);
  }
}
