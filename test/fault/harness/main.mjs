import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMITS, ENQUEUES, LOG_STEPS } from './crash-points.mjs';
import { Installation } from './installation.mjs';
import { Organiser } from './organiser.mjs';
import { overload } from './overload.mjs';
import { plant, PLANTED } from './planted.mjs';
import { overloadTable, plantedTable, seedLine, seedsTable } from './report.mjs';
import { runSeed } from './run.mjs';
import { SCENARIOS } from './scenarios.mjs';

/**
 * The fault harness.
 * @param options {
 *   buildDir, redisProgram, root, firstPort?, dataDir?, databaseOf?: data folder whose database it begins with, quiet?: without tables at the end,
 *   seed?: first seed, seeds: how many, only?: name of a scenario, names?: of several instead of seeds, planted: boolean or names, overloadSeconds?: number,
 *   roles?: an API process of each role in place of two that are alike,
 *   strictTimes: whether slow recovery is a violation, onResult?: told of each result, say }
 * @returns {Promise<boolean>} whether everything was as it must be
 */
export async function runFaults(options) {
  const { say, root } = options;
  const unknown = options.only && !SCENARIOS[options.only];
  if (unknown)
    throw new Error(
      `No such scenario: ${options.only}. There are:\n  ${Object.keys(SCENARIOS).join('\n  ')}`,
    );
  assertPointsExist(options.buildDir);
  const apis = options.roles ? 'an API of each role' : 'two APIs';
  say(`starting PostgreSQL, Redis, ${apis}, two workers, the simulator and the proxies between them`);
  const installation = await Installation.start(options);
  const report = { seeds: [], planted: [], overload: null, orphans: [] };
  let ok = true;
  try {
    const organiser = await Organiser.make(installation);
    ok = (await runSeeds(installation, organiser, options, report)) && ok;
    if (options.planted?.length ?? options.planted)
      ok = (await runPlanted(installation, organiser, options, report)) && ok;
    if (options.overloadSeconds) {
      report.overload = await overload({ installation, organiser, seconds: options.overloadSeconds, say });
      options.onResult?.({ kind: 'overload', ...report.overload });
      ok = !report.overload.violations.length && ok;
      for (const { invariant, wrong } of report.overload.violations) say(`  VIOLATED ${invariant}: ${wrong}`);
    }
  } finally {
    if (ok) await installation.destroy().then(() => installation.remove());
    else {
      await installation.destroy();
      say(`what the processes wrote is kept in ${installation.dataDir}`);
    }
  }
  if (options.quiet) return ok;
  const folder = join(root, '.cache', 'fault');
  mkdirSync(folder, { recursive: true });
  const text = [seedsTable(report), plantedTable(report), overloadTable(report)].filter(Boolean).join('\n');
  const name = `report-${options.roles ? 'roles-' : ''}${report.seeds[0]?.seed ?? (options.planted ? 'planted' : 'overload')}`;
  writeFileSync(join(folder, `${name}.md`), text);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(report, null, 1));
  process.stdout.write(`\n${text}\nReport: ${join(folder, `${name}.md`)}\n`);
  return ok;
}

/** A place to die that nobody comes by any more, because the product's words have changed, would be a test of nothing. */
function assertPointsExist(buildDir) {
  const texts = ['apps/api/src', 'apps/worker/src', 'libs'].flatMap((folder) =>
    readdirSync(join(buildDir, folder), { recursive: true })
      .filter((name) => /\.(js|sql)$/.test(name))
      .map((name) => readFileSync(join(buildDir, folder, name), 'utf8')),
  );
  const jobs = ENQUEUES.map(({ name, job }) => ({
    name,
    sql: new RegExp(`'${job.split(' ').join("', '")}'`),
  }));
  for (const { name, sql } of [...COMMITS, ...LOG_STEPS, ...jobs]) {
    if (!texts.some((text) => sql.test(text)))
      throw new Error(`nothing in the build is the crash point "${name}" any more`);
  }
}

async function runSeeds(
  installation,
  organiser,
  { seed: given, seeds, only, names, roles, strictTimes, say, onResult },
  report,
) {
  const first = given ?? Math.floor(Math.random() * 1e6);
  const list = names
    ? names.map((name, nr) => [first + nr, name])
    : Array.from({ length: seeds }, (_, nr) => [first + nr, only]);
  let ok = true;
  for (const [seed, name] of list) {
    const result = await runSeed({ installation, organiser, seed, only: name, strictTimes });
    report.seeds.push(result);
    ok &&= result.violations.length === 0;
    say(seedLine(result));
    for (const { invariant, wrong } of result.violations) say(`  VIOLATED ${invariant}: ${wrong}`);
    if (result.violations.length)
      say(
        `  repeat with: npm run fault -- --seed ${seed}${roles ? ' --roles' : ''}${name ? ` --only "${name}"` : ''}`,
      );
    onResult?.({ kind: 'seed', ...result });
  }
  if (list.length) {
    report.orphans = await organiser.orphans();
    for (const wrong of report.orphans) say(`  VIOLATED no orphan file: ${wrong}`);
    say(
      `uploads while things went wrong: ${organiser.uploads.stored} stored, ${organiser.uploads.refused} refused, ${report.orphans.length} orphans left`,
    );
    onResult?.({ kind: 'orphans', orphans: report.orphans, ...organiser.uploads });
    ok &&= report.orphans.length === 0;
  }
  return ok;
}

/** Each planted bug in processes of its own on the same servers: it must be caught. */
async function runPlanted(
  installation,
  organiser,
  { planted, root, say, onResult, overloadSeconds, seed = 1 },
  report,
) {
  const names = Object.keys(PLANTED).filter(
    (name) => planted === true || planted.some((wanted) => name.startsWith(wanted)),
  );
  let ok = true;
  for (const [nr, name] of names.entries()) {
    const { patches, sql, undo, strike } = PLANTED[name];
    const folder = join(root, '.cache', 'fault', `planted-${process.pid}`);
    await installation.stopProcesses();
    const buildDir = plant(installation.buildDir, folder, patches);
    try {
      if (sql) await installation.db.query(sql);
      await installation.startProcesses(buildDir);
      const result = await runSeed({
        installation,
        organiser,
        seed: seed + nr,
        only: name,
        strike,
        strictTimes: false,
        quietWithinMs: 12_000,
      });
      const caught = result.violations.filter(({ invariant }) => invariant !== 'the run itself');
      report.planted.push({ name, seconds: result.seconds, caught });
      ok &&= caught.length > 0;
      say(`${name}: ${caught.length ? 'caught' : 'NOT CAUGHT'} (${result.seconds.toFixed(0)} s)`);
      for (const { invariant, wrong } of result.violations.slice(0, 4)) say(`  ${invariant}: ${wrong}`);
      onResult?.({ kind: 'planted', name, caught });
    } finally {
      await installation.stopProcesses();
      if (undo) await installation.db.query(undo);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (overloadSeconds) await installation.startProcesses(installation.buildDir);
  return ok;
}
