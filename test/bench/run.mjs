import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Installation } from './lib/installation.mjs';
import { table } from './lib/report.mjs';
import { attackSubject } from './subjects/attack.mjs';
import { castSubject, hotSubject, twoApisSubject } from './subjects/cast.mjs';
import { doorSubject } from './subjects/door.mjs';
import { halfPeakSubject, loneSubject } from './subjects/latency.mjs';
import { levelsSubject } from './subjects/levels.mjs';
import {
  fanOutSubject,
  frameBytesSubject,
  lagSubject,
  memorySubject,
  watchedSubject,
} from './subjects/live.mjs';
import { logSubject } from './subjects/log.mjs';
import { payersSubject } from './subjects/payers.mjs';
import { readsSubject } from './subjects/reads.mjs';
import { settleSubject } from './subjects/settle.mjs';
import { statisticsSubject } from './subjects/statistics.mjs';
import { stuffingSubject } from './subjects/stuffing.mjs';
import { tallySubject } from './subjects/tally.mjs';
import { ussdSubject } from './subjects/ussd.mjs';
import { verifySubject } from './subjects/verify.mjs';

/** Every subject: a function of a running installation that returns rows of the result. */
const SUBJECTS = {
  cast: castSubject,
  hot: hotSubject,
  levels: levelsSubject,
  'two-apis': twoApisSubject,
  lone: loneSubject,
  'half-peak': halfPeakSubject,
  watched: watchedSubject,
  reads: readsSubject,
  live: frameBytesSubject,
  lag: lagSubject,
  'fan-out': fanOutSubject,
  memory: memorySubject,
  door: doorSubject,
  settle: settleSubject,
  statistics: statisticsSubject,
  attack: attackSubject,
  payers: payersSubject,
  stuffing: stuffingSubject,
  log: logSubject,
  ussd: ussdSubject,
  tally: tallySubject,
  verify: verifySubject,
};

/**
 * Run subjects one after the other, each on an installation of its own, and print the table.
 * @param options { buildDir, redisProgram, root, subjects, turns, seconds, profile, firstPort, say }
 */
export async function runBenchmarks(options) {
  const { say } = options;
  const names = options.subjects.length ? options.subjects : Object.keys(SUBJECTS);
  const unknown = names.filter((name) => !SUBJECTS[name]);
  if (unknown.length)
    throw new Error(`No such subject: ${unknown.join(', ')}. There are: ${Object.keys(SUBJECTS).join(', ')}`);
  const folder = join(options.root, '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  const rows = [];
  for (const name of names) {
    say(
      name,
      `begins; load average ${loadavg()
        .map((x) => x.toFixed(1))
        .join(' ')}`,
    );
    const installation = await Installation.start({
      ...options,
      ...(options.profile && { profileDir: join(folder, `profile-${name}`) }),
    });
    try {
      const some = await SUBJECTS[name](installation, { ...options, say: (text) => say(name, text) });
      rows.push(...some);
      process.stdout.write(`\n${table(some)}\n\n`);
    } catch (error) {
      say(name, `failed: ${error.stack}`);
      process.exitCode = 1;
    } finally {
      await installation.stop();
    }
  }
  const file = join(folder, 'last.json');
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), rows }, null, 2));
  process.stdout.write(`\n${table(rows)}\n`);
}
