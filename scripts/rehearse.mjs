import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localSettings } from './lib/local-settings.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';

/**
 * `npm run rehearse`: how a running installation carries an evening, before the evening. Votes and viewers in a contest of its
 * own that is in no list; a report file at the end.
 */
const SHAPES = ['steady', 'rising', 'peak'];
const number = (least, most, normal) => ({
  normal,
  text: `a number from ${least} to ${most}`,
  fits: (value) => value >= least && value <= most,
});
const whole = (least, most, normal) => ({
  normal,
  text: `a whole number from ${least} to ${most}`,
  fits: (value) => Number.isInteger(Number(value)) && value >= least && value <= most,
});
const OPTIONS = {
  url: { normal: 'http://localhost:3000', text: 'the URL of the installation', fits: URL.canParse },
  'votes-per-second': number(0.1, 50_000, '100'),
  viewers: whole(1, 50_000, '200'),
  minutes: number(0.05, 240, '1'),
  contestants: whole(1, 1_000, '50'),
  shape: { normal: 'steady', text: SHAPES.join(', '), fits: (value) => SHAPES.includes(value) },
};
const USAGE = `Usage: npm run rehearse -- [options]

${Object.entries(OPTIONS)
  .map(([name, { normal, text }]) => `  ${`--${name}`.padEnd(20)}${text} (${normal})`)
  .join('\n')}

Its database is the one that DATABASE_OWNER_URL or DATABASE_URL names, or that of \`npm start\`.`;

/** Exit codes. The terminal that is closed says SIGHUP. */
const ENDED_BY = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

function checked(given) {
  for (const [name, { text, fits }] of Object.entries(OPTIONS))
    if (!fits(given[name])) throw new Problem(`--${name} must be ${text}.\n${USAGE}`);
  return {
    url: given.url,
    votesPerSecond: Number(given['votes-per-second']),
    viewers: Number(given.viewers),
    minutes: Number(given.minutes),
    contestants: Number(given.contestants),
    shape: given.shape.toUpperCase(),
  };
}

/** Aborted by the first signal: the contest is archived before the process ends. npm sends Ctrl-C a second time. */
function untilSignalled() {
  const abort = new AbortController();
  for (const signal of Object.keys(ENDED_BY)) {
    const reason = Object.assign(new Problem(`${signal}: no report is written.`), { signal });
    process.on(signal, () => abort.abort(reason));
  }
  return abort.signal;
}

let signal;
await main(async () => {
  const taken = Object.entries(OPTIONS).map(([name, { normal }]) => [
    name,
    { type: 'string', default: normal },
  ]);
  const { values: given } = parseArgs({
    options: { ...Object.fromEntries(taken), help: { type: 'boolean' } },
  });
  if (given.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const options = checked(given);
  await ensurePackages();
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const database = DATABASE_OWNER_URL || DATABASE_URL || localSettings().DATABASE_OWNER_URL;
  if (!database)
    throw new Problem(
      'No database is known: set DATABASE_URL to that of the installation, or start one with `npm start`.',
    );
  signal = untilSignalled();
  const { asMarkdown, openPool, rehearse } = await import('../test/bench/load/rehearse.mjs');
  const db = openPool(database);
  try {
    const report = await rehearse(db, { ...options, signal, say: (text) => say('rehearse', text) });
    const folder = join(ROOT, '.cache', 'rehearsals');
    const path = join(folder, `rehearsal-${report.began.slice(0, 19).replace(/[:T]/g, '-')}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.json`, `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(`${path}.md`, asMarkdown(report));
    process.stdout.write(`\n${asMarkdown(report)}\nReport: ${path}.md\n`);
    if (!report.noneLost) process.exitCode = 1;
  } finally {
    await db.end();
  }
}, USAGE);
if (signal?.aborted) process.exitCode = ENDED_BY[signal.reason.signal];
