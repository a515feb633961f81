import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localSettings } from './lib/local-settings.mjs';
import { main, numberFrom, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';

/**
 * `npm run rehearse`: how a running installation carries an evening, before the evening. Votes and viewers in a contest of its
 * own that is in no list; a report file at the end.
 */
const SHAPES = ['steady', 'rising', 'peak'];
const OPTIONS = {
  url: { type: 'string', default: 'http://localhost:3000' },
  'votes-per-second': { type: 'string', default: '100', bounds: [0.1, 50_000] },
  viewers: { type: 'string', default: '200', bounds: [1, 50_000], isWhole: true },
  minutes: { type: 'string', default: '1', bounds: [0.05, 240] },
  contestants: { type: 'string', default: '50', bounds: [1, 1_000], isWhole: true },
  shape: { type: 'string', default: 'steady' },
};
const option = (name, value, text) =>
  `  ${`--${name} ${value}`.padEnd(24)}${text} (${OPTIONS[name].default})`;
const USAGE = `Usage: npm run rehearse -- [options]

${[
  option('url', 'URL', 'the installation'),
  ...Object.entries(OPTIONS).flatMap(([name, { bounds }]) =>
    bounds ? [option(name, 'N', bounds.join(' to '))] : [],
  ),
  option('shape', 'SHAPE', SHAPES.join(', ')),
].join('\n')}

Its database is the one that DATABASE_OWNER_URL or DATABASE_URL names, or that of \`npm start\`.`;

/** Exit codes. The terminal that is closed says SIGHUP. */
const ENDED_BY = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

function checked({ url, shape, ...texts }) {
  const numbers = Object.entries(texts).map(([name, text]) => {
    const { bounds, isWhole } = OPTIONS[name];
    return [name, numberFrom(name, text, bounds, isWhole)];
  });
  if (!URL.canParse(url)) throw new Problem(`--url must be a URL.\n${USAGE}`);
  if (!SHAPES.includes(shape)) throw new Problem(`--shape must be one of ${SHAPES.join(', ')}.\n${USAGE}`);
  const { 'votes-per-second': votesPerSecond, ...others } = Object.fromEntries(numbers);
  return { ...others, votesPerSecond, url, shape: shape.toUpperCase() };
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
  const { values: given } = parseArgs({ options: { ...OPTIONS, help: { type: 'boolean' } } });
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
    if (!report.votes.noneLost) process.exitCode = 1;
  } finally {
    await db.end();
  }
}, USAGE);
if (signal?.aborted) process.exitCode = ENDED_BY[signal.reason.signal];
