import { resolve } from 'node:path';
import { localSettings } from './lib/local-settings.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';

/**
 * `npm run rehearse`: how a running installation carries an evening, before the evening. Votes and viewers in a contest of its
 * own that is in no list; a report file at the end.
 */
const DEFAULTS = {
  url: 'http://localhost:3000',
  'votes-per-second': 100,
  viewers: 200,
  minutes: 1,
  contestants: 50,
  shape: 'steady',
};
const SHAPES = ['steady', 'rising', 'peak'];
const BOUNDS = {
  'votes-per-second': [0.1, 50_000],
  viewers: [1, 50_000],
  minutes: [0.05, 240],
  contestants: [1, 1_000],
};
const WHOLE = ['viewers', 'contestants'];
const option = (name, value, text) => `  ${`--${name} ${value}`.padEnd(24)}${text} (${DEFAULTS[name]})`;
const USAGE = `Usage: npm run rehearse -- [options]

${[
  option('url', 'URL', 'the installation'),
  ...Object.entries(BOUNDS).map(([name, [low, high]]) => option(name, 'N', `${low} to ${high}`)),
  option('shape', 'SHAPE', SHAPES.join(', ')),
].join('\n')}

Its database is the one that DATABASE_OWNER_URL or DATABASE_URL names, or that of \`npm start\`.`;

/** Exit codes. The terminal that is closed says SIGHUP. */
const ENDED_BY = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

function readArguments(args) {
  const options = { ...DEFAULTS };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].replace(/^--/, '');
    const value = args[i + 1];
    if (!Object.hasOwn(DEFAULTS, name) || value === undefined) throw new Problem(USAGE);
    if (name === 'url') {
      if (!URL.canParse(value)) throw new Problem(`--url must be a URL.\n${USAGE}`);
      options.url = value;
      continue;
    }
    if (name === 'shape') {
      if (!SHAPES.includes(value))
        throw new Problem(`--shape must be one of ${SHAPES.join(', ')}.\n${USAGE}`);
      options.shape = value;
      continue;
    }
    const [low, high] = BOUNDS[name];
    options[name] = Number(value);
    if (!(options[name] >= low && options[name] <= high)) {
      throw new Problem(`--${name} must be a number from ${low} to ${high}.\n${USAGE}`);
    }
    if (WHOLE.includes(name) && !Number.isInteger(options[name])) {
      throw new Problem(`--${name} must be a whole number.\n${USAGE}`);
    }
  }
  return options;
}

/** Aborted by the first signal: the contest is archived before the process ends. npm sends Ctrl-C a second time. */
function untilSignalled() {
  const abort = new AbortController();
  for (const signal of Object.keys(ENDED_BY)) {
    process.on(signal, () =>
      abort.abort(Object.assign(new Problem(`${signal}: no report is written.`), { signal })),
    );
  }
  return abort.signal;
}

let signalled;
await main(async () => {
  checkNodeVersion();
  if (process.argv.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const options = readArguments(process.argv.slice(2));
  await ensurePackages();
  const local =
    process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL || localSettings().DATABASE_OWNER_URL;
  if (!local)
    throw new Problem(
      'No database is known: set DATABASE_URL to that of the installation, or start one with `npm start`.',
    );
  signalled = untilSignalled();
  const { asMarkdown, rehearseFromCommand } = await import('../libs/rehearsals/src/load/command.mjs');
  const { report, path } = await rehearseFromCommand({
    ...options,
    votesPerSecond: options['votes-per-second'],
    shape: options.shape.toUpperCase(),
    databaseUrl: local,
    folder: resolve(ROOT, '.cache', 'rehearsals'),
    abort: signalled,
    say: (text) => say('rehearse', text),
  });
  process.stdout.write(`\n${asMarkdown(report)}\nReport: ${path}\n`);
  if (!report.votes.noneLost) process.exitCode = 1;
});
if (signalled?.aborted) process.exitCode = ENDED_BY[signalled.reason.signal];
