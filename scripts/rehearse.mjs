import { resolve } from 'node:path';
import { localSettings } from './lib/local-settings.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';

/**
 * `npm run rehearse`: how a running installation carries an evening, before the evening. Votes and viewers in a contest of its
 * own that the public does not see; a report file at the end. The database is that of DATABASE_OWNER_URL or DATABASE_URL, or of `npm start`.
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
const USAGE = `Usage: npm run rehearse -- [--url URL] ${Object.keys(BOUNDS)
  .map((name) => `[--${name} N]`)
  .join(' ')} [--shape ${SHAPES.join('|')}]`;

function readArguments(args) {
  const options = { ...DEFAULTS };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].replace(/^--/, '');
    const value = args[i + 1];
    if (!(name in DEFAULTS) || value === undefined) throw new Problem(USAGE);
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
  }
  return options;
}

await main(async () => {
  checkNodeVersion();
  const options = readArguments(process.argv.slice(2));
  await ensurePackages();
  const local =
    process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL || localSettings().DATABASE_OWNER_URL;
  if (!local)
    throw new Problem(
      'No database is known: set DATABASE_URL to that of the installation, or start one with `npm start`.',
    );
  const { asMarkdown, rehearseFromCommand } = await import('../libs/rehearsals/src/load/command.mjs');
  const { report, path } = await rehearseFromCommand({
    ...options,
    votesPerSecond: options['votes-per-second'],
    shape: options.shape.toUpperCase(),
    databaseUrl: local,
    folder: resolve(ROOT, '.cache', 'rehearsals'),
    say: (text) => say('rehearse', text),
  });
  process.stdout.write(`\n${asMarkdown(report)}\nReport: ${path}\n`);
  if (!report.votes.noneLost) process.exitCode = 1;
});
