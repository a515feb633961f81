import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { commitMistakes } from './lint/commit-subject.mjs';
import { ensureBuild } from './lib/build.mjs';
import { findMigrationMistakes } from './lib/migration-order.mjs';
import { Problem, main, paint, say, seconds } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT, TSC, inPackage } from './lib/paths.mjs';
import { inTurn, run } from './lib/processes.mjs';

/** `npm run check [-- step…]`: everything about the sources that a machine can judge without running them. */

/** Two cores: two steps at a time, the longest first. */
const AT_ONCE = 2;
/** The compiler and the linter are written in Go: they collect garbage half as often as they would, which saves a fifth of their time. */
const GOGC = process.env.GOGC ?? '200';

const oxfmt = inPackage('oxfmt', 'bin', 'oxfmt');
const oxlint = inPackage('oxlint', 'bin', 'oxlint');
const cruise = [
  inPackage('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
  '--config',
  '.dependency-cruiser.cjs',
];
const SERVER_APPS = readdirSync(join(ROOT, 'apps'))
  .filter((name) => name !== 'web')
  .map((name) => `apps/${name}`);
const knip = inPackage('knip', 'bin', 'knip.js');

const STEPS = [
  { name: 'lint', args: [oxlint, '--deny-warnings'] },
  { name: 'types', args: [TSC, '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types-web', args: [TSC, '--noEmit', '-p', 'apps/web/tsconfig.json'] },
  { name: 'types-browser', args: [TSC, '--noEmit', '-p', 'test/browser/tsconfig.json'] },
  { name: 'format', args: [oxfmt, '--check', '.'] },
  { name: 'boundaries', args: [...cruise, ...SERVER_APPS, 'libs', 'test', 'scripts'] },
  { name: 'boundaries-web', args: [...cruise, 'apps/web/src', 'libs/contracts'], env: { ABATO_WEB: '1' } },
  { name: 'dead-code', args: [knip, '--no-progress', '--no-config-hints'] },
  { name: 'migrations', work: checkMigrations },
  { name: 'commits', work: () => outcome(commitMistakes(ROOT)) },
  { name: 'open-api', work: checkOpenApi },
  { name: 'advisories', work: askRegistry },
];

/** The committed document must be what the routes say: it is read by people and by the tests. */
async function checkOpenApi() {
  const made = join(ROOT, '.cache', 'openapi.json');
  mkdirSync(dirname(made), { recursive: true });
  const describe = join(await ensureBuild(), 'apps', 'api', 'src', 'describe.js');
  const result = await run(process.execPath, [describe, made], { cwd: ROOT });
  if (result.code !== 0) return result;
  const committed = join(ROOT, 'docs', 'openapi.json');
  const [now, before] = [made, committed].map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const mistake =
    'docs/openapi.json is not what the routes say: copy .cache/openapi.json over it and look at the difference';
  return outcome(isDeepStrictEqual(now, before) ? [] : [mistake]);
}

function checkMigrations() {
  const folder = join(ROOT, 'libs', 'database', 'src', 'migrations');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const sources = files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return outcome(findMigrationMistakes(Object.fromEntries(sources)));
}

/** Is a package of the lock file known to be vulnerable, from moderate severity on? Says nothing where no registry answers. */
async function askRegistry() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(npm, ['audit', '--package-lock-only', '--audit-level=moderate'], {
    cwd: ROOT,
  });
  if (code === 0 || /^\d+ .*vulnerabilit/m.test(output)) return { code, output };
  say('check', 'advisories: the registry does not answer, nothing was asked');
  return { code: 0, output };
}

const outcome = (mistakes) => ({ code: mistakes.length ? 1 : 0, output: mistakes.join('\n') });

async function perform(step) {
  const began = Date.now();
  const env = { ...process.env, NO_COLOR: '1', GOGC, ...step.env };
  const { code, output } = step.work
    ? await step.work()
    : await run(process.execPath, step.args, { cwd: ROOT, env });
  say(
    'check',
    `${step.name.padEnd(15)} ${code === 0 ? paint(32, 'ok') : paint(31, 'failed')} (${seconds(began)})`,
  );
  if (code !== 0) process.stdout.write(`\n${output.trim()}\n\n`);
  return code === 0;
}

await main(async () => {
  const began = Date.now();
  await ensurePackages();
  const asked = process.argv.slice(2);
  const steps = STEPS.filter(({ name }) => !asked.length || asked.includes(name));
  const failed = [];
  await inTurn(steps, AT_ONCE, async (step) => {
    if (!(await perform(step))) failed.push(step.name);
  });
  if (failed.length) throw new Problem(`Not in order: ${failed.join(', ')} (${seconds(began)}).`);
  say('check', `everything is in order (${seconds(began)})`);
});
